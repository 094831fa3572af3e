import Seek
import SeekBasics
import SeekNetworking

/// A setting of the configuration file. Each has at least one environment variable, which overrides the file.
struct Setting: Sendable {
    enum Check: Sendable, Hashable {
        case text
        /// A key or token, which becomes the value of a header field.
        case secret
        case number(ClosedRange<Int>)
        case choice([String])
        case url
        /// A version of the GitHub API.
        case gitHubVersion
        case redisURL
        case redisPrefix
        case folder
    }

    /// The name in the file: `limit`.
    var key: String
    /// The environment variables, in order of precedence. A value from the file is assigned to the first.
    var variables: [String]
    var check: Check
    var meaning: String
    /// Returns the value that applies if neither the environment nor the file sets one; `nil` without a default.
    var defaultValue: @Sendable (SeekConfiguration) -> String?
    /// Whether the value is a secret: the file must be readable by its owner only, and nothing of the value is printed
    /// except the address of a Redis URL, which may contain a password.
    var isSecret: Bool { check == .secret || check == .redisURL }

    init(
        _ key: String,
        _ variables: [String],
        _ check: Check,
        _ meaning: String,
        default defaultValue: @escaping @Sendable (SeekConfiguration) -> String? = { _ in nil }
    ) {
        self.key = key
        self.variables = variables
        self.check = check
        self.meaning = meaning
        self.defaultValue = defaultValue
    }

    static let youTubeAPIKey = Setting("youtube-api-key", ["YOUTUBE_API_KEY"], .secret, "YouTube Data API key")
    static let gitHubToken = Setting(
        "github-token",
        ["GH_TOKEN", "GITHUB_TOKEN"],
        .secret,
        "GitHub token; the first variable that is set is used"
    )
    static let youTubeURL = Setting(
        "youtube-url",
        ["SEEK_YOUTUBE_URL"],
        .url,
        "Base URL of the YouTube API, without /youtube/v3, for tests and proxies"
    ) { $0.youTubeBaseURL.absoluteString }
    static let gitHubURL = Setting(
        "github-url",
        ["SEEK_GITHUB_URL"],
        .url,
        "Base URL of the GitHub API, for tests and proxies"
    ) { $0.gitHubBaseURL.absoluteString }
    static let gitHubAPIVersion = Setting(
        "github-api-version",
        ["SEEK_GITHUB_API_VERSION"],
        .gitHubVersion,
        "Version of the GitHub API, such as 2022-11-28 (default: negotiated with the server)"
    )
    static let certificateFile = Setting(
        "certificate-file",
        ["SSL_CERT_FILE", "CURL_CA_BUNDLE"],
        .text,
        "File of certificates of authorities to trust, in PEM format, such as that of a private authority or a proxy"
    )
    static let certificateFolder = Setting(
        "certificate-dir",
        ["SSL_CERT_DIR"],
        .text,
        "Folder of certificates of authorities to trust, with the names that openssl rehash creates"
    )
    static let redisURL = Setting(
        "redis-url",
        ["SEEK_REDIS_URL"],
        .redisURL,
        "Redis in which several machines share the cache and the quotas"
    )
    static let redisPrefix = Setting(
        "redis-prefix",
        ["SEEK_REDIS_PREFIX"],
        .redisPrefix,
        "First part of all keys in Redis (default seek)"
    ) { _ in "seek" }
    static let redisTimeout = Setting(
        "redis-timeout",
        ["SEEK_REDIS_TIMEOUT"],
        .number(1...60_000),
        "Milliseconds that Redis may take to reply (default 50)"
    ) { _ in "50" }

    static let all: [Setting] = [
        youTubeAPIKey, gitHubToken,
        quota("search", default: 100, of: "searches"),
        quota("unit", default: 10_000, of: "quota units"),
        quota("stats", default: 10_000, of: "requests for statistics"),
        Setting(
            "limit",
            ["SEEK_LIMIT"],
            .number(1...1_000),
            "Maximum number of results, unless --limit is given"
        ) { _ in "30" },
        Setting(
            "images",
            ["SEEK_IMAGES"],
            .choice(["auto", "never"]),
            "Show thumbnails in terminals that support images: auto or never"
        ) { _ in "auto" },
        Setting("pager", ["PAGER"], .text, "Program that displays tables and details of a video on a terminal"),
        Setting("browser", ["BROWSER"], .text, "Program that opens web pages"),
        youTubeURL, gitHubURL, gitHubAPIVersion, certificateFile, certificateFolder,
        Setting(
            "cache-dir",
            ["SEEK_CACHE_DIR"],
            .folder,
            "Folder of the cache (default on Linux: seek in XDG_CACHE_HOME or ~/.cache)"
        ) { $0.cacheFolder?.path },
        Setting(
            "state-dir",
            ["SEEK_STATE_DIR"],
            .folder,
            "Folder of quota counts and saved searches (default on Linux: seek in XDG_STATE_HOME or ~/.local/state)"
        ) { $0.stateFolder?.path },
        redisURL, redisPrefix, redisTimeout,
    ]

    /// Returns a setting for a daily limit that YouTube granted to the project of the API key.
    private static func quota(_ name: String, default limit: Int, of calls: String) -> Setting {
        Setting(
            "youtube-\(name)-quota",
            ["SEEK_YOUTUBE_\(name.uppercased())_QUOTA"],
            .number(SeekConfiguration.quotaRange),
            "Daily limit of \(calls) granted by YouTube (default \(limit))"
        ) { _ in "\(limit)" }
    }

    static func named(_ key: String) -> Setting? { all.first { $0.key == key } }

    /// Returns the value of the setting from the content of an environment variable; `nil` if the variable is empty or
    /// not set. White space around the URL of Redis and its key prefix is ignored.
    func value(in content: String?) -> String? {
        let isTrimmed = check == .redisURL || check == .redisPrefix
        return content.map { isTrimmed ? $0.trimmed(of: \.isWhitespace) : $0 }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the parts of a value that are never printed: the password of a Redis URL, otherwise the whole value of a
    /// secret.
    func secrets(in value: String) -> [String] {
        guard check == .redisURL else { return isSecret ? [value] : [] }
        guard let end = value.lastIndex(of: "@"), let start = value[..<end].firstRange(of: "://")?.upperBound,
            let colon = value[start..<end].firstIndex(of: ":")
        else { return [] }
        let password = value[value.index(after: colon)..<end]
        return [String(password), PercentEncoding.decode(password)]
    }

    /// Returns why a value is invalid, or `nil` if it is valid. The rules are the same for the file, for `seek config
    /// set` and for environment variables.
    func problem(with value: String) -> String? {
        // Secrets are checked for other control characters below.
        guard !value.contains(where: \.isNewline), SafeText.line(value) == value || check == .secret else {
            return "cannot contain control characters"
        }
        switch check {
        case .text: return value.isEmpty ? "needs a value" : nil
        case .secret:
            guard !value.isEmpty else { return "needs a value" }
            return value.contains(where: \.isWhitespace) || !HTTPField.isValidValue(value)
                ? "cannot contain white space or control characters" : nil
        case .number(let range):
            return Int(value).map(range.contains) == true
                ? nil : "must be an integer from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let choices):
            return choices.contains(value) ? nil : "must be one of \(choices.joined(separator: ", "))"
        case .url:
            let url = URL(string: value)
            guard let url, Origin(url) != nil else { return "must be an http or https URL" }
            guard url.user() == nil, url.password() == nil else {
                return "cannot have a user name or a password"
            }
            guard url.query() == nil, url.fragment() == nil else {
                return "cannot have a query or a fragment"
            }
            return WebURL.problem(with: url).map { "is invalid: \($0)" }
        case .gitHubVersion:
            return GitHubVersionMiddleware.isVersion(value) ? nil : "must be a date such as 2022-11-28"
        case .redisURL: return Self.problem(redisURL: value)
        case .redisPrefix: return Self.problem(prefix: value)
        case .folder: return value.hasPrefix("/") ? nil : "must be an absolute path"
        }
    }
}

/// The values of all settings and their sources. The environment overrides the file; flags override both and are
/// handled by the commands.
struct SettingValues: Sendable {
    enum Source: String, Sendable {
        case environment, file
        /// Neither of them. The value is the default, if there is one.
        case none = "default"
    }

    private let environment: [String: String]
    private let text: ConfigurationText?

    init(environment: [String: String], text: ConfigurationText?) {
        self.environment = environment
        self.text = text
    }

    /// Returns the effective value of a setting and its source. An empty variable is treated as unset.
    func value(of setting: Setting) -> (value: String?, source: Source) {
        for name in setting.variables {
            if let value = setting.value(in: environment[name]) { return (value, .environment) }
        }
        if let value = text?[setting.key] { return (value, .file) }
        return (defaults.flatMap(setting.defaultValue), .none)
    }

    /// Returns the environment variable that sets a setting; `nil` if none does.
    func variable(of setting: Setting) -> String? {
        setting.variables.first { setting.value(in: environment[$0]) != nil }
    }

    /// The configuration if no setting is set. Its folders depend on `HOME` and the XDG variables.
    private var defaults: SeekConfiguration? {
        let names = ["HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]
        return try? SeekConfiguration(environment: environment.filter { names.contains($0.key) })
    }

    /// The environment, with a variable for each setting whose value is from the file.
    var merged: [String: String] {
        var merged = environment
        for setting in Setting.all {
            if case (let value?, .file) = value(of: setting) { merged[setting.variables[0]] = value }
        }
        return merged
    }
}

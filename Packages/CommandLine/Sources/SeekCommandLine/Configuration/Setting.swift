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
    var defaultValue: @Sendable (SeekConfiguration) -> String? = { _ in nil }
    /// Whether the value is a secret: the file must be readable by its owner only, and nothing of the value is printed
    /// except the address of a Redis URL.
    var isSecret = false

    static let youTubeAPIKey = Setting(
        key: "youtube-api-key",
        variables: ["YOUTUBE_API_KEY"],
        check: .secret,
        meaning: "YouTube Data API key",
        isSecret: true
    )

    static let gitHubToken = Setting(
        key: "github-token",
        variables: ["GH_TOKEN", "GITHUB_TOKEN"],
        check: .secret,
        meaning: "GitHub token; the first variable that is set is used",
        isSecret: true
    )

    static let youTubeURL = Setting(
        key: "youtube-url",
        variables: ["SEEK_YOUTUBE_URL"],
        check: .url,
        meaning: "Base URL of the YouTube API, without /youtube/v3, for tests and proxies",
        defaultValue: { $0.youTubeBaseURL.absoluteString }
    )

    static let gitHubURL = Setting(
        key: "github-url",
        variables: ["SEEK_GITHUB_URL"],
        check: .url,
        meaning: "Base URL of the GitHub API, for tests and proxies",
        defaultValue: { $0.gitHubBaseURL.absoluteString }
    )

    // Secret, because the value may contain a password.
    static let redisURL = Setting(
        key: "redis-url",
        variables: ["SEEK_REDIS_URL"],
        check: .redisURL,
        meaning: "Redis in which several machines share the cache and the quotas",
        isSecret: true
    )

    static let redisPrefix = Setting(
        key: "redis-prefix",
        variables: ["SEEK_REDIS_PREFIX"],
        check: .redisPrefix,
        meaning: "First part of all keys in Redis (default seek)",
        defaultValue: { _ in "seek" }
    )

    static let redisTimeout = Setting(
        key: "redis-timeout",
        variables: ["SEEK_REDIS_TIMEOUT"],
        check: .number(1...60_000),
        meaning: "Milliseconds that Redis may take to reply (default 50)",
        defaultValue: { _ in "50" }
    )

    static let all: [Setting] = [
        youTubeAPIKey, gitHubToken,
        quota("search", default: 100, of: "searches"),
        quota("unit", default: 10_000, of: "quota units"),
        quota("stats", default: 10_000, of: "requests for statistics"),
        Setting(
            key: "limit",
            variables: ["SEEK_LIMIT"],
            check: .number(1...1_000),
            meaning: "Maximum number of results, unless --limit is given",
            defaultValue: { _ in "30" }
        ),
        Setting(
            key: "images",
            variables: ["SEEK_IMAGES"],
            check: .choice(["auto", "never"]),
            meaning: "Show thumbnails in terminals that support images: auto or never",
            defaultValue: { _ in "auto" }
        ),
        Setting(
            key: "pager",
            variables: ["PAGER"],
            check: .text,
            meaning: "Program that displays tables and details of a video on a terminal"
        ),
        Setting(key: "browser", variables: ["BROWSER"], check: .text, meaning: "Program that opens web pages"),
        youTubeURL, gitHubURL,
        Setting(
            key: "cache-dir",
            variables: ["SEEK_CACHE_DIR"],
            check: .folder,
            meaning: "Folder of the cache (default on Linux: seek in XDG_CACHE_HOME or ~/.cache)",
            defaultValue: { $0.cacheFolder?.path }
        ),
        Setting(
            key: "state-dir",
            variables: ["SEEK_STATE_DIR"],
            check: .folder,
            meaning: "Folder of quota counts and saved searches (default on Linux: seek in XDG_STATE_HOME or "
                + "~/.local/state)",
            defaultValue: { $0.stateFolder?.path }
        ),
        redisURL, redisPrefix, redisTimeout,
    ]

    /// Returns a setting for a daily limit that YouTube granted to the project of the API key.
    private static func quota(_ name: String, default limit: Int, of calls: String) -> Setting {
        Setting(
            key: "youtube-\(name)-quota",
            variables: ["SEEK_YOUTUBE_\(name.uppercased())_QUOTA"],
            check: .number(SeekConfiguration.quotaRange),
            meaning: "Daily limit of \(calls) granted by YouTube (default \(limit))",
            defaultValue: { _ in "\(limit)" }
        )
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
        case .redisURL: return Self.problem(redisURL: value)
        case .redisPrefix: return Self.problem(prefix: value)
        case .folder: return value.hasPrefix("/") ? nil : "must be an absolute path"
        }
    }
}

import Seek
import SeekBasics
import SeekNetworking

/// The settings of a command: the environment, the configuration file, and the configuration of the clients.
final class CommandSettings: Sendable {
    /// Where problems of the settings are reported.
    let console: Console
    /// The result of ``environment()``; `nil` before its first call.
    private let mergedEnvironment = Mutex<[String: String]?>(nil)

    init(_ console: Console) { self.console = console }

    var context: CommandContext { console.context }

    /// Returns the environment, with values of the configuration file for variables that are not set. Throws if the
    /// file cannot be read, or if a value that is not overridden is invalid.
    func environment() throws(UsageError) -> [String: String] {
        if let merged = mergedEnvironment.withLock({ $0 }) { return merged }
        let file = ConfigurationFile(environment: context.environment)
        let text = try file?.read()
        let settings = SettingValues(environment: context.environment, text: text)
        for error in text?.errors ?? [] {
            guard let file else { break }
            guard let setting = error.setting else {
                // Not an error: in another version, the setting or the name of the alias may be valid.
                console.warn("\(file.usageError(error))")
                continue
            }
            // A variable overrides the value in the file, even an invalid one.
            if settings.variable(of: setting) == nil { throw file.usageError(error) }
        }
        for setting in Setting.all {
            for name in setting.variables {
                guard let value = setting.value(in: context.environment[name]) else { continue }
                if let problem = setting.problem(with: value) {
                    throw UsageError("\(name) \(problem); correct or unset it")
                }
            }
        }
        let variables = settings.merged
        mergedEnvironment.withLock { $0 = variables }
        console.redactSecrets(in: variables)
        return variables
    }

    /// Returns the configuration of the client, which reports failures of the cache, the offline index, the quota count
    /// and Redis as warnings.
    func configuration() throws(UsageError) -> SeekConfiguration {
        let variables = try environment()
        let redis = try redis(in: variables)
        do throws(ConfigurationError) {
            var configuration = try SeekConfiguration(environment: variables)
            configuration.sharedBackend = redis
            configuration.client.onStoreFailure = { [self] error in
                console.warn(describe(storeFailure: error), cause: Self.isDiskFull(error) ? "disk full" : nil)
            }
            context.configure(&configuration)
            let notices = DeprecationNotices(in: configuration.stateFolder)
            configuration.client.onDeprecation = { [self, now = configuration.client.now] deprecation, request in
                guard notices.isDue(deprecation, of: request, at: now()) else { return }
                console.warn(deprecation.message(for: request))
            }
            return configuration
        } catch {
            throw UsageError(description(of: error))
        }
    }

    /// Describes an error with the name of the environment variable or of the setting in the file, depending on where
    /// the value is set.
    private func description(of error: ConfigurationError) -> String {
        guard let setting = Setting.all.first(where: { $0.variables.contains(error.variable) }),
            let location = location(of: setting), !setting.variables.contains(location)
        else { return error.description }
        return "\(location) \(error.problem); correct it, or run: seek config unset \(setting.key)"
    }

    /// Returns whether the error was caused by a full disk, which the cache and the offline index report separately.
    private static func isDiskFull(_ error: any Error) -> Bool {
        switch error {
        case CacheError.diskFull, IndexError.diskFull, OfflineSearchError.cache(.diskFull),
            OfflineSearchError.index(.diskFull):
            true
        default: false
        }
    }

    /// The file need not exist.
    func configurationFile() throws(UsageError) -> ConfigurationFile {
        guard let file = ConfigurationFile(environment: context.environment) else {
            throw UsageError("there is no configuration file, because HOME is not set; set SEEK_CONFIG")
        }
        return file
    }

    func warnOfErrors(in text: ConfigurationText?) {
        guard let text, let file = ConfigurationFile(environment: context.environment) else { return }
        for error in text.errors { console.warn(file.usageError(error).description) }
    }

    /// Returns `nil` if the environment determines no path for the file.
    func configurationText() throws(UsageError) -> ConfigurationText? {
        try ConfigurationFile(environment: context.environment)?.read()
    }
}

extension CommandSettings {
    /// Returns the maximum number of results: `--limit`, otherwise `SEEK_LIMIT`, otherwise `limit` in the configuration
    /// file, otherwise 30.
    func limit(of invocation: Invocation) throws(UsageError) -> Int {
        if let limit = invocation.integer(.limit) { return limit }
        return try environment()["SEEK_LIMIT"].flatMap { Int($0) } ?? 30
    }

    /// The address of GitHub's website, without a slash at the end.
    var gitHubSite: String {
        let baseURL = (try? configuration().gitHubBaseURL) ?? GitHubClient.defaultBaseURL
        return String(GitHubClient.siteURL(for: baseURL).absoluteString.trimmed { $0 == "/" })
    }

    /// Returns a text or an address in which pages of `github.com` are those of the configured server's website.
    func onGitHubSite(_ text: String) -> String {
        text.replacing("\(OpenTarget.gitHubSite)/", with: "\(gitHubSite)/")
    }

    /// Returns the service that a URL belongs to; `nil` for other servers.
    func service(at url: URL) -> SearchService? {
        guard let origin = Origin(url), let configuration = try? configuration() else { return nil }
        // Both base URLs may have the same origin, as in tests.
        if Origin(configuration.youTubeBaseURL) == origin, url.path().contains("/youtube/v3/") { return .youTube }
        if Origin(configuration.gitHubBaseURL) == origin { return .gitHub }
        return Origin(configuration.youTubeBaseURL) == origin ? .youTube : nil
    }

    /// Returns where a setting is set: the name of a variable, or `KEY in the configuration file`; `nil` if the setting
    /// is not set.
    func location(of setting: Setting) -> String? {
        if let name = SettingValues(environment: context.environment, text: nil).variable(of: setting) { return name }
        let isInFile = (try? environment())?[setting.variables[0]]?.isEmpty == false
        return isInFile ? "\(setting.key) in the configuration file" : nil
    }

    /// The program that shows text on a terminal; `nil` if none is configured.
    var pager: String? { (try? environment())?["PAGER"] }

    func warnIfNothingIsStored(_ configuration: SeekConfiguration) {
        // Stubs are responses of a test or a sample, which are not worth storing.
        guard configuration.cacheFolder == nil, configuration.stateFolder == nil,
            !configuration.client.transport.isStub
        else { return }
        console.warn(
            "HOME is not set, so results, the quota count and saved searches are not stored; set HOME, or "
                + "SEEK_CACHE_DIR and SEEK_STATE_DIR"
        )
    }

    func warn(of reasons: Set<IncompleteReason>, source: String? = nil) {
        let prefix = source.map { "\($0): " } ?? ""
        if reasons.contains(.timedOut) {
            console.warn(
                "\(prefix)the search timed out on the server; results are incomplete; repeat it with --refresh"
            )
        }
        let organizations = reasons.subtracting([.timedOut])
        guard !organizations.isEmpty else { return }
        let ids = organizations.compactMap { if case .unauthorizedOrganization(let id) = $0 { id } else { nil } }
            .sorted()
        console.warn(
            "\(prefix)results of \(counted(organizations.count, "organization")) are missing, because the token is not "
                + "authorized for their single sign-on (SSO\(ids.isEmpty ? "" : "; IDs \(ids.joined(separator: ", "))")); "
                + "authorize it at \(gitHubSite)/settings/tokens"
        )
    }
}

import Seek
import SeekBasics
import SeekNetworking

/// Writes data to the output, and messages and progress to the message stream.
final class Console: Sendable {
    let context: CommandContext
    private let warnings = Mutex<Set<String>>([])
    /// Addresses in messages that are written with their secrets, because the user must open them.
    private let addressesInFull = Mutex<Set<String>>([])
    /// Whether a write has failed because the reader has closed the output.
    private let outputIsClosed = Mutex(false)
    /// The result of ``environment()``; `nil` before its first call.
    private let mergedEnvironment = Mutex<[String: String]?>(nil)
    let progress: ProgressLine

    init(_ context: CommandContext) {
        self.context = context
        progress = ProgressLine(context)
    }

    /// Writes one line, prefixed with the program's name, to the message stream.
    func report(_ message: String) {
        let line = "seek: \(SafeText.line(withoutSecrets(message)))\n"
        // A failure cannot be reported anywhere else.
        progress.interrupt { try? context.messages.write($0 + line) }
    }

    /// Lets messages contain a URL with its secrets, such as a parameter that is valid once.
    func showInFull(_ url: URL) { _ = addressesInFull.withLock { $0.insert(url.absoluteString) } }

    /// Returns the message without secrets in URLs and without the configured secrets. The error description of a
    /// server may contain both.
    func withoutSecrets(_ message: String) -> String {
        if let address = addressesInFull.withLock({ $0.first(where: message.contains) }) {
            return message.split(separator: address, maxSplits: 1, omittingEmptySubsequences: false)
                .map { withoutSecrets(String($0)) }.joined(separator: address)
        }
        let variables = mergedEnvironment.withLock { $0 } ?? context.environment
        // Values of fewer than six characters are not redacted: they are not keys, and would match parts of words.
        let secrets = Setting.all.flatMap { setting in
            setting.variables.compactMap { variables[$0] }.flatMap(setting.secrets)
        }
        .filter { $0.count >= 6 }
        return secrets.reduce(Redaction.redacted(text: message)) { message, secret in
            message.replacingScalars(secret, with: Redaction.placeholder)
        }
    }

    /// Warns if a response is stale.
    ///
    /// - Parameters:
    ///   - subject: The subject and verb before the age: `these results are`.
    ///   - usedUpBudgetText: The description of the budget (`--budget`) if it is used up; otherwise `nil`.
    func warnIfStale(_ provenance: Provenance?, subject: String, source: String? = nil, usedUpBudgetText: String? = nil)
    {
        guard let provenance, let staleReason = provenance.staleReason else { return }
        let prefix = source.map { "\($0): " } ?? ""
        let reason =
            switch staleReason {
            case .allowed: "no new response was received"
            case .unreachable: "the server cannot be reached"
            case .serverError: "the server failed"
            case .limitReached: usedUpBudgetText ?? "the rate limit or the quota is used up"
            }
        warn("\(prefix)\(reason); \(subject) \(provenance.age.ageText) old")
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

    func warn(of reasons: Set<IncompleteReason>, source: String? = nil) {
        let prefix = source.map { "\($0): " } ?? ""
        if reasons.contains(.timedOut) {
            warn("\(prefix)the search timed out on the server; results are incomplete; repeat it with --refresh")
        }
        let organizations = reasons.subtracting([.timedOut])
        guard !organizations.isEmpty else { return }
        let ids = organizations.compactMap { if case .unauthorizedOrganization(let id) = $0 { id } else { nil } }
            .sorted()
        warn(
            "\(prefix)results of \(counted(organizations.count, "organization")) are missing, because the token is not "
                + "authorized for their single sign-on (SSO\(ids.isEmpty ? "" : "; IDs \(ids.joined(separator: ", "))")); "
                + "authorize it at \(gitHubSite)/settings/tokens"
        )
    }

    /// Writes a warning once. Of several warnings with a common `cause`, only the first is written.
    func warn(_ message: String, cause: String? = nil) {
        if warnings.withLock({ $0.insert(cause ?? message).inserted }) { report("warning: \(message)") }
    }

    /// Lets each warning be written once more, for a command that repeats its work.
    func forgetWarnings() { warnings.withLock { $0 = [] } }

    /// Whether the reader of the output has closed it, so that nothing more needs to be written.
    var isOutputClosed: Bool { outputIsClosed.withLock { $0 } || context.output.isClosed }

    func write(_ text: String) -> CommandStatus {
        write { output throws(OutputError) in try output.write(text) }
    }

    func write(bytes: [UInt8]) -> CommandStatus {
        write { output throws(OutputError) in try output.write(bytes: bytes) }
    }

    private func write(_ body: (any TextOutput) throws(OutputError) -> Void) -> CommandStatus {
        // The reader of a pipe may write to the terminal at any time, so the progress line is not shown again. On a
        // terminal, the line is erased before the output, and the next update shows it again.
        if context.outputIsPipe {
            progress.disable()
        } else if context.terminal != nil {
            progress.interrupt { if !$0.isEmpty { try? context.messages.write($0) } }
        }
        do throws(OutputError) {
            try body(context.output)
            return .success
        } catch {
            return report(error)
        }
    }

    /// Reports a failed write, and returns the exit status. A closed pipe is not a failure.
    func report(_ error: OutputError) -> CommandStatus {
        switch error {
        case .closed:
            outputIsClosed.withLock { $0 = true }
            return .success
        case .failed(let reason):
            report("cannot write the output: \(reason)")
            return .failure
        }
    }

    /// Writes text; on a terminal through the pager, if one is configured.
    func writeWithPager(_ text: String) -> CommandStatus {
        if context.terminal != nil, let pager = (try? environment())?["PAGER"], !pager.isEmpty, pager != "cat",
            Pager.show(text, with: pager, environment: context.programEnvironment)
        {
            return .success
        }
        return write(text)
    }

    /// Returns the environment, with values of the configuration file for variables that are not set. Throws if the
    /// file cannot be read, or if a value that is not overridden is invalid.
    func environment() throws(UsageError) -> [String: String] {
        if let merged = mergedEnvironment.withLock({ $0 }) { return merged }
        let file = ConfigurationFile(environment: context.environment)
        let text = try file?.read()
        let settings = Settings(environment: context.environment, text: text)
        for error in text?.errors ?? [] {
            guard let file else { break }
            guard let setting = error.setting else {
                // Not an error: in another version, the setting or the name of the alias may be valid.
                warn("\(file.usageError(error))")
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
        return variables
    }

    /// Returns the configuration of the client, which reports failures of the cache, the offline index, the quota count
    /// and Redis as warnings. A transport of the context takes precedence over `transport`.
    func configuration(transport: (any HTTPTransport)? = nil) throws(UsageError) -> SeekConfiguration {
        let variables = try environment()
        let redis = try redis(in: variables)
        do throws(ConfigurationError) {
            var configuration = try SeekConfiguration(environment: variables)
            configuration.sharedBackend = redis
            if let transport { configuration.client.transport = transport }
            configuration.client.onStoreFailure = { [self] error in
                warn(describe(storeFailure: error), cause: Self.isDiskFull(error) ? "disk full" : nil)
            }
            context.configure(&configuration)
            let notices = DeprecationNotices(in: configuration.stateFolder)
            configuration.client.onDeprecation = { [self, now = configuration.client.now] deprecation, request in
                guard notices.isDue(deprecation, of: request, at: now()) else { return }
                warn(deprecation.message(for: request))
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

    func warnIfNothingIsStored(_ configuration: SeekConfiguration) {
        // Stubs are responses of a test or a sample, which are not worth storing.
        guard configuration.cacheFolder == nil, configuration.stateFolder == nil,
            !configuration.client.transport.isStub
        else { return }
        warn(
            "HOME is not set, so results, the quota count and saved searches are not stored; set HOME, or "
                + "SEEK_CACHE_DIR and SEEK_STATE_DIR"
        )
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
}

extension Console {
    /// Waits, and on a terminal shows the remaining time each second. Throws only if the task is cancelled.
    func wait(for time: Duration, on clock: any Clock<Duration>, _ message: (_ remaining: Duration) -> String)
        async throws
    {
        var remaining = time
        while remaining > .zero {
            progress.update(message(remaining))
            // A clock cannot wait for several centuries in one step.
            let step = min(remaining, .seconds(context.messagesGoToTerminal ? 1 : 86_400))
            try await clock.sleep(for: step)
            remaining -= step
        }
    }
}

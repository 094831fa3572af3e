import Seek
import SeekBasics

/// Writes data and messages, and knows how the reader wants them.
final class Console: Sendable {
    let context: CommandContext
    private let warnings = Mutex<Set<String>>([])
    private let merged = Mutex<[String: String]?>(nil)
    private let progressLine = Mutex(ProgressLine())

    init(_ context: CommandContext) { self.context = context }

    /// Writes a message: one line, after the program's name.
    func say(_ message: String) {
        let erase = progressLine.withLock { $0.take() }
        // There is nowhere left to tell of a failure to tell.
        try? context.messages.write("\(erase)seek: \(SafeText.line(withoutSecrets(message)))\n")
    }

    /// The message without the secrets of URLs and of the configuration: a server may send them back in its error.
    private func withoutSecrets(_ message: String) -> String {
        let variables = merged.withLock { $0 } ?? context.environment
        // What is shorter is no key, and would be found in other words.
        let secrets = Setting.all.filter(\.isSecret).flatMap(\.variables).compactMap { variables[$0] }
            .filter { $0.count >= 6 }
        return secrets.reduce(Redaction.redacted(text: message)) { $0.replacing($1, with: Redaction.placeholder) }
    }

    /// Warns where an answer is an old one, or not the whole.
    ///
    /// - Parameters:
    ///   - subject: what it is, with its verb: `these results are`.
    ///   - source: who gave it, where several were asked.
    func warn(of provenance: Provenance?, _ subject: String, isIncomplete: Bool = false, from source: String? = nil) {
        let place = source.map { "\($0): " } ?? ""
        if let provenance, provenance.isStale {
            warn("\(place)no new answer came; \(subject) \(Timestamp.age(provenance.age)) old")
        }
        if isIncomplete { warn("\(place)the server ran out of time; results are incomplete") }
    }

    /// Begins to tell a person how work goes on, on the terminal that messages go to; nowhere else. What is done within a
    /// second needs no words.
    func beginProgress(_ text: String) {
        guard context.messagesAreShown, context.environment["TERM"] != "dumb" else { return }
        let waiting = Task { [self] in
            try? await Task.sleep(for: .seconds(1))
            if !Task.isCancelled { progress(text) }
        }
        progressLine.withLock { $0.waiting = waiting }
    }

    /// Tells how far it is.
    func progress(_ text: String) {
        let width = (context.terminal?.columns ?? 80) - 1
        let line = progressLine.withLock { $0.show(text, width: width) }
        if let line { try? context.messages.write(line) }
    }

    /// Takes the line away.
    func endProgress() {
        let erase = progressLine.withLock { line in
            line.waiting?.cancel()
            line.waiting = nil
            return line.take()
        }
        if !erase.isEmpty { try? context.messages.write(erase) }
    }

    /// The one line that is written over again and again.
    private struct ProgressLine {
        /// What begins to tell after a while; nil where nothing is to be told.
        var waiting: Task<Void, Never>?
        private var isShown = false

        /// - Parameter width: how many columns there are; a line that wraps could not be taken away again.
        mutating func show(_ text: String, width: Int) -> String? {
            guard waiting != nil else { return nil }
            isShown = true
            let line = DisplayWidth.measuring { $0.truncated("seek: \(SafeText.line(text)) ", to: width, ellipsis: "") }
            return Self.erase + line
        }

        /// What erases the line, where there is one.
        mutating func take() -> String {
            defer { isShown = false }
            return isShown ? Self.erase : ""
        }

        /// To the first column, and all of the line away (ECMA-48, EL).
        private static let erase = "\r\u{1B}[K"
    }

    /// Writes a warning, once.
    ///
    /// - Parameter cause: what is warned of, where several messages tell of one thing.
    func warn(_ message: String, cause: String? = nil) {
        if warnings.withLock({ $0.insert(cause ?? message).inserted }) { say("warning: \(message)") }
    }

    /// Writes data.
    func write(_ text: String) -> CommandStatus {
        do throws(OutputError) {
            try context.output.write(text)
            return .success
        } catch {
            return report(error)
        }
    }

    /// Writes data, whatever its bytes are.
    func write(bytes: [UInt8]) -> CommandStatus {
        do throws(OutputError) {
            try context.output.write(bytes: bytes)
            return .success
        } catch {
            return report(error)
        }
    }

    /// Tells why output could not be written. A reader that has gone is no failure.
    func report(_ error: OutputError) -> CommandStatus {
        switch error {
        case .closed:
            return .success
        case .failed(let reason):
            say("the output cannot be written: \(reason)")
            return .failure
        }
    }

    /// Writes a table, on a terminal through the pager if the user has one.
    func page(_ text: String) -> CommandStatus {
        if context.terminal != nil, let pager = (try? environment())?["PAGER"], !pager.isEmpty, pager != "cat",
            Pager.show(text, by: pager)
        {
            return .success
        }
        return write(text)
    }

    /// The environment, with what the configuration file adds to it.
    func environment() throws(UsageError) -> [String: String] {
        if let known = merged.withLock({ $0 }) { return known }
        let text = try ConfigurationFile(environment: context.environment)?.read()
        let variables = Settings(environment: context.environment, text: text).merged
        merged.withLock { $0 = variables }
        return variables
    }

    /// The configuration of the environment and the file. A cache that fails is a warning, and the search goes on.
    ///
    /// - Parameter transport: what reaches the servers, unless the world has its own; nil leaves the default.
    func configuration(transport: (any HTTPTransport)? = nil) throws(UsageError) -> SeekConfiguration {
        let variables = try environment()
        do throws(ConfigurationError) {
            var configuration = try SeekConfiguration(environment: variables)
            if let transport { configuration.environment.transport = transport }
            configuration.environment.onStoreFailure = { [self] error in
                warn("\(error)", cause: Self.isDiskFull(error) ? "disk full" : nil)
            }
            context.configure(&configuration)
            return configuration
        } catch {
            throw UsageError(description(of: error))
        }
    }

    /// The error, with the name that the setting has where it was set.
    private func description(of error: ConfigurationError) -> String {
        guard let setting = Setting.all.first(where: { $0.variables.contains(error.variable) }),
            case (_?, .file) = Settings(
                environment: context.environment,
                text: try? ConfigurationFile(environment: context.environment)?.read()
            ).value(of: setting)
        else { return error.description }
        return
            "\(setting.key) in the configuration file \(error.problem); correct it, or run: seek config unset \(setting.key)"
    }

    /// Whether there was no room on the disk, for the cache or for the index beside it: mending one mends the other.
    private static func isDiskFull(_ error: any Error) -> Bool {
        switch error {
        case CacheError.diskFull, IndexError.diskFull, OfflineSearchError.cache(.diskFull),
            OfflineSearchError.index(.diskFull):
            true
        default: false
        }
    }
}

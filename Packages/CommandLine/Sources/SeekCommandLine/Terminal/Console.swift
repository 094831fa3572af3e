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
    /// The variables whose secrets messages do not contain.
    private let variables: Mutex<[String: String]>
    let progress: ProgressLine

    init(_ context: CommandContext) {
        self.context = context
        variables = Mutex(context.environment)
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

    /// Removes the secrets in these variables from messages, in place of those in the environment.
    func redactSecrets(in variables: [String: String]) { self.variables.withLock { $0 = variables } }

    /// Returns the message without secrets in URLs and without the configured secrets. The error description of a
    /// server may contain both.
    func withoutSecrets(_ message: String) -> String {
        if let address = addressesInFull.withLock({ $0.first(where: message.contains) }) {
            return message.split(separator: address, maxSplits: 1, omittingEmptySubsequences: false)
                .map { withoutSecrets(String($0)) }.joined(separator: address)
        }
        let variables = variables.withLock { $0 }
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

    /// Writes text; on a terminal through the pager, unless that is empty or `cat`.
    func write(_ text: String, through pager: @autoclosure () -> String?) -> CommandStatus {
        if context.terminal != nil, let pager = pager(), !pager.isEmpty, pager != "cat",
            Pager.show(text, with: pager, environment: context.programEnvironment)
        {
            return .success
        }
        return write(text)
    }
}

extension Console {
    func style(at now: Date = Date()) -> OutputStyle {
        OutputStyle(
            environment: context.environment,
            isTerminal: context.terminal != nil,
            now: LocalTime(date: now, offset: context.secondsFromGMT)
        )
    }

    /// Writes JSON: colored if color is enabled, and indented on a terminal or with color.
    func write(_ value: JSONValue) -> CommandStatus {
        let isColored = style().isColored
        return write(value.json(isPretty: context.terminal != nil || isColored, isColored: isColored))
    }

    func write(_ list: KeyValueList) -> CommandStatus {
        let width = context.terminal?.columns ?? .max
        return write(list.formatted(isTable: context.terminal != nil, style: style(), width: width))
    }

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

extension Console {
    /// Returns whether an operation may be performed that cannot be undone. On a terminal, the user must type `yes`, unless
    /// the command line has `--yes`; otherwise `cancelled` is reported. Scripts are not interrupted.
    func isConfirmed(_ consequence: String, by invocation: Invocation) async -> Bool {
        guard context.input.isTerminal, context.messagesGoToTerminal, !invocation.has(.yes) else { return true }
        report("\(consequence); type yes to continue")
        if await context.input.nextLineIsYes() { return true }
        report("cancelled")
        return false
    }
}

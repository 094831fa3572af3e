import SeekBasics

/// The line that shows progress on the terminal of the message stream: overwritten by updates, and erased at the end.
///
/// It appears 300 ms after the start, or with the first update. If nothing changes for two seconds, it also shows the
/// seconds since the last change.
final class ProgressLine: Sendable {
    /// The time between the start and the appearance of the line.
    static let delay: Duration = .milliseconds(300)
    private static let interval: Duration = .seconds(1)
    /// The number of seconds without a change after which the line shows the time since the last change.
    private static let minimumIdleTime = 2

    private struct State {
        var isEnabled: Bool
        /// The task that shows the line again each second; `nil` before the start and after the end.
        var ticker: Task<Void, Never>?
        var text = ""
        /// The seconds since the last change.
        var idleTime = 0
        var isShown = false
    }

    private let output: any TextOutput
    /// The maximum width in columns. A line that wraps could not be erased.
    private let width: Int
    private let clock: any Clock<Duration>
    private let state: Mutex<State>

    init(_ context: CommandContext) {
        output = context.messages
        state = Mutex(State(isEnabled: Self.isEnabled(in: context)))
        width = (context.terminal?.columns ?? 80) - 1
        clock = context.progressClock
    }

    var isEnabled: Bool { state.withLock { $0.isEnabled } }

    func start(_ text: String) {
        guard isEnabled else { return }
        let ticker = Task { [self] in
            guard await slept(for: Self.delay) else { return }
            state.withLock { if !$0.isShown { draw(&$0) } }
            while await slept(for: Self.interval) {
                state.withLock { state in
                    state.idleTime += 1
                    if state.idleTime >= Self.minimumIdleTime { draw(&state) }
                }
            }
        }
        state.withLock { state in
            state.ticker?.cancel()
            (state.ticker, state.text, state.idleTime) = (ticker, text, 0)
        }
    }

    /// Replaces the description. Has no effect before ``start(_:)`` and after ``end()``.
    func update(_ text: String) {
        state.withLock { state in
            state.text = text
            state.idleTime = 0
            draw(&state)
        }
    }

    func end() {
        state.withLock { state in
            if state.isShown { try? output.write(Self.erase) }
            state.isShown = false
            state.ticker?.cancel()
            state.ticker = nil
        }
    }

    /// Erases the line, and does not show it again.
    func disable() {
        end()
        state.withLock { $0.isEnabled = false }
    }

    /// Erases the line of any instance, for a process that ends while a command is still running.
    static func erase(in context: CommandContext) {
        if isEnabled(in: context) { try? context.messages.write(erase) }
    }

    private static func isEnabled(in context: CommandContext) -> Bool {
        context.messagesGoToTerminal && context.environment["TERM"] != "dumb"
    }

    /// Runs a closure that writes to the terminal. Its argument is the text that erases the line; empty if no line is
    /// shown.
    func interrupt(_ write: (_ erase: String) -> Void) {
        state.withLock { state in
            write(state.isShown ? Self.erase : "")
            state.isShown = false
        }
    }

    /// Writes while the lock is held, so that lines and messages are not interleaved.
    private func draw(_ state: inout State) {
        guard state.ticker != nil else { return }
        state.isShown = true
        let time = state.idleTime >= Self.minimumIdleTime ? " (\(state.idleTime) s)" : ""
        let text = "seek: \(SafeText.line(state.text))\(time) "
        let line = DisplayWidth.measuring { $0.truncated(text, to: width, ellipsis: "") }
        // A failure cannot be reported anywhere else.
        try? output.write(Self.erase + line)
    }

    /// Returns `false` if the task was cancelled.
    private func slept(for duration: Duration) async -> Bool { (try? await clock.sleep(for: duration)) != nil }

    /// Moves to the first column and erases the line (ECMA-48, EL).
    private static let erase = "\r\u{1B}[K"
}

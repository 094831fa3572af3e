public import Seek
import SeekBasics

/// The environment, streams and terminal of a command. Tests replace them.
public struct CommandContext: Sendable {
    /// The environment variables.
    public var environment: [String: String]
    /// The source of input lines.
    public var input: any LineInput
    /// The destination of data.
    public var output: any TextOutput
    /// The destination of messages.
    public var messages: any TextOutput
    /// The terminal that ``output`` is written to; `nil` for a file or pipe.
    public var terminal: Terminal?
    /// Whether ``messages`` are written to a terminal.
    public var messagesGoToTerminal: Bool
    /// The opener of URLs; `nil` uses ``/SeekSearch/SystemOpener``.
    public var opener: (any URLOpening)?
    /// Returns the offset of local time from UTC at a date, in seconds. By default that of the process's time zone.
    public var secondsFromGMT: @Sendable (Date) -> Int = LocalTime.systemOffset
    /// Identifies the terminal to which the last table belongs; `nil` for a single one, as in a test.
    var terminalID: String?
    /// The path or name with which this process was started (`argv[0]`); `nil` if the command does not run as a
    /// program, as in a test.
    var programPath: String?
    /// Whether ``output`` is a pipe, whose reader may write to the terminal of ``messages``.
    var outputIsPipe = false
    /// Measures the time until a description of the progress is shown, and between its updates.
    var progressClock: any Clock<Duration> = ContinuousClock()
    /// Changes the configuration after it is created from the environment, for example the transport or the clock.
    public var configure: @Sendable (inout SeekConfiguration) -> Void

    /// Creates a context.
    public init(
        environment: [String: String],
        input: any LineInput = NoInput(),
        output: any TextOutput,
        messages: any TextOutput,
        terminal: Terminal? = nil,
        messagesGoToTerminal: Bool = false,
        opener: (any URLOpening)? = nil,
        configure: @escaping @Sendable (inout SeekConfiguration) -> Void = { _ in }
    ) {
        self.environment = environment
        self.input = input
        self.output = output
        self.messages = messages
        self.terminal = terminal
        self.messagesGoToTerminal = messagesGoToTerminal
        self.opener = opener
        self.configure = configure
    }
}

extension CommandContext {
    /// The environment variables that most other programs receive: all but the secrets.
    ///
    /// Only `seek-web` and the shell commands of aliases, which may run `seek` or `gh`, receive the secrets too.
    var programEnvironment: [String: String] {
        let secrets = Setting.all.filter(\.isSecret).flatMap(\.variables)
        return environment.filter { !secrets.contains($0.key) }
    }
}

/// The properties of an output terminal.
public struct Terminal: Sendable, Hashable {
    /// The number of columns.
    public var columns: Int

    /// Creates a terminal with at least one column.
    public init(columns: Int) { self.columns = max(1, columns) }
}

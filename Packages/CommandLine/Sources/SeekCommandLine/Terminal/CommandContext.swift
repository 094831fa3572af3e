public import Seek
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

extension CommandContext {
    /// The context of the current process.
    public static var process: CommandContext {
        let environment = ProcessInfo.processInfo.environment
        var context = CommandContext(
            environment: environment,
            input: DescriptorInput(descriptor: STDIN_FILENO),
            output: DescriptorOutput.output,
            messages: DescriptorOutput.messages,
            terminal: isatty(STDOUT_FILENO) == 1 ? Terminal(columns: terminalColumns(environment)) : nil,
            messagesGoToTerminal: isatty(STDERR_FILENO) == 1
        )
        context.terminalID = terminalID()
        context.programPath = CommandLine.arguments.first
        context.outputIsPipe = FileStatus(STDOUT_FILENO)?.isPipe == true
        return context
    }

    /// Returns the session of the controlling terminal or, without one, the parent process. All commands of a shell have
    /// the same session, also those whose input or output is a pipe.
    private static func terminalID() -> String {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return "parent-\(getppid())" }
        close(terminal)
        return "session-\(getsid(0))"
    }

    /// Returns the width that the terminal reports, otherwise `COLUMNS`, otherwise 80.
    private static func terminalColumns(_ environment: [String: String]) -> Int {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return columns(in: environment) ?? 80
    }

    /// Returns `COLUMNS` if it is a number above 0.
    static func columns(in environment: [String: String]) -> Int? {
        environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

private enum ProcessArguments {
    /// `CommandLine.arguments` replaces invalid UTF-8 with U+FFFD, and a command would search for that character.
    /// Throws if an argument is not valid UTF-8.
    static func strings() throws(UsageError) -> [String] {
        let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
        var strings: [String] = []
        for (number, argument) in zip(1..., arguments) {
            guard let string = String(validatingCString: argument) else {
                let text = SafeText.line(String(cString: argument))
                throw UsageError(
                    "argument \(number), '\(text)', is not encoded in UTF-8; check the encoding of the terminal "
                        + "or script"
                )
            }
            strings.append(string)
        }
        return strings
    }
}

extension SeekCommand {
    /// Runs the command line of this process, and returns its exit status.
    package static func runProcess() async -> CommandStatus {
        let context = CommandContext.process
        do {
            return await run(try ProcessArguments.strings(), context: context)
        } catch {
            Console(context).report(error.description)
            return .usage
        }
    }
}

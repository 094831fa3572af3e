import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
        context.programPath = CommandLine.arguments.first
        context.outputIsPipe = FileStatus(STDOUT_FILENO)?.isPipe == true
        return context
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

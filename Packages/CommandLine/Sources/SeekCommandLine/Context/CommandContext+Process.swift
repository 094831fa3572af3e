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

enum ProcessArguments {
    /// `CommandLine.arguments` replaces invalid UTF-8 with U+FFFD, and a command would search for that character.
    static func strings() throws(UsageError) -> [String] {
        let arguments = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
        return try strings(
            from: arguments.dropFirst().map { argument in
                UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
            }
        )
    }

    /// Throws if an argument is not valid UTF-8.
    static func strings(from arguments: [[UInt8]]) throws(UsageError) -> [String] {
        var strings: [String] = []
        for (index, bytes) in arguments.enumerated() {
            guard let string = String(validating: bytes, as: UTF8.self) else {
                let text = SafeText.line(String(decoding: bytes, as: UTF8.self))
                throw UsageError(
                    "argument \(index + 1), '\(text)', is not encoded in UTF-8; check the encoding of the terminal "
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

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
        return CommandContext(
            environment: environment,
            input: DescriptorInput(descriptor: STDIN_FILENO),
            output: DescriptorOutput.output,
            messages: DescriptorOutput.messages,
            terminal: isatty(STDOUT_FILENO) == 1 ? Terminal(columns: columns(environment)) : nil,
            messagesGoToTerminal: isatty(STDERR_FILENO) == 1
        )
    }

    /// Returns the width that the terminal reports, otherwise `COLUMNS`, otherwise 80.
    private static func columns(_ environment: [String: String]) -> Int {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environment["COLUMNS"].flatMap { Int($0) } ?? 80
    }
}

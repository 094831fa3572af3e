#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The arguments of this process.
enum ProcessArguments {
    /// Returns the arguments after the program's name.
    ///
    /// `CommandLine.arguments` replaces invalid UTF-8 with U+FFFD, and a command would search for that character.
    ///
    /// - Throws: If an argument is not valid UTF-8.
    static func strings() throws(UsageError) -> [String] {
        let arguments = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
        return try strings(
            from: arguments.dropFirst().map { argument in
                UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
            }
        )
    }

    /// Returns the arguments as strings.
    ///
    /// - Throws: If an argument is not valid UTF-8.
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

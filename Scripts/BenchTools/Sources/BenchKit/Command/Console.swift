import Foundation

/// Where the tools write to.
///
/// Functions of their own: a closure in a `main.swift` belongs to the main actor, and traps where it is called from
/// elsewhere.
public enum Console {
    /// A line on standard output, at once: rows come one by one, and who reads a pipe wants them then.
    @Sendable
    public static func output(_ line: String) {
        write(line, to: STDOUT_FILENO)
    }

    /// A line on standard error.
    @Sendable
    public static func problem(_ line: String) {
        write(line, to: STDERR_FILENO)
    }

    static func write(_ line: String, to descriptor: Int32) {
        try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data("\(line)\n".utf8))
    }
}

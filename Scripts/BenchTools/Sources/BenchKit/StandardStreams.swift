import Foundation

/// Standard output and standard error. These are functions because a closure in `main.swift` is isolated to the main
/// actor and traps when it is called from another thread. Errors of a write are ignored.
package enum StandardStreams {
    /// Writes a line to standard output without buffering, so that rows appear one by one in a pipe.
    @Sendable
    package static func output(_ line: String) {
        write(line, to: STDOUT_FILENO)
    }

    @Sendable
    package static func problem(_ line: String) {
        write(line, to: STDERR_FILENO)
    }

    private static func write(_ line: String, to descriptor: Int32) {
        try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data("\(line)\n".utf8))
    }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where the tools write to.
///
/// Functions of their own: a closure in a `main.swift` belongs to the main actor, and traps where it is called from elsewhere.
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
        let bytes = Array("\(line)\n".utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
            let count = rest.withUnsafeBytes { Musl.write(descriptor, $0.baseAddress, $0.count) }
            #else
            let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
            #endif
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

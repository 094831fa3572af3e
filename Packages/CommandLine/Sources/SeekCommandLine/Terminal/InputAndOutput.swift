import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A source of input lines.
public protocol LineInput: Sendable {
    /// Returns the next line without its line end, or `nil` at the end of the input or if the task is cancelled. Must
    /// not be called concurrently.
    func nextLine() async -> [UInt8]?

    /// Returns all bytes that have not been read yet, or `nil` if they cannot be read or the task is cancelled. Must
    /// not be called concurrently.
    func remainingBytes() async -> [UInt8]?

    /// Returns the next bytes, as soon as there are any, or `nil` at the end of the input or if the task is cancelled.
    /// Unlike a line, their size is limited: by default, they are the next line with a newline. Must not be called
    /// concurrently.
    func nextChunk() async -> [UInt8]?

    /// Whether the input is a terminal.
    var isTerminal: Bool { get }

    /// Returns the next line, like ``nextLine()``, without showing it on a terminal.
    func nextHiddenLine() async -> [UInt8]?
}

extension LineInput {
    /// Returns the remaining lines, each with a newline.
    public func remainingBytes() async -> [UInt8]? {
        var bytes: [UInt8] = []
        while let line = await nextLine() { bytes += line + [UInt8(ascii: "\n")] }
        return Task.isCancelled ? nil : bytes
    }

    /// Returns the next line with a newline.
    public func nextChunk() async -> [UInt8]? { await nextLine().map { $0 + [UInt8(ascii: "\n")] } }

    /// Returns `false`.
    public var isTerminal: Bool { false }

    /// Returns the next line.
    public func nextHiddenLine() async -> [UInt8]? { await nextLine() }

    /// Returns the value of a secret setting without surrounding white space, or `nil` if none was entered. In a file
    /// or pipe, blank lines are skipped, and several other lines are an error. Invalid UTF-8 is rejected, because
    /// replacing it would change the secret.
    func nextSecret(of setting: Setting) async throws(UsageError) -> String? {
        let line = isTerminal ? await nextHiddenLine() : try await onlyLine()
        // A cancelled command has the same exit status as an invalid one.
        if Task.isCancelled { throw UsageError("cancelled; nothing was stored") }
        guard let line else { return nil }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw UsageError("\(setting.key) is not encoded in UTF-8; check the input")
        }
        let secret = text.trimmed(of: \.isWhitespace)
        return secret.isEmpty ? nil : secret
    }

    /// Returns the only line that is not blank, or `nil` if all lines are blank.
    private func onlyLine() async throws(UsageError) -> [UInt8]? {
        var secret: [UInt8]?
        while let line = await nextLine() {
            if String(decoding: line, as: UTF8.self).allSatisfy(\.isWhitespace) { continue }
            guard secret == nil else {
                throw UsageError("standard input contains several lines; pass a single line with the secret")
            }
            secret = line
        }
        return secret
    }

    /// Reads a line, and returns whether it is `yes`, regardless of case and surrounding white space.
    func nextLineIsYes() async -> Bool {
        let line = await nextLine().map { String(decoding: $0, as: UTF8.self) }
        return line?.trimmed(of: \.isWhitespace).lowercased() == "yes"
    }
}

/// An empty input.
public struct NoInput: LineInput {
    /// Creates an empty input.
    public init() {}

    /// Returns `nil`.
    public func nextLine() async -> [UInt8]? { nil }
}

/// A destination of text.
public protocol TextOutput: Sendable {
    /// Writes a string completely.
    func write(_ text: String) throws(OutputError)

    /// Writes bytes completely. They need not be valid UTF-8.
    func write(bytes: [UInt8]) throws(OutputError)

    /// Whether the reader has closed the destination. Determined without writing.
    var isClosed: Bool { get }
}

extension TextOutput {
    /// Writes bytes as a string; invalid UTF-8 is replaced with U+FFFD.
    public func write(bytes: [UInt8]) throws(OutputError) {
        try write(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns `false`.
    public var isClosed: Bool { false }
}

/// A failed write.
public enum OutputError: Error, Sendable, Hashable {
    /// The reader closed the pipe: `seek … | head -1`.
    case closed
    /// Another failure, such as a full disk, with the system's description.
    case failed(String)
}

/// Writes to a file descriptor without buffering.
struct DescriptorOutput: TextOutput {
    static let output = DescriptorOutput(descriptor: STDOUT_FILENO)
    static let messages = DescriptorOutput(descriptor: STDERR_FILENO)

    let descriptor: Int32

    func write(_ text: String) throws(OutputError) {
        var text = text
        try check(
            BrokenPipe.withoutSignal(on: descriptor) {
                text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
            }
        )
    }

    func write(bytes: [UInt8]) throws(OutputError) {
        try check(BrokenPipe.withoutSignal(on: descriptor) { bytes.withUnsafeBytes { writeAll($0, to: descriptor) } })
    }

    var isClosed: Bool {
        var event = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&event, 1, 0) > 0 && event.revents & Int16(POLLERR | POLLHUP) != 0
    }

    private func check(_ errorNumber: Int32) throws(OutputError) {
        switch errorNumber {
        case 0: return
        case EPIPE: throw .closed
        default: throw .failed(String(cString: strerror(errorNumber)))
        }
    }
}

/// Makes writing to a closed pipe an error instead of ending the process: `seek … | head -1`.
enum BrokenPipe {
    /// Runs a body that writes to a descriptor. Writing to a closed pipe fails with an error instead of a SIGPIPE. The
    /// signal actions of the process and its child processes are not changed.
    static func withoutSignal<Result>(on descriptor: Int32, _ body: () -> Result) -> Result {
        #if canImport(Darwin)
        // XNU sends the signal to the process, so that blocking it on this thread is not enough. The flag is not
        // removed afterwards, because another thread may be writing.
        _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
        return body()
        #else
        return withSignalBlocked(body)
        #endif
    }

    #if !canImport(Darwin)
    /// Runs the body with SIGPIPE blocked in this thread, and discards a SIGPIPE that it causes.
    private static func withSignalBlocked<Result>(_ body: () -> Result) -> Result {
        var pipeSignal = sigset_t()
        var before = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        guard !isPending(), pthread_sigmask(SIG_BLOCK, &pipeSignal, &before) == 0 else { return body() }
        let result = body()
        if isPending() {
            var received: Int32 = 0
            sigwait(&pipeSignal, &received)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return result
    }

    private static func isPending() -> Bool {
        var pending = sigset_t()
        return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1
    }
    #endif
}

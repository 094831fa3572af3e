import Dispatch
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads lines from a file descriptor on a dispatch queue, so that a blocking read does not occupy a thread of the
/// Swift runtime.
final class DescriptorInput: LineInput {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "input")
    private let buffer = Mutex(LineBuffer())
    private let hasReadLine = Mutex(false)

    init(descriptor: Int32) { self.descriptor = descriptor }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    func nextHiddenLine() async -> [UInt8]? {
        guard TerminalEcho.turnOff(on: descriptor) else { return await nextLine() }
        defer { TerminalEcho.restore() }
        return await nextLine()
    }

    /// Omits a byte order mark at the begin of the input, which shells and editors of Windows write.
    func nextLine() async -> [UInt8]? {
        var line = buffer.withLock { $0.takeLine() }
        if line == nil { line = await onQueue { $0.readLine() } }
        let isFirst = hasReadLine.withLock { hasReadLine in
            defer { hasReadLine = true }
            return !hasReadLine
        }
        return isFirst ? line.map(UnicodeText.utf8) : line
    }

    func remainingBytes() async -> [UInt8]? {
        await onQueue { input in
            let buffered = input.buffer.withLock { $0.takeRest() } ?? []
            return readAll(from: input.descriptor).map { buffered + $0 }
        }
    }

    func nextChunk() async -> [UInt8]? {
        await onQueue { input in
            if let buffered = input.buffer.withLock({ $0.takeRest() }) { return buffered }
            return readChunk(from: input.descriptor).flatMap { $0.isEmpty ? nil : Array($0) }
        }
    }

    /// Returns the result of a blocking read, or `nil` if the task is cancelled.
    private func onQueue(_ read: @escaping @Sendable (DescriptorInput) -> [UInt8]?) async -> [UInt8]? {
        let pending = PendingRead()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                pending.wait(continuation)
                queue.async { [self] in pending.complete(read(self)) }
            }
        } onCancel: {
            // The blocking read cannot be interrupted. Its bytes are discarded.
            pending.complete(nil)
        }
    }

    /// Reads up to the next line end, or the end of the input.
    private func readLine() -> [UInt8]? {
        while true {
            if let line = buffer.withLock({ $0.takeLine() }) { return line }
            guard let chunk = readChunk(from: descriptor), !chunk.isEmpty else {
                return buffer.withLock { $0.takeRest() }
            }
            buffer.withLock { $0.append(chunk) }
        }
    }

    /// Resumes a continuation with the argument of the first call of ``complete(_:)``.
    private final class PendingRead: Sendable {
        private enum State {
            case initial
            case waiting(CheckedContinuation<[UInt8]?, Never>)
            case completed([UInt8]?)
        }

        private let state = Mutex(State.initial)

        // The continuation is resumed without the lock: `onCancel` waits for the lock while it holds the status lock of
        // the task, and resuming can wait for the status lock.
        func wait(_ continuation: CheckedContinuation<[UInt8]?, Never>) {
            let completed: [UInt8]?? = state.withLock { state in
                if case .completed(let bytes) = state { return .some(bytes) }
                state = .waiting(continuation)
                return .none
            }
            if let completed { continuation.resume(returning: completed) }
        }

        func complete(_ bytes: [UInt8]?) {
            let waiting: CheckedContinuation<[UInt8]?, Never>? = state.withLock { state in
                defer { state = .completed(bytes) }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            waiting?.resume(returning: bytes)
        }
    }
}

/// Splits chunks of bytes into lines.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The index at which the next line starts.
    private var start = 0
    /// The index up to which the bytes have been searched for a line end.
    private var searched = 0

    mutating func append(_ more: some Sequence<UInt8>) {
        if start > 65_536 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Removes and returns the next complete line without `\n` or `\r\n`, or `nil` if there is none.
    mutating func takeLine() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.endIndex
            return nil
        }
        defer { (start, searched) = (end + 1, end + 1) }
        let line = bytes[start..<end]
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    /// Removes and returns all remaining bytes, or `nil` if there are none.
    mutating func takeRest() -> [UInt8]? {
        defer { self = LineBuffer() }
        return start < bytes.endIndex ? Array(bytes[start...]) : nil
    }
}

/// The reason for the failure of the latest system call, such as `Permission denied`.
var systemFailureReason: String { String(cString: strerror(errno)) }

/// Returns the bytes of a file, pipe or device up to its end, or `nil` if it cannot be read.
func contents(ofFile path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return readAll(from: descriptor)
}

/// Returns the bytes up to the end of the input, or `nil` if it cannot be read.
func readAll(from descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
        guard let chunk = readChunk(from: descriptor) else { return nil }
        guard !chunk.isEmpty else { return bytes }
        bytes += chunk
    }
}

/// Waits for bytes and returns them; returns an empty array at the end of the input, or `nil` if it cannot be read.
func readChunk(from descriptor: Int32) -> ArraySlice<UInt8>? {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count >= 0 { return chunk[..<count] }
        if errno == EAGAIN {
            // Another program made the pipe non-blocking.
            var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&readable, 1, -1)
        } else if errno != EINTR {
            return nil
        }
    }
}

/// Turns off the echo of a terminal while a secret is entered, and restores it even if a signal ends or suspends the
/// process.
///
/// Signal handlers restore the terminal and raise the signal again. After `fg` the echo is turned off again. Supports
/// one terminal at a time.
enum TerminalEcho {
    private typealias Handler = @convention(c) (Int32) -> Void

    /// The state that the signal handlers use.
    private struct State {
        var descriptor: Int32 = -1
        var normal = termios()
        var hidden = termios()
        /// The previous actions of ``signals``. Stored as `sigaction` instead of handlers, because the runtime's crash
        /// handlers take more arguments.
        var actions: [sigaction] = []
    }

    /// SAFETY: changed by one caller at a time, as ``LineInput`` requires, while no handler is installed.
    private nonisolated(unsafe) static var state = State()

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Turns the echo off until ``restore()``. Line ends are still shown. Returns `false` if that is not possible.
    static func turnOff(on descriptor: Int32) -> Bool {
        var state = State(descriptor: descriptor)
        guard isatty(descriptor) == 1, tcgetattr(descriptor, &state.normal) == 0 else { return false }
        state.hidden = state.normal
        state.hidden.c_lflag &= ~tcflag_t(ECHO)
        state.hidden.c_lflag |= tcflag_t(ECHONL)
        state.actions = signals.map { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            return action
        }
        Self.state = state
        installHandlers()
        guard tcsetattr(descriptor, TCSADRAIN, &state.hidden) == 0 else {
            removeHandlers()
            return false
        }
        return true
    }

    static func restore() {
        tcsetattr(state.descriptor, TCSADRAIN, &state.normal)
        removeHandlers()
    }

    private static func installHandlers() {
        for number in signals {
            let previous = signal(number, onSignal)
            // Signals that are ignored, as under `nohup`, remain ignored.
            if isSame(previous, SIG_IGN) { signal(number, SIG_IGN) }
        }
        signal(SIGCONT, onContinue)
    }

    private static func removeHandlers() {
        signal(SIGCONT, SIG_DFL)
        for (index, number) in signals.enumerated() {
            let current = signal(number, SIG_DFL)
            if isSame(current, onSignal) {
                sigaction(number, &state.actions[index], nil)
            } else {
                // The signal is ignored, or `onSignal` has already restored its action, which may have changed since.
                signal(number, current)
            }
        }
    }

    private static func isSame(_ first: Handler?, _ second: Handler?) -> Bool {
        unsafeBitCast(first, to: Int.self) == unsafeBitCast(second, to: Int.self)
    }

    /// Turns the echo on, restores the previous action, and raises the signal again.
    private static let onSignal: Handler = { number in
        tcsetattr(TerminalEcho.state.descriptor, TCSANOW, &TerminalEcho.state.normal)
        guard let index = TerminalEcho.signals.firstIndex(of: number) else { return }
        sigaction(number, &TerminalEcho.state.actions[index], nil)
        raise(number)
    }

    /// Installs the handlers before turning the echo off, so that a signal in between restores the terminal.
    private static let onContinue: Handler = { _ in
        TerminalEcho.installHandlers()
        tcsetattr(TerminalEcho.state.descriptor, TCSANOW, &TerminalEcho.state.hidden)
    }
}

import Dispatch
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads lines from a file descriptor, on a queue of its own: a reader that waits holds up no task but the one that asked.
final class DescriptorInput: LineInput {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "input")
    private let buffer = Mutex(LineBuffer())

    init(descriptor: Int32) { self.descriptor = descriptor }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    func nextHiddenLine() async -> [UInt8]? {
        guard TerminalEcho.turnOff(on: descriptor) else { return await nextLine() }
        defer { TerminalEcho.restore() }
        return await nextLine()
    }

    func nextLine() async -> [UInt8]? {
        if let line = buffer.withLock({ $0.takeLine() }) { return line }
        let answer = Answer()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(continuation)
                queue.async { [self] in answer.give(read()) }
            }
        } onCancel: {
            // The read goes on waiting; the program ends meanwhile.
            answer.give(nil)
        }
    }

    /// Reads until a line is whole; what is left at the end is one too.
    private func read() -> [UInt8]? {
        while true {
            if let line = buffer.withLock({ $0.takeLine() }) { return line }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = systemRead(descriptor, &chunk, chunk.count)
            if count > 0 {
                buffer.withLock { $0.append(chunk[..<count]) }
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                return buffer.withLock { $0.takeRest() }
            } else if errno == EAGAIN {
                // A pipe that another program made non-blocking.
                var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&readable, 1, -1)
            }
        }
    }

    /// One line on its way to who waits for it; the first one given counts.
    private final class Answer: Sendable {
        private enum State {
            case none
            case waiting(CheckedContinuation<[UInt8]?, Never>)
            case given([UInt8]?)
        }

        private let state = Mutex(State.none)

        func wait(_ continuation: CheckedContinuation<[UInt8]?, Never>) {
            let given: [UInt8]?? = state.withLock {
                if case .given(let line) = $0 { return .some(line) }
                $0 = .waiting(continuation)
                return .none
            }
            if let given { continuation.resume(returning: given) }
        }

        func give(_ line: [UInt8]?) {
            let continuation: CheckedContinuation<[UInt8]?, Never>? = state.withLock { state in
                defer { state = .given(line) }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            continuation?.resume(returning: line)
        }
    }
}

/// Bytes that arrive in pieces, taken out by lines.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// Where what was not taken yet begins, and up to where it was searched for an end.
    private var start = 0
    private var searched = 0

    mutating func append(_ more: some Sequence<UInt8>) {
        if start > 65_536 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next whole line, without `\n` or `\r\n`; nil where there is none yet.
    mutating func takeLine() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.endIndex
            return nil
        }
        defer { (start, searched) = (end + 1, end + 1) }
        let line = bytes[start..<end]
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    /// What is left behind the last line; nil where that is nothing.
    mutating func takeRest() -> [UInt8]? {
        defer { self = LineBuffer() }
        return start < bytes.endIndex ? Array(bytes[start...]) : nil
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes to a file descriptor, unbuffered: who writes has the whole text.
struct DescriptorOutput: TextOutput {
    static let output = DescriptorOutput(descriptor: STDOUT_FILENO)
    static let messages = DescriptorOutput(descriptor: STDERR_FILENO)

    let descriptor: Int32

    func write(_ text: String) throws(OutputError) {
        var text = text
        try check(BrokenPipe.withoutSignal { text.withUTF8(write) })
    }

    func write(bytes: [UInt8]) throws(OutputError) {
        try check(BrokenPipe.withoutSignal { bytes.withUnsafeBufferPointer(write) })
    }

    private func check(_ failure: Int32) throws(OutputError) {
        switch failure {
        case 0: return
        case EPIPE: throw .closed
        default: throw .failed(String(cString: strerror(failure)))
        }
    }

    /// Writes all bytes; what the system's error was, or 0.
    private func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = systemWrite(descriptor, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                // A terminal or pipe that another program made non-blocking.
                var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&writable, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

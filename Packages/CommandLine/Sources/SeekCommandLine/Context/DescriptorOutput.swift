import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The standard streams, written to without a buffer: a line is out when the call returns.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes a line in one go, so that lines of several threads do not mix.
    func write(line: String) {
        var bytes = Array("\(line)\n".utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { writeBytes($0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    private func writeBytes(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.write(rawValue, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(rawValue, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(rawValue, bytes.baseAddress, bytes.count)
        #endif
    }
}

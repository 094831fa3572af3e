#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes all bytes to an open file, pipe or socket, and returns 0 or the `errno` of the write that failed.
///
/// Waits until a non-blocking descriptor is writable: another process that shares it may have set that mode.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var unwritten = bytes
    while !unwritten.isEmpty {
        let count = write(descriptor, unwritten.baseAddress, unwritten.count)
        if count > 0 {
            unwritten = UnsafeRawBufferPointer(rebasing: unwritten[count...])
        } else if count == 0 {
            return EIO
        } else if errno == EAGAIN {
            var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&writable, 1, -1)
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}

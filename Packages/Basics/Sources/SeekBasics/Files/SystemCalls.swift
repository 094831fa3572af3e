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

/// Returns the system's message for an `errno`.
func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }

/// The system calls that lock a file, rename it, and sync it to the disk; tests use other functions in their place.
struct SystemCalls: Sendable {
    var lock: @Sendable (Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) }
    var sync: @Sendable (Int32) -> Int32 = { fsync($0) }
    var rename: @Sendable (String, String) -> Int32 = { systemRename($0, $1) }

    /// See ``PrivateFile/tryLock(_:)``. `EWOULDBLOCK` means that the lock is held, and `EINTR` that the attempt was
    /// interrupted. Any other error means that the file system has no locks, so that the file is used without one.
    func tryLock(_ descriptor: Int32) -> Bool {
        lock(descriptor) == 0 || ![EWOULDBLOCK, EINTR].contains(errno)
    }
}

// A name for a system call that a member of the same name would shadow.
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }

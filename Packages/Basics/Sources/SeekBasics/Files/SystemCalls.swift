#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The owner, mode, kind, size and modification time of a file, and whether it was removed.
public struct FileStatus: Sendable {
    private let mode: UInt32
    let owner: UInt32
    /// The size in bytes.
    public let size: Int64
    /// The modification time in whole seconds since 1970.
    public let modificationTime: Int
    /// Whether the file has no name any more, because it was removed while it was open.
    public let isRemoved: Bool

    /// Creates the status of the file at a path, or returns nil with `errno` set.
    ///
    /// - Parameter followsLinks: Whether the status is that of the target if the file is a symbolic link.
    public init?(_ path: String, followsLinks: Bool) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the status of an open file, or returns nil with `errno` set.
    public init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        mode = UInt32(status.st_mode)
        owner = status.st_uid
        size = Int64(status.st_size)
        isRemoved = status.st_nlink == 0
        #if canImport(Darwin)
        modificationTime = status.st_mtimespec.tv_sec
        #else
        // `tv_sec` cannot be read: in some builds, Swift expects it in a module that cannot be imported.
        modificationTime = Int(Duration(status.st_mtim).components.seconds)
        #endif
    }

    /// Whether the file is a regular file.
    public var isFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
    /// Whether the file is a folder.
    public var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
    /// Whether the file is a pipe.
    public var isPipe: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFIFO) }
    var isOwnedByUserOrRoot: Bool { owner == geteuid() || owner == 0 }
    /// Whether the file's group or every user can write to the file.
    var isWritableByOthers: Bool { mode & 0o022 != 0 }
    /// Whether the file's group or every user can read the file.
    var isReadableByOthers: Bool { mode & 0o044 != 0 }
    /// Whether a file in the folder can be renamed or removed only by its owner, the owner of the folder, and root.
    var isSticky: Bool { mode & 0o1000 != 0 }
}

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

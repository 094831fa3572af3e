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

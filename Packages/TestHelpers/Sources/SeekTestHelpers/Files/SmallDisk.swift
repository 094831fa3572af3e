#if os(Linux)
public import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A small file system in memory (tmpfs) for tests of full disks. Deallocation of the `SmallDisk` unmounts it
/// and deletes its contents.
///
/// ```swift
/// let disk = try SmallDisk(size: 1 << 20)
/// try disk.fill()
/// #expect(throws: (any Error).self) { try Data(count: 5_000).write(to: disk.url.appending(path: "file")) }
/// try disk.makeRoom()
/// ```
/// Mounting requires root, so tests are conditional:
/// `.enabled(if: SmallDisk.isPermitted, "file systems cannot be mounted: run as root")`.
public final class SmallDisk: Sendable {
    /// The root folder of the disk.
    public let url: URL
    private let folder: TemporaryFolder

    /// Whether this process can mount file systems.
    public static let isPermitted = (try? SmallDisk(size: 4_096)) != nil

    /// Creates an empty disk.
    ///
    /// - Parameter size: The size in bytes, greater than 0, rounded up to whole pages.
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public init(size: Int) throws(FixtureError) {
        folder = try TemporaryFolder()
        url = folder.url
        guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(size)") == 0 else { throw Self.failure(at: url) }
    }

    deinit {
        // MNT_DETACH: files that are still open remain accessible until they are closed.
        _ = umount2(url.path, Int32(MNT_DETACH))
    }

    /// Fills the disk.
    ///
    /// - Parameter freeBytes: The number of bytes that remain free, rounded down to whole pages.
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public func fill(leaving freeBytes: Int = 0) throws(FixtureError) {
        try makeRoom()
        let size = max(0, try freeSize - freeBytes)
        let descriptor = open(ballast.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw Self.failure(at: ballast) }
        defer { close(descriptor) }
        guard size > 0 else { return }
        let errorNumber = posix_fallocate(descriptor, 0, off_t(size))
        guard errorNumber == 0 else {
            throw .unwritable(path: ballast.path, reason: String(cString: strerror(errorNumber)))
        }
    }

    /// Frees the space that ``fill(leaving:)`` used.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public func makeRoom() throws(FixtureError) {
        guard unlink(ballast.path) == 0 || errno == ENOENT else { throw Self.failure(at: ballast) }
    }

    /// Makes the disk read-only or writable. A disk cannot become read-only while a file on it is open for writing.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public func setReadOnly(_ isReadOnly: Bool) throws(FixtureError) {
        let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
        guard mount("tmpfs", url.path, "tmpfs", flags, nil) == 0 else { throw Self.failure(at: url) }
    }

    /// The free space in bytes.
    public var freeSize: Int {
        get throws(FixtureError) {
            var status = statvfs()
            guard statvfs(url.path, &status) == 0 else { throw Self.failure(at: url) }
            return Int(status.f_bavail) * Int(status.f_bsize)
        }
    }

    /// The file that fills the disk.
    private var ballast: URL { url.appendingPathComponent("ballast") }

    private static func failure(at url: URL) -> FixtureError {
        .unwritable(path: url.path, reason: String(cString: strerror(errno)))
    }
}
#endif

#if os(Linux)
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A disk of a test's own that can be full: a small file system in memory (tmpfs). It and all it holds go with the last reference to it.
///
/// ```swift
/// let disk = try SmallDisk(size: 1 << 20)
/// try disk.fill()
/// #expect(throws: (any Error).self) { try Data(count: 5_000).write(to: disk.url.appending(path: "file")) }
/// try disk.makeRoom()
/// ```
/// Only root may mount it; where that is not permitted, tests leave themselves out by name:
/// `.enabled(if: SmallDisk.isPermitted, "no file system may be mounted: run as root")`.
public final class SmallDisk: Sendable {
    /// Its top folder.
    public let url: URL
    private let folder: TemporaryFolder

    /// Whether this process may mount file systems.
    public static let isPermitted = (try? SmallDisk(size: 4_096)) != nil

    /// Makes an empty disk.
    ///
    /// - Parameter size: how much it holds, in bytes; whole pages count.
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public init(size: Int) throws(FixtureError) {
        folder = try TemporaryFolder()
        url = folder.url
        guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(size)") == 0 else { throw Self.failure(at: url) }
    }

    deinit {
        // Whoever has still a file open there keeps it, unseen.
        _ = umount2(url.path, Int32(MNT_DETACH))
    }

    /// Takes up what room there is.
    ///
    /// - Parameter rest: how many bytes stay free; whole pages do.
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public func fill(leaving rest: Int = 0) throws(FixtureError) {
        try makeRoom()
        let size = max(0, try free - rest)
        let descriptor = open(ballast.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw Self.failure(at: ballast) }
        defer { close(descriptor) }
        guard size > 0 else { return }
        let reason = posix_fallocate(descriptor, 0, off_t(size))
        guard reason == 0 else {
            throw .unwritable(path: ballast.path, reason: String(cString: strerror(reason)))
        }
    }

    /// Gives back the room that ``fill(leaving:)`` took.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public func makeRoom() throws(FixtureError) {
        guard unlink(ballast.path) == 0 || errno == ENOENT else { throw Self.failure(at: ballast) }
    }

    /// Makes the disk read-only, or writable again. It fails while a file on the disk is open for writing.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public func setReadOnly(_ isReadOnly: Bool) throws(FixtureError) {
        let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
        guard mount("tmpfs", url.path, "tmpfs", flags, nil) == 0 else { throw Self.failure(at: url) }
    }

    /// How much is free, in bytes.
    public var free: Int {
        get throws(FixtureError) {
            var status = statvfs()
            guard statvfs(url.path, &status) == 0 else { throw Self.failure(at: url) }
            return Int(status.f_bavail) * Int(status.f_bsize)
        }
    }

    private var ballast: URL { url.appendingPathComponent("ballast") }

    /// What the system's last call failed by.
    private static func failure(at url: URL) -> FixtureError {
        .unwritable(path: url.path, reason: String(cString: strerror(errno)))
    }
}
#endif

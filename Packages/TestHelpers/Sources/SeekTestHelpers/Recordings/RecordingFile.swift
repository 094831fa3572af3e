public import SeekBasics
public import SeekNetworking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Recording {
    /// Reads a recording from a file.
    ///
    /// - Parameter sizeLimit: The maximum size of the file, in bytes. Reading requires about three times as much
    ///   memory.
    /// - Throws: ``FixtureError/tooLarge(path:size:limit:)`` before the file is read,
    ///   ``FixtureError/unreadable(path:reason:)``, or ``FixtureError/malformed(path:place:reason:)``, whose place is
    ///   the location in the HAR file if it is known.
    public init(contentsOf file: URL, sizeLimit: Int = Self.sizeLimit) throws(FixtureError) {
        let bytes = try Fixtures.read(file, sizeLimit: sizeLimit)
        do throws(ParseError) {
            try self.init(har: bytes)
        } catch {
            throw .malformed(
                path: file.path,
                place: error.location.isEmpty ? nil : error.location,
                reason: error.reason
            )
        }
    }
}

/// A lock file that prevents two tests, even in different processes, from recording to the same file at the same time.
/// Released on deallocation.
final class RecordingLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Acquires the lock, or returns nil if another holder has it or is releasing it.
    init?(for file: URL) throws(FixtureError) {
        let path = file.path + ".recording"
        // A failure is reported by `open`.
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
        // The holder may have removed the file after `open`. Another holder may already lock a new one.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, FileStatus(descriptor)?.isRemoved == false else {
            close(descriptor)
            return nil
        }
        // Set last: if all properties were set before `return nil`, `deinit` would run and remove the holder's file.
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        // Removed while the lock is held, so that the file cannot belong to another holder.
        unlink(path)
        close(descriptor)
    }
}

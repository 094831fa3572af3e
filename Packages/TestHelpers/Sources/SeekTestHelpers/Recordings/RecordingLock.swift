#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Keeps two tests, of one process or of several, from making the same recording at once. Released with the last reference.
final class RecordingLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Nil where somebody else holds it.
    init?(for file: URL) throws(FixtureError) {
        let path = file.path + ".recording"
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        // Set last: `deinit` runs for a failed initializer once all properties are set, and would remove the holder's file.
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        // While it is still held: nobody else's file is removed.
        unlink(path)
        close(descriptor)
    }
}

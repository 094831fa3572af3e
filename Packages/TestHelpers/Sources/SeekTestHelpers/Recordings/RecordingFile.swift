import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

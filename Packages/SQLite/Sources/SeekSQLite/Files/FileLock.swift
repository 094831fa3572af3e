#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An advisory lock between processes, and between objects of one process. The system releases it when the process
/// ends.
public enum FileLock {
    /// Calls a body while holding the lock.
    ///
    /// - Parameters:
    ///   - path: The lock file, which is created if necessary.
    ///   - timeout: The maximum time to wait for the lock, in milliseconds.
    ///   - opening: Returns the error to throw when the file cannot be opened.
    ///   - body: The work to do.
    /// - Returns: The result of the body; nil when the lock was not acquired in time.
    public static func withLock<Result, Failure: Error>(
        at path: String,
        timeout: Int32,
        opening: (FileError) -> Failure,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let descriptor: Int32
        do throws(FileError) {
            descriptor = try FileSystem.openOrCreate(path)
        } catch {
            throw opening(error)
        }
        defer { close(descriptor) }
        var waited: Int32 = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // The file system does not support locks; the body runs without one.
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard waited < timeout else { return nil }
            usleep(2_000)
            waited += 2
        }
        return try body()
    }
}

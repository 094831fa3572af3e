#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An advisory lock between processes, and between the stores of one, held for the time of a call.
///
/// It is held only while a database is opened or set aside, and falls with the process that holds it.
public enum FileLock {
    /// Runs a body with the lock held.
    ///
    /// - Parameters:
    ///   - path: the lock's file, made where it is missing.
    ///   - timeout: how long to wait for it, in milliseconds.
    ///   - opening: the error where the file cannot be opened.
    ///   - body: what is to be done.
    /// - Returns: What the body returns; nil where the lock stayed with somebody else.
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
            // A file system without locks: its caches are used by one process, as far as we can tell.
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard waited < timeout else { return nil }
            usleep(2_000)
            waited += 2
        }
        return try body()
    }
}

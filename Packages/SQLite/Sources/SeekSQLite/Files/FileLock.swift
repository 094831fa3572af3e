import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An advisory lock between processes, and between objects of one process. The system releases it when the process
/// ends.
enum FileLock {
    /// Calls a body while holding the lock of a file, which is created if necessary.
    ///
    /// - Parameter timeout: The maximum time to wait for the lock, in milliseconds.
    /// - Throws: ``DatabaseFailure/busy`` if the lock was not acquired in time, ``DatabaseFailure/diskFull`` or
    ///   ``DatabaseFailure/folderUnusable(reason:)`` if the file cannot be opened, or the error of the body.
    static func withLock<Result>(
        at path: String,
        timeout: Int32,
        _ body: () throws(DatabaseFailure) -> Result
    ) throws(DatabaseFailure) -> Result {
        let descriptor: Int32
        do throws(FileError) {
            descriptor = try FileSystem.openOrCreate(path)
        } catch {
            throw DatabaseFailure(folder: error)
        }
        defer { close(descriptor) }
        var waitedMilliseconds: Int32 = 0
        while !PrivateFile.tryLock(descriptor) {
            guard waitedMilliseconds < timeout else { throw .busy }
            usleep(2_000)
            waitedMilliseconds += 2
        }
        return try body()
    }
}

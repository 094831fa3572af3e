import SeekBasics
import SeekSQLite

/// The internal parameters of a disk store. Only tests change them.
struct DiskOptions: Sendable {
    /// The maximum size of a value in the database, in bytes; a larger one is stored in a file.
    ///
    /// Small values are written faster to SQLite than to files (https://sqlite.org/fasterthanfs.html), but SQLite
    /// writes each value twice: to the WAL and to the database.
    var inlineLimit = 32 << 10
    /// The maximum time to wait for the lock of another connection or process, in milliseconds.
    var busyTimeout: Int32 = 5_000
    /// The minimum age in seconds at which a value file without an entry is removed. Another process may be about to
    /// add the entry of a newer file.
    var orphanAge = 3_600
    /// The number of access times that are collected before they are written.
    var accessBatchCount = 1_024
    /// The minimum time in seconds between the stored access time and a later one that is written. Without it, a
    /// program that reads a few values and exits would wait for the disk.
    var accessResolution = 60.0
    /// The number of connections for reads on callers' threads.
    var readerCount = min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 8)
    /// The maximum size of a value file that is read on the caller's thread, in bytes; the worker reads larger ones.
    var directReadLimit = 128 << 10
    /// The maximum number of concurrent puts that share a transaction.
    var batchCount = 64
    /// No more puts are added to a transaction once its values have this total size in bytes.
    var batchBytes = 4 << 20
    /// The maximum time that the first put of a batch waits for others, in microseconds.
    var batchDelay = 500
    /// The hash by which the row of a key is looked up.
    var hashFunction: @Sendable (UnsafeRawBufferPointer) -> UInt64 = { XXHash64.hash($0) }

    /// The maximum size of a value: 1 GiB. A row with a larger size is corrupt, and no memory is allocated for it.
    static let maximumValueSize = 1 << 30

    /// The maximum size of a row in bytes.
    var maximumRowSize: Int32 { Int32(CacheError.keyLimit + inlineLimit + 4_096) }

    func hash(of key: KeyBytes) -> Int64 { Int64(bitPattern: key.withBytes(hashFunction)) }
}

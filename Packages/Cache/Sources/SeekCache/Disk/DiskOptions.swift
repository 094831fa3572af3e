import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a disk store could do otherwise; tests do.
struct DiskOptions: Sendable {
    /// The greatest value kept inside the database, in bytes.
    ///
    /// SQLite writes small values faster than a file each can be made (sqlite.org/fasterthanfs.html); each value inside is
    /// copied once more, into the log and then into its place.
    var inlineLimit = 32 << 10
    /// How long to wait for another process's lock, in milliseconds.
    var busyTimeout: Int32 = 5_000
    /// How old a value file that no entry names must be before it is an orphan, in seconds by the system's clock: another
    /// process may have written it and be about to name it.
    var orphanAge = 3_600
    /// The number of access times that ``DiskUsage`` collects before they are written.
    var accessLimit = 1_024
    /// By how many seconds an access must be later than the one in the database to be written: a program that reads a few values and
    /// exits would otherwise wait for the disk.
    var accessResolution = 60.0
    /// How many may read at once without the worker.
    var readers = min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 8)
    /// The greatest value a caller's thread reads from a file by itself, in bytes; larger ones the worker reads.
    var directReadLimit = 128 << 10
    /// What is put at one time shares a transaction: so many puts, or a little over so many bytes.
    var groupCount = 64
    var groupBytes = 4 << 20
    /// How long the first put of a group waits for as many as came together before, in microseconds.
    var gatheringTime = 500
    /// What a key's row is found by, before the whole key is compared.
    var hash: @Sendable (UnsafeRawBufferPointer) -> UInt64 = { XXHash64.hash($0) }

    /// The greatest value that is stored: 1 GiB. A row or a file that claims more was not written by a store, and takes no memory.
    static let longestValue = 1 << 30

    /// No row has more bytes than this.
    var longestRow: Int32 { Int32(CacheError.keyLimit + CacheError.tagLimit + inlineLimit + 4_096) }

    func hash(of key: KeyBytes) -> Int64 {
        Int64(bitPattern: key.withBytes(hash))
    }
}

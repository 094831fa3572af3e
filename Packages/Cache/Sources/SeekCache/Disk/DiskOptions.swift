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
    /// How many times of use are collected before they are written.
    var touchLimit = 512
    /// Finds the bucket of a key.
    var hash: @Sendable (UnsafeRawBufferPointer) -> UInt64 = { XXHash64.hash($0) }
}

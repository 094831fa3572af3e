import SeekSQLite

/// The files of a store other than its entries: companions, which can be regenerated from the entries, and a corrupt
/// database that was moved aside.
extension DiskEngine {
    /// Removes all companions if together they take more than half of the maximum size (they can be regenerated), and
    /// the corrupt database if it does not fit beside the entries.
    ///
    /// - Parameter entryBytes: The total size of the values, in bytes.
    /// - Returns: The limits for the entries: their maximum size is reduced by the size of the remaining other files.
    func removeOtherFiles(ifExceeding limits: CacheLimits, entryBytes: Int) -> CacheLimits {
        guard let maxSize = limits.maxSize else { return limits }
        var quarantineBytes = database.file.quarantineSize
        var companionBytes = companionSize
        if companionBytes > maxSize / 2 {
            for path in layout.companionPaths { FileSystem.remove(path) }
            companionBytes = companionSize
        }
        if quarantineBytes > 0, entryBytes > maxSize - companionBytes - quarantineBytes {
            database.file.removeQuarantine()
            quarantineBytes = database.file.quarantineSize
        }
        var limits = limits
        limits.maxSize = max(0, maxSize - companionBytes - quarantineBytes)
        return limits
    }

    /// The total size of all files of the store in bytes.
    var diskSize: Int {
        database.file.size + FileSystem.size(of: layout.valuesPath) + database.file.quarantineSize + companionSize
    }

    private var companionSize: Int { layout.companionPaths.reduce(0) { $0 + FileSystem.size(of: $1) } }
}

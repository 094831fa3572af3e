import SeekSQLite

/// The files beside the entries: companions, and a corrupt database that was moved aside.
extension DiskEngine {
    /// The limits of the entries alone: what is beside them counts towards the greatest size.
    ///
    /// It makes room there first, since none of it is lost for good: a corrupt database goes where it does not fit beside the entries, companions
    /// go where they take more than half of the size, or little would be left of the entries they are made from.
    func limitsOfEntries(_ limits: CacheLimits, holding bytes: Int) -> CacheLimits {
        guard let maxSize = limits.maxSize else { return limits }
        var corrupt = files.file.quarantineSize
        var companions = companionSize
        if companions > maxSize / 2 {
            for path in layout.companionPaths { FileSystem.remove(path) }
            companions = companionSize
        }
        if corrupt > 0, bytes > maxSize - companions - corrupt {
            files.file.removeQuarantine()
            corrupt = files.file.quarantineSize
        }
        var limits = limits
        limits.maxSize = max(0, maxSize - companions - corrupt)
        return limits
    }

    /// The bytes of all files of the store.
    var diskSize: Int {
        let values = FileSystem.size(of: layout.values)
        let database = ["", "-wal", "-shm"].reduce(0) { $0 + FileSystem.size(of: layout.database + $1) }
        return database + values + files.file.quarantineSize + companionSize
    }

    private var companionSize: Int { layout.companionPaths.reduce(0) { $0 + FileSystem.size(of: $1) } }
}

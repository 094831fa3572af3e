extension SQLiteConnection {
    /// Sets a fresh connection up for a file that several processes read and write: with a log, which is written at each
    /// transaction and synced at checkpoints.
    public func setUpForSharing() throws(SQLiteError) {
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = NORMAL")
        try execute("PRAGMA cell_size_check = ON")
        // Debian's SQLite writes zeros over each page that is freed, which takes most of the time of a removal.
        try execute("PRAGMA secure_delete = FAST")
        // Fewer checkpoints write a page that many writes changed fewer times; this one lets the log grow to 16 MB.
        try execute("PRAGMA wal_autocheckpoint = 4000")
        try execute("PRAGMA journal_size_limit = 16777216")
    }
}

import SeekSQLite

extension SQLiteStatement {
    /// The size of a value as a row holds it; nil where no row was ever written with it.
    func size(at column: Int32) -> Int? {
        int(at: column, in: 0...Int64(DiskOptions.longestValue)).map { Int($0) }
    }

    /// A sum as the database holds it; nil where it cannot be one.
    func sum(at column: Int32) -> Int? {
        // Far from where another addition could overflow.
        int(at: column, in: 0...(1 << 60)).map { Int(clamping: $0) }
    }
}

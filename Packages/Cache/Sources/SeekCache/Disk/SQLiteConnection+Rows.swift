import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLiteConnection {
    /// Returns the row of a key.
    ///
    /// The key is compared here and not in SQL: binding it would allocate memory under a lock of the process.
    func row(of key: KeyBytes, hash: Int64) throws(SQLiteError) -> DiskRow? {
        let select = try statement(
            "SELECT id, version, stored, accessed, expires, size, checksum, tags, inFile, value, key FROM entry "
                + "WHERE hash = ?1"
        )
        defer { select.reset() }
        try select.bind(hash, at: 1)
        while try select.step() {
            if select.withBytes(at: 10, key.hasBytes) { return row(of: select) }
        }
        return nil
    }

    private func row(of select: SQLiteStatement) -> DiskRow {
        DiskRow(
            id: select.int(at: 0),
            version: select.int(at: 1),
            stored: select.double(at: 2),
            accessed: select.double(at: 3),
            expires: select.isNull(at: 4) ? nil : select.double(at: 4),
            // No value has a negative size, so that the row is not valid.
            size: select.size(at: 5) ?? -1,
            checksum: UInt64(bitPattern: select.int(at: 6)),
            tags: select.isNull(at: 7) ? nil : select.withBytes(at: 7) { Array($0) },
            hasFile: select.int(at: 8) != 0,
            value: select.isNull(at: 9) ? nil : select.data(at: 9)
        )
    }
}

extension SQLiteStatement {
    func bind(_ key: KeyBytes, at index: Int32) throws(SQLiteError) {
        try check(key.withBytes { bind($0, at: index) })
    }

    func bind(_ bytes: [UInt8]?, at index: Int32) throws(SQLiteError) {
        guard let bytes else { return try bindNull(at: index) }
        try check(bytes.withUnsafeBytes { bind($0, at: index) })
    }

    func bind(_ data: Data, at index: Int32) throws(SQLiteError) {
        try check(data.withUnsafeBytes { bind($0, at: index) })
    }
}

extension SQLiteStatement {
    /// Returns the size of a value; nil if it is not valid.
    func size(at column: Int32) -> Int? {
        int(at: column, in: 0...Int64(DiskOptions.longestValue)).map { Int($0) }
    }

    /// Returns a total; nil if it is not valid.
    func sum(at column: Int32) -> Int? {
        // A limit below which additions cannot overflow.
        int(at: column, in: 0...(1 << 60)).map { Int(clamping: $0) }
    }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DiskEngine {
    func value(for key: String) throws(CacheError) -> CacheEntry? {
        // No longer key was ever put.
        guard key.utf8.count <= CacheError.keyLimit else {
            misses += 1
            return nil
        }
        let now = now()
        let entry = try soundEntry(for: KeyBytes(key), at: now)
        if entry == nil { misses += 1 } else { hits += 1 }
        return entry
    }

    private func soundEntry(for key: KeyBytes, at now: Date) throws(CacheError) -> CacheEntry? {
        var suspect: DiskRow?
        while let row = try row(for: key) {
            if let expires = row.expires, expires <= seconds(now) { return nil }
            if let data = value(of: row), data.count == row.size, row.vouches(for: data, key: key) {
                touch(row.id, at: seconds(now))
                return CacheEntry(
                    data: data,
                    storedAt: Date(timeIntervalSinceReferenceDate: row.stored),
                    expiresAt: row.expires.map { Date(timeIntervalSinceReferenceDate: $0) },
                    now: now
                )
            }
            // Another process may have replaced the entry, and removed its file, since the row was read. The same row
            // twice is damaged.
            if suspect?.version == row.version {
                drop([row.id])
                return nil
            }
            suspect = row
        }
        return nil
    }

    private func value(of row: DiskRow) -> Data? {
        row.value ?? FileSystem.read(layout.valueFile(row.version), size: row.size)
    }

    private func row(for key: KeyBytes) throws(CacheError) -> DiskRow? {
        let bucket = bucket(of: key)
        return try run("read") { connection throws(SQLiteError) in
            let select = try connection.statement(
                "SELECT id, version, stored, expires, size, checksum, value FROM entry "
                    + "WHERE id BETWEEN ?1 AND ?2 AND key = ?3"
            )
            defer { select.reset() }
            try select.bind(bucket.lowerBound, at: 1)
            try select.bind(bucket.upperBound, at: 2)
            try select.bind(key, at: 3)
            guard try select.step() else { return nil }
            return DiskRow(
                id: select.int(at: 0),
                version: select.int(at: 1),
                stored: select.double(at: 2),
                expires: select.isNull(at: 3) ? nil : select.double(at: 3),
                size: Int(select.int(at: 4)),
                checksum: UInt64(bitPattern: select.int(at: 5)),
                value: select.isNull(at: 6) ? nil : select.data(at: 6)
            )
        }
    }

    func statistics() throws(CacheError) -> CacheStatistics {
        try run("count the entries") { connection throws(SQLiteError) in
            let select = try connection.statement("SELECT count(*), total(size) FROM entry")
            defer { select.reset() }
            guard try select.step() else { return CacheStatistics() }
            return CacheStatistics(
                count: Int(select.int(at: 0)),
                bytes: Int(clamping: Int64(exactly: select.double(at: 1).rounded()) ?? 0),
                hits: hits,
                misses: misses,
                damaged: damaged
            )
        }
    }

    /// All items. A row that does not stand where its key belongs is damaged, and dropped.
    func items() throws(CacheError) -> [DiskItem] {
        flushTouches()
        let now = seconds(now())
        var strays: [Int64] = []
        let items = try run("list the entries") { connection throws(SQLiteError) in
            let select = try connection.statement(
                "SELECT id, version, stored, accessed, expires, size, key FROM entry"
            )
            defer { select.reset() }
            strays = []
            var items: [DiskItem] = []
            while try select.step() {
                let id = select.int(at: 0)
                let text = select.withBytes(at: 6) { String(validating: $0, as: UTF8.self) }
                guard let text, bucket(of: KeyBytes(text)).contains(id) else {
                    strays.append(id)
                    continue
                }
                let item = CacheItem(
                    key: text,
                    age: now - select.double(at: 2),
                    size: Int(select.int(at: 5)),
                    idle: now - select.double(at: 3),
                    expiresIn: select.isNull(at: 4) ? nil : select.double(at: 4) - now
                )
                items.append(DiskItem(id: id, version: select.int(at: 1), item: item))
            }
            return items
        }
        drop(strays)
        return items
    }

    func bucket(of key: KeyBytes) -> ClosedRange<Int64> {
        DiskSchema.bucket(of: key.withBytes(options.hash))
    }
}

extension SQLiteStatement {
    func bind(_ key: KeyBytes, at index: Int32) throws(SQLiteError) {
        var failure: SQLiteError?
        key.withBytes { bytes in
            do throws(SQLiteError) { try bind(bytes, at: index) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    func bind(_ data: Data, at index: Int32) throws(SQLiteError) {
        var failure: SQLiteError?
        data.withUnsafeBytes { bytes in
            do throws(SQLiteError) { try bind(bytes, at: index) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

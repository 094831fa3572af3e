#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DiskEngine {
    func put(_ data: Data, for key: String, expiresAt: Date?) throws(CacheError) {
        try CacheError.checkKey(key)
        let key = KeyBytes(key)
        let stored = seconds(now())
        let expires = expiresAt.map(seconds)
        var row = DiskRow(
            id: 0,
            version: 0,
            stored: stored,
            expires: expires,
            size: data.count,
            checksum: DiskRow.checksum(key: key, stored: stored, expires: expires, value: data),
            value: data.count <= options.inlineLimit ? data : nil
        )
        let replaced = try run("write") { connection throws(SQLiteError) in
            row.version = .random(in: .min ... .max)
            if row.value == nil { try writeFile(data, version: row.version) }
            do throws(SQLiteError) {
                return try connection.transaction { () throws(SQLiteError) in
                    let place = try place(for: key, on: connection)
                    row.id = place.id
                    try insert(row, key: key, on: connection)
                    return place.file
                }
            } catch {
                if row.value == nil { FileSystem.remove(layout.valueFile(row.version)) }
                throw error
            }
        }
        if let replaced { FileSystem.remove(layout.valueFile(replaced)) }
    }

    func remove(_ key: String) throws(CacheError) {
        let key = KeyBytes(key)
        let bucket = bucket(of: key)
        let removed = try run("remove") { connection throws(SQLiteError) in
            let delete = try connection.statement(
                "DELETE FROM entry WHERE id BETWEEN ?1 AND ?2 AND key = ?3 RETURNING version, value IS NULL"
            )
            defer { delete.reset() }
            try delete.bind(bucket.lowerBound, at: 1)
            try delete.bind(bucket.upperBound, at: 2)
            try delete.bind(key, at: 3)
            var files: [Int64] = []
            while try delete.step() {
                if delete.int(at: 1) != 0 { files.append(delete.int(at: 0)) }
            }
            return files
        }
        for version in removed { FileSystem.remove(layout.valueFile(version)) }
    }

    /// Forgets rows found damaged. Where that fails they stay, and are found damaged again.
    func drop(_ ids: [Int64]) {
        guard !ids.isEmpty else { return }
        damaged += ids.count
        try? run("drop damaged entries") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                let delete = try connection.statement("DELETE FROM entry WHERE id = ?1")
                for id in ids {
                    try delete.bind(id, at: 1)
                    try delete.run()
                }
            }
        }
    }

    private func writeFile(_ data: Data, version: Int64) throws(SQLiteError) {
        let path = layout.valueFile(version)
        var failure: FileError?
        data.withUnsafeBytes { bytes in
            do throws(FileError) {
                do throws(FileError) {
                    try FileSystem.write(bytes, toNew: path + ".tmp")
                } catch {
                    // Somebody removed the folder of the values and left the database.
                    guard error == .missing else { throw error }
                    try FileSystem.makeFolder(layout.values)
                    try FileSystem.write(bytes, toNew: path + ".tmp")
                }
                try FileSystem.move(path + ".tmp", to: path)
            } catch {
                failure = error
            }
        }
        if let failure { throw SQLiteError(failure) }
    }

    /// Where a key's row is, or is to be, and the version of a value file that writing there leaves without a name.
    private func place(for key: KeyBytes, on connection: SQLiteConnection) throws(SQLiteError) -> (
        id: Int64, file: Int64?
    ) {
        let bucket = bucket(of: key)
        let select = try connection.statement(
            "SELECT id, key = ?3, version, value IS NULL FROM entry WHERE id BETWEEN ?1 AND ?2 ORDER BY id"
        )
        defer { select.reset() }
        try select.bind(bucket.lowerBound, at: 1)
        try select.bind(bucket.upperBound, at: 2)
        try select.bind(key, at: 3)
        var free = bucket.lowerBound
        var first: (id: Int64, file: Int64?)?
        while try select.step() {
            let id = select.int(at: 0)
            let row = (id: id, file: select.int(at: 3) != 0 ? select.int(at: 2) : nil)
            if select.int(at: 1) != 0 { return row }
            if id == free { free += 1 }
            first = first ?? row
        }
        // Nine keys with one hash do not happen by accident. The store may forget: the first one makes room.
        if let first, free > bucket.upperBound { return first }
        return (free, nil)
    }

    private func insert(_ row: DiskRow, key: KeyBytes, on connection: SQLiteConnection) throws(SQLiteError) {
        let insert = try connection.statement(
            "INSERT OR REPLACE INTO entry(id, version, stored, accessed, expires, size, checksum, key, value) "
                + "VALUES(?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8)"
        )
        try insert.bind(row.id, at: 1)
        try insert.bind(row.version, at: 2)
        try insert.bind(row.stored, at: 3)
        try insert.bind(row.expires, at: 4)
        try insert.bind(Int64(row.size), at: 5)
        try insert.bind(Int64(bitPattern: row.checksum), at: 6)
        try insert.bind(key, at: 7)
        if let value = row.value { try insert.bind(value, at: 8) }
        try insert.run()
    }
}

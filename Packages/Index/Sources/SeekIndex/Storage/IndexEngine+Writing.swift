import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension IndexEngine {
    /// Puts sources in, in one transaction; each takes the place of what was known of it.
    func put(_ sources: [IndexSource]) throws(IndexError) {
        try run("write") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for source in sources { try put(source, connection) }
            }
        }
    }

    /// Removes sources, and the entries that no other source has.
    func remove(_ names: [String]) throws(IndexError) {
        guard !names.isEmpty else { return }
        try run("remove") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for name in names {
                    guard let source = try id(of: name, connection) else { continue }
                    let entries = try links(of: source, connection)
                    try unlink(entries, from: source, connection)
                    let delete = try connection.statement("DELETE FROM source WHERE id = ?1")
                    try delete.bind(source, at: 1)
                    try delete.run()
                }
            }
        }
    }

    /// All sources, and when they were seen.
    func sources() throws(IndexError) -> [String: Date] {
        try run("read") { connection throws(SQLiteError) in
            let select = try connection.statement("SELECT name, seen FROM source")
            defer { select.reset() }
            var sources: [String: Date] = [:]
            while try select.step() { sources[select.wholeText(at: 0)] = select.date(at: 1) ?? .distantPast }
            return sources
        }
    }

    func count() throws(IndexError) -> Int {
        try run("count") { connection throws(SQLiteError) in
            Int(try connection.statement("SELECT count(*) FROM entry").firstNumber() ?? 0)
        }
    }

    private func put(_ source: IndexSource, _ connection: SQLiteConnection) throws(SQLiteError) {
        let id = try note(source, connection)
        let before = try links(of: id, connection)
        var entries: Set<Int64> = []
        for entry in source.entries {
            if let entry = entry.kept { entries.insert(try put(entry, connection)) }
        }
        for entry in entries.subtracting(before) {
            let link = try connection.statement("INSERT INTO link VALUES(?1, ?2)")
            try link.bind(id, at: 1)
            try link.bind(entry, at: 2)
            try link.run()
        }
        try unlink(before.subtracting(entries), from: id, connection)
    }

    /// Writes when a source was seen, and gives its row.
    private func note(_ source: IndexSource, _ connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        let known = try id(of: source.name, connection)
        let write = try connection.statement(
            known == nil ? "INSERT INTO source(name, seen) VALUES(?1, ?2)" : "UPDATE source SET seen = ?2 WHERE id = ?1"
        )
        if let known { try write.bind(known, at: 1) } else { try write.bind(source.name, at: 1) }
        try write.bind(source.seenAt, at: 2)
        try write.run()
        return known ?? connection.lastInsertedID
    }

    private func id(of source: String, _ connection: SQLiteConnection) throws(SQLiteError) -> Int64? {
        let select = try connection.statement("SELECT id FROM source WHERE name = ?1")
        try select.bind(source, at: 1)
        return try select.firstNumber()
    }

    private func links(of source: Int64, _ connection: SQLiteConnection) throws(SQLiteError) -> Set<Int64> {
        let select = try connection.statement("SELECT entry FROM link WHERE source = ?1")
        defer { select.reset() }
        try select.bind(source, at: 1)
        var entries: Set<Int64> = []
        while try select.step() { entries.insert(select.int(at: 0)) }
        return entries
    }

    /// Takes entries from a source, and away where it was their last.
    private func unlink(_ entries: Set<Int64>, from source: Int64, _ connection: SQLiteConnection) throws(SQLiteError) {
        for entry in entries {
            let unlink = try connection.statement("DELETE FROM link WHERE source = ?1 AND entry = ?2")
            try unlink.bind(source, at: 1)
            try unlink.bind(entry, at: 2)
            try unlink.run()
            let others = try connection.statement("SELECT 1 FROM link WHERE entry = ?1 LIMIT 1")
            try others.bind(entry, at: 1)
            guard try others.firstNumber() == nil, let known = try row(entry, connection) else { continue }
            try changeWords("delete", of: known, at: entry, connection)
            let delete = try connection.statement("DELETE FROM entry WHERE id = ?1")
            try delete.bind(entry, at: 1)
            try delete.run()
        }
    }

    /// Puts an entry in, or in the place of one of its id, and gives its row.
    private func put(_ entry: IndexEntry, _ connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        let find = try connection.statement("SELECT id FROM entry WHERE name = ?1")
        try find.bind(entry.id, at: 1)
        let known = try find.firstNumber()
        if let known {
            guard let before = try row(known, connection) else { throw .strangeTables }
            if before == entry { return known }
            try changeWords("delete", of: before, at: known, connection)
        }
        // No REPLACE and no upsert: for each of those FTS5 writes out all it has gathered in the transaction so far.
        let write = try connection.statement(
            known == nil
                ? "INSERT INTO entry(name, kind, date, title, subtitle, text, payload) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                : "UPDATE entry SET kind = ?2, date = ?3, title = ?4, subtitle = ?5, text = ?6, payload = ?7 WHERE id = ?1"
        )
        if let known { try write.bind(known, at: 1) } else { try write.bind(entry.id, at: 1) }
        try write.bind(entry.kind, at: 2)
        try write.bind(entry.date, at: 3)
        for (column, text) in zip(Int32(4)..., [entry.title, entry.subtitle, entry.text]) {
            try write.bind(text, at: column)
        }
        try write.bind(entry.payload, at: 7)
        try write.run()
        let id = known ?? connection.lastInsertedID
        try changeWords(nil, of: entry, at: id, connection)
        return id
    }

    /// Writes an entry's tokens, or takes them back; then they have to be what was written.
    private func changeWords(
        _ command: String?,
        of entry: IndexEntry,
        at id: Int64,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) {
        let change = try connection.statement(
            command == nil
                ? "INSERT INTO words(rowid, title, subtitle, text, kind) VALUES(?1, ?2, ?3, ?4, ?5)"
                : "INSERT INTO words(words, rowid, title, subtitle, text, kind) VALUES('delete', ?1, ?2, ?3, ?4, ?5)"
        )
        try change.bind(id, at: 1)
        for (column, text) in zip(Int32(2)..., [entry.title, entry.subtitle, entry.text]) {
            list.scan(text)
            buffer.removeAll(keepingCapacity: true)
            list.write(to: &buffer)
            try change.bindText(buffer, at: column)
        }
        try change.bindText(token(ofKind: entry.kind), at: 5)
        try change.run()
    }

    /// A kind as one token, whatever it is called; of a long name the beginning counts.
    static func token(ofKind kind: String) -> String {
        kind.utf8.prefix(64).map { String($0, radix: 16) }.joined(separator: "g")
    }

    func row(_ id: Int64, _ connection: SQLiteConnection) throws(SQLiteError) -> IndexEntry? {
        let select = try connection.statement(
            "SELECT name, kind, date, title, subtitle, text, payload FROM entry WHERE id = ?1"
        )
        defer { select.reset() }
        try select.bind(id, at: 1)
        guard try select.step() else { return nil }
        return IndexEntry(
            id: select.wholeText(at: 0),
            kind: select.wholeText(at: 1),
            title: select.wholeText(at: 3),
            subtitle: select.wholeText(at: 4),
            text: select.wholeText(at: 5),
            date: select.date(at: 2),
            payload: select.data(at: 6)
        )
    }
}

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
                    guard let teller = try teller(named: name, connection) else { continue }
                    try unlink(try links(of: teller.id, connection), from: teller, connection)
                    let delete = try connection.statement("DELETE FROM source WHERE id = ?1")
                    try delete.bind(teller.id, at: 1)
                    try delete.run()
                }
            }
        }
    }

    /// All sources, and when they were seen: in the distant past, where they have to be put in again.
    func sources() throws(IndexError) -> [String: Date] {
        try run("read") { connection throws(SQLiteError) in
            let select = try connection.statement("SELECT name, seen, again FROM source")
            defer { select.reset() }
            var sources: [String: Date] = [:]
            while try select.step() {
                let seen = select.int(at: 2) == 0 ? select.date(at: 1) : nil
                sources[select.wholeText(at: 0)] = seen ?? .distantPast
            }
            return sources
        }
    }

    func count() throws(IndexError) -> Int {
        try run("count") { connection throws(SQLiteError) in
            Int(try connection.statement("SELECT count(*) FROM entry").firstNumber() ?? 0)
        }
    }

    private func put(_ source: IndexSource, _ connection: SQLiteConnection) throws(SQLiteError) {
        let teller = try note(source, connection)
        let before = try links(of: teller.id, connection)
        var entries: Set<Int64> = []
        for entry in source.entries {
            if let entry = entry.kept { entries.insert(try put(entry, from: teller, connection)) }
        }
        for entry in entries.subtracting(before) {
            let link = try connection.statement("INSERT INTO link VALUES(?1, ?2)")
            try link.bind(teller.id, at: 1)
            try link.bind(entry, at: 2)
            try link.run()
        }
        try unlink(before.subtracting(entries), from: teller, connection)
    }

    /// A source, and what decides whether it tells an entry that others have, too.
    private struct Teller {
        var id: Int64
        var detail: Int64
        var seen: Double

        func precedes(_ other: Teller) -> Bool { (detail, seen) > (other.detail, other.seen) }
    }

    /// Writes when a source was seen, and how much it tells.
    private func note(_ source: IndexSource, _ connection: SQLiteConnection) throws(SQLiteError) -> Teller {
        let known = try teller(named: source.name, connection)
        let write = try connection.statement(
            known == nil
                ? "INSERT INTO source(name, seen, detail, again) VALUES(?1, ?2, ?3, 0)"
                : "UPDATE source SET seen = ?2, detail = ?3, again = 0 WHERE id = ?1"
        )
        if let known { try write.bind(known.id, at: 1) } else { try write.bind(source.name, at: 1) }
        try write.bind(source.seenAt, at: 2)
        try write.bind(Int64(source.detail), at: 3)
        try write.run()
        return Teller(
            id: known?.id ?? connection.lastInsertedID,
            detail: Int64(source.detail),
            seen: source.seenAt.timeIntervalSinceReferenceDate
        )
    }

    private func teller(named name: String, _ connection: SQLiteConnection) throws(SQLiteError) -> Teller? {
        let select = try connection.statement("SELECT id, detail, seen FROM source WHERE name = ?1")
        try select.bind(name, at: 1)
        return try teller(in: select)
    }

    /// Of the other sources that have an entry, the one that tells it before the rest; nil where there are none.
    private func teller(
        of entry: Int64,
        besides source: Int64,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> Teller? {
        let select = try connection.statement(
            "SELECT id, detail, seen FROM link JOIN source ON id = source WHERE entry = ?1 AND id <> ?2 "
                + "ORDER BY detail DESC, seen DESC LIMIT 1"
        )
        try select.bind(entry, at: 1)
        try select.bind(source, at: 2)
        return try teller(in: select)
    }

    private func teller(in select: SQLiteStatement) throws(SQLiteError) -> Teller? {
        defer { select.reset() }
        guard try select.step() else { return nil }
        return Teller(id: select.int(at: 0), detail: select.int(at: 1), seen: select.double(at: 2))
    }

    private func links(of source: Int64, _ connection: SQLiteConnection) throws(SQLiteError) -> Set<Int64> {
        let select = try connection.statement("SELECT entry FROM link WHERE source = ?1")
        defer { select.reset() }
        try select.bind(source, at: 1)
        var entries: Set<Int64> = []
        while try select.step() { entries.insert(select.int(at: 0)) }
        return entries
    }

    /// Takes entries from a source, and away where it was their last. Where it told one, the next has to be put in again: of each entry
    /// only what was told is here.
    private func unlink(
        _ entries: Set<Int64>,
        from source: Teller,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) {
        for entry in entries {
            let unlink = try connection.statement("DELETE FROM link WHERE source = ?1 AND entry = ?2")
            try unlink.bind(source.id, at: 1)
            try unlink.bind(entry, at: 2)
            try unlink.run()
            if let next = try teller(of: entry, besides: source.id, connection) {
                guard !next.precedes(source) else { continue }
                let mark = try connection.statement("UPDATE source SET again = 1 WHERE id = ?1")
                try mark.bind(next.id, at: 1)
                try mark.run()
                continue
            }
            guard let known = try row(entry, connection) else { continue }
            try changeWords("delete", of: known, at: entry, connection)
            let delete = try connection.statement("DELETE FROM entry WHERE id = ?1")
            try delete.bind(entry, at: 1)
            try delete.run()
        }
    }

    /// Puts an entry in, or in the place of one of its id unless another source tells that, and gives its row.
    private func put(
        _ entry: IndexEntry,
        from source: Teller,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> Int64 {
        let hash = IndexSchema.hash(of: entry.id)
        let find = try connection.statement("SELECT id FROM entry WHERE hash = ?1 AND name = ?2")
        try find.bind(hash, at: 1)
        try find.bind(entry.id, at: 2)
        let known = try find.firstNumber()
        if let known {
            guard let before = try row(known, connection) else { throw .schemaMismatch }
            if before == entry { return known }
            if try teller(of: known, besides: source.id, connection)?.precedes(source) == true { return known }
            try changeWords("delete", of: before, at: known, connection)
        }
        // No REPLACE and no upsert: for each of those FTS5 writes out all it has gathered in the transaction so far.
        let write = try connection.statement(
            known == nil
                ? "INSERT INTO entry(kind, date, title, subtitle, text, payload, hash, name) VALUES(?2, ?3, ?4, ?5, ?6, ?7, ?8, ?1)"
                : "UPDATE entry SET kind = ?2, date = ?3, title = ?4, subtitle = ?5, text = ?6, payload = ?7 WHERE id = ?1"
        )
        if let known {
            try write.bind(known, at: 1)
        } else {
            try write.bind(entry.id, at: 1)
            try write.bind(hash, at: 8)
        }
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

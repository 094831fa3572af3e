import SeekBasics
import SeekSQLite

extension IndexEngine {
    /// Stores the sources in one transaction. Each replaces an earlier source of the same name.
    func put(_ sources: [IndexSource]) throws(IndexError) {
        try run("write entries") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for source in sources { try put(source, connection) }
            }
        }
    }

    /// Removes the sources, and the entries that no other source contains.
    func remove(_ names: [String]) throws(IndexError) {
        guard !names.isEmpty else { return }
        try run("remove entries") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for name in names {
                    guard let source = try self.source(named: name, connection) else { continue }
                    try unlink(try entryIDs(of: source.id, connection), from: source, connection)
                    try connection.run("DELETE FROM source WHERE id = ?1", source.id)
                }
            }
        }
    }

    /// Returns the date when each source was seen; `distantPast` for those that must be put again.
    func sources() throws(IndexError) -> [String: Date] {
        try run("read its sources") { connection throws(SQLiteError) in
            let select = try connection.statement("SELECT name, seen, stale FROM source")
            defer { select.reset() }
            var sources: [String: Date] = [:]
            while try select.step() {
                let seen = select.int(at: 2) == 0 ? select.date(at: 1) : nil
                sources[select.string(at: 0)] = seen ?? .distantPast
            }
            return sources
        }
    }

    func count() throws(IndexError) -> Int {
        try run("count its entries") { connection throws(SQLiteError) in
            Int(clamping: try connection.statement("SELECT count(*) FROM entry").firstNumber() ?? 0)
        }
    }

    private func put(_ source: IndexSource, _ connection: SQLiteConnection) throws(SQLiteError) {
        let previousRow = try self.source(named: source.name, connection)
        let row = try write(source, at: previousRow?.id, connection)
        var previousEntries = try entryIDs(of: row.id, connection)
        if let previousRow, previousRow.precedes(row) {
            // The versions of other sources can now be preferred to those of this one.
            try unlink(previousEntries, from: previousRow, connection)
            previousEntries = []
        }
        var entries: Set<Int64> = []
        for entry in source.entries {
            if let entry = entry.withinLimits { entries.insert(try put(entry, from: row, connection)) }
        }
        for entry in entries.subtracting(previousEntries) {
            try connection.run("INSERT INTO link VALUES(?1, ?2)", row.id, entry)
        }
        try unlink(previousEntries.subtracting(entries), from: row, connection)
    }

    /// A row of the table `source`, without the name.
    private struct SourceRow {
        var id: Int64
        var detail: Int64
        var seen: Double

        /// Returns whether this source's version is preferred for an entry that both sources contain: the more detailed
        /// one or, if they are equally detailed, the newer one.
        func precedes(_ other: SourceRow) -> Bool { (detail, seen) > (other.detail, other.seen) }
    }

    private func write(
        _ source: IndexSource,
        at existing: Int64?,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> SourceRow {
        let write = try connection.statement(
            existing == nil
                ? "INSERT INTO source(name, seen, detail, stale) VALUES(?1, ?2, ?3, 0)"
                : "UPDATE source SET seen = ?2, detail = ?3, stale = 0 WHERE id = ?1"
        )
        if let existing { try write.bind(existing, at: 1) } else { try write.bind(source.name, at: 1) }
        try write.bind(source.seenAt, at: 2)
        try write.bind(Int64(source.detail), at: 3)
        try write.run()
        return SourceRow(
            id: existing ?? connection.lastInsertedID,
            detail: Int64(source.detail),
            seen: source.seenAt.timeIntervalSinceReferenceDate
        )
    }

    private func source(named name: String, _ connection: SQLiteConnection) throws(SQLiteError) -> SourceRow? {
        let select = try connection.statement("SELECT id, detail, seen FROM source WHERE name = ?1")
        try select.bind(name, at: 1)
        return try source(in: select)
    }

    /// Returns the preferred source of those that contain an entry, except the excluded one; nil if there is none.
    private func preferredSource(
        of entry: Int64,
        excluding source: Int64,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> SourceRow? {
        let select = try connection.statement(
            "SELECT id, detail, seen FROM link JOIN source ON id = source WHERE entry = ?1 AND id <> ?2 "
                + "ORDER BY detail DESC, seen DESC LIMIT 1"
        )
        try select.bind(entry, at: 1)
        try select.bind(source, at: 2)
        return try self.source(in: select)
    }

    private func source(in select: SQLiteStatement) throws(SQLiteError) -> SourceRow? {
        defer { select.reset() }
        guard try select.step() else { return nil }
        return SourceRow(id: select.int(at: 0), detail: select.int(at: 1), seen: select.double(at: 2))
    }

    private func entryIDs(of source: Int64, _ connection: SQLiteConnection) throws(SQLiteError) -> Set<Int64> {
        let select = try connection.statement("SELECT entry FROM link WHERE source = ?1")
        defer { select.reset() }
        try select.bind(source, at: 1)
        var entries: Set<Int64> = []
        while try select.step() { entries.insert(select.int(at: 0)) }
        return entries
    }

    /// Removes entries from a source, and from the index if no other source contains them. If the stored version of an
    /// entry can have come from the source, marks the next preferred source as stale: that one must be put again,
    /// because only one version of each entry is stored.
    private func unlink(
        _ entries: Set<Int64>,
        from source: SourceRow,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) {
        for entry in entries {
            try connection.run("DELETE FROM link WHERE source = ?1 AND entry = ?2", source.id, entry)
            if let next = try preferredSource(of: entry, excluding: source.id, connection) {
                guard !next.precedes(source) else { continue }
                try connection.run("UPDATE source SET stale = 1 WHERE id = ?1", next.id)
                continue
            }
            guard let stored = try storedEntry(at: entry, connection) else { continue }
            try writeTokens(of: stored, at: entry, deleting: true, connection)
            try connection.run("DELETE FROM entry WHERE id = ?1", entry)
        }
    }

    /// Inserts or updates an entry, unless the version of another source is preferred.
    ///
    /// - Returns: The row id of the entry.
    private func put(
        _ entry: IndexEntry,
        from source: SourceRow,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> Int64 {
        let hash = IndexSchema.hash(of: entry.id)
        let find = try connection.statement("SELECT id FROM entry WHERE hash = ?1 AND name = ?2")
        try find.bind(hash, at: 1)
        try find.bind(entry.id, at: 2)
        let existing = try find.firstNumber()
        if let existing {
            guard let stored = try storedEntry(at: existing, connection) else { throw .schemaMismatch }
            if stored == entry { return existing }
            let preferred = try preferredSource(of: existing, excluding: source.id, connection)
            if let preferred, preferred.precedes(source) { return existing }
            try writeTokens(of: stored, at: existing, deleting: true, connection)
        }
        // REPLACE and upserts are avoided: for each of them, FTS5 flushes the changes that it has buffered in the
        // transaction.
        let write = try connection.statement(
            existing == nil
                ? "INSERT INTO entry(kind, date, title, subtitle, text, payload, hash, name) "
                    + "VALUES(?2, ?3, ?4, ?5, ?6, ?7, ?8, ?1)"
                : "UPDATE entry SET kind = ?2, date = ?3, title = ?4, subtitle = ?5, text = ?6, payload = ?7 "
                    + "WHERE id = ?1"
        )
        if let existing {
            try write.bind(existing, at: 1)
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
        let id = existing ?? connection.lastInsertedID
        try writeTokens(of: entry, at: id, deleting: false, connection)
        return id
    }

    /// Writes or deletes the tokens of an entry. To delete tokens, FTS5 must be given the same ones as at their
    /// insertion.
    private func writeTokens(
        of entry: IndexEntry,
        at id: Int64,
        deleting: Bool,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) {
        let change = try connection.statement(
            deleting
                ? "INSERT INTO words(words, rowid, title, subtitle, text, kind) VALUES('delete', ?1, ?2, ?3, ?4, ?5)"
                : "INSERT INTO words(rowid, title, subtitle, text, kind) VALUES(?1, ?2, ?3, ?4, ?5)"
        )
        try change.bind(id, at: 1)
        for (column, text) in zip(Int32(2)..., [entry.title, entry.subtitle, entry.text]) {
            tokenList.scan(text)
            tokenBuffer.removeAll(keepingCapacity: true)
            tokenList.appendIndexTokens(to: &tokenBuffer)
            try change.bindText(tokenBuffer, at: column)
        }
        try change.bindText(Array(Self.token(ofKind: entry.kind).utf8), at: 5)
        try change.run()
    }

    /// Returns a kind as one token: its hash, because the tokens of FTS5 have a maximum length.
    static func token(ofKind kind: String) -> String { String(FNV1a.hash(kind.utf8), radix: 16) }

    func storedEntry(at id: Int64, _ connection: SQLiteConnection) throws(SQLiteError) -> IndexEntry? {
        let select = try connection.statement(
            "SELECT name, kind, date, title, subtitle, text, payload FROM entry WHERE id = ?1"
        )
        defer { select.reset() }
        try select.bind(id, at: 1)
        guard try select.step() else { return nil }
        return IndexEntry(
            id: select.string(at: 0),
            kind: select.string(at: 1),
            title: select.string(at: 3),
            subtitle: select.string(at: 4),
            text: select.string(at: 5),
            date: select.date(at: 2),
            payload: select.data(at: 6)
        )
    }
}

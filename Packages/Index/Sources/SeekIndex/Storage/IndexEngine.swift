import SeekSQLite

/// The synchronous implementation of ``TextIndex``, which calls it on the queue of a ``SerialWorker``.
final class IndexEngine {
    let folder: String
    let database: RecoveringDatabase
    /// Reused for all texts, to save allocations.
    var tokenList = TokenList()
    var tokenBuffer: [UInt8] = []

    /// The maximum size of a row in bytes: 8 MiB. A row has the texts and the payload of an entry, or a block of FTS5.
    private static let maximumRowSize: Int32 = 8 << 20

    init(folder: String, busyTimeout: Int32) {
        self.folder = folder
        let file = DatabaseFile(
            folder: folder,
            name: "index-1.sqlite",
            lock: "index-lock-1",
            quarantine: "corrupt-index-1.sqlite",
            busyTimeout: busyTimeout,
            maximumRowSize: Self.maximumRowSize
        ) { connection throws(SQLiteError) in try IndexSchema.prepare(connection) }
        database = RecoveringDatabase(file)
    }

    func run<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(IndexError) -> Result {
        do throws(DatabaseFailure) {
            return try database.run(operation, body)
        } catch {
            throw IndexError(error, in: folder)
        }
    }
}

extension IndexEngine {
    private struct Candidate {
        var id: Int64
        var score: Double
        /// The seconds since the reference date; `-.infinity` for an entry without a date.
        var date: Double
    }

    /// The approximate length of a snippet in UTF-8 bytes.
    private static let snippetLength = 200

    func search(_ query: IndexQuery) throws(IndexError) -> IndexPage {
        let terms = SearchTerms(query.text)
        guard !terms.terms.isEmpty else { return IndexPage() }
        return try run("search") { connection throws(SQLiteError) in
            // All statements read the same state of the index.
            try connection.readTransaction { () throws(SQLiteError) in try search(query, terms, connection) }
        }
    }

    private func search(
        _ query: IndexQuery,
        _ terms: SearchTerms,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> IndexPage {
        let kinds = query.kinds.sorted().map(Self.token(ofKind:))
        let expression = terms.expression(in: IndexSchema.columns, kinds: kinds)
        var ids = try rowIDs(expression, limit: IndexPage.rankedLimit, connection)
        var count = ids.count
        if ids.count == IndexPage.rankedLimit {
            count = try self.count(expression, connection)
            // Too many to rank all: up to half are entries with all words in their titles, the others those inserted
            // last.
            let titleMatches = try rowIDs(
                terms.expression(in: ["title"], kinds: kinds),
                limit: IndexPage.rankedLimit / 2,
                connection
            )
            let titleMatchSet = Set(titleMatches)
            ids = Array((titleMatches + ids.filter { !titleMatchSet.contains($0) }).prefix(IndexPage.rankedLimit))
        }
        let relevance = Relevance(matcher: TermMatcher(terms: terms.terms))
        let candidates = try ranked(ids, by: relevance, connection)
        // All matches were ranked, which excludes those that do not contain all terms.
        if ids.count < IndexPage.rankedLimit { count = candidates.count }
        var hits: [IndexHit] = []
        let offset = max(0, query.offset)
        for candidate in candidates.dropFirst(offset).prefix(max(0, query.limit)) {
            guard let entry = try storedEntry(at: candidate.id, connection) else { throw .schemaMismatch }
            hits.append(hit(entry, candidate.score, relevance.matcher))
        }
        let end = offset + hits.count
        return IndexPage(
            hits: hits,
            totalCount: count,
            nextOffset: end < candidates.count && !hits.isEmpty ? end : nil
        )
    }

    /// Returns the row ids of at most `limit` entries that match an expression of FTS5, in the reverse order of their
    /// insertion.
    private func rowIDs(
        _ expression: String,
        limit: Int,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> [Int64] {
        let select = try connection.statement(
            "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rowid DESC LIMIT ?2"
        )
        defer { select.reset() }
        try select.bindText(Array(expression.utf8), at: 1)
        try select.bind(Int64(limit), at: 2)
        var ids: [Int64] = []
        while try select.step() { ids.append(select.int(at: 0)) }
        return ids
    }

    /// Returns the number of entries that match an expression, at most ``IndexPage/countLimit``.
    private func count(_ expression: String, _ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        let select = try connection.statement(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?1 LIMIT ?2)"
        )
        try select.bindText(Array(expression.utf8), at: 1)
        try select.bind(Int64(IndexPage.countLimit), at: 2)
        return Int(clamping: try select.firstNumber() ?? 0)
    }

    /// Returns the entries that contain all terms, best first.
    private func ranked(
        _ ids: [Int64],
        by relevance: Relevance,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> [Candidate] {
        let select = try connection.statement("SELECT title, subtitle, text, date FROM entry WHERE id = ?1")
        var candidates: [Candidate] = []
        candidates.reserveCapacity(ids.count)
        for id in ids {
            defer { select.reset() }
            try select.bind(id, at: 1)
            // Without a row, the full-text table refers to an entry that does not exist.
            guard try select.step() else { throw .schemaMismatch }
            let fields = [select.string(at: 0), select.string(at: 1), select.string(at: 2)]
            guard let score = relevance.score(of: fields, using: &tokenList) else { continue }
            let date = select.isNull(at: 3) ? -.infinity : select.double(at: 3)
            candidates.append(Candidate(id: id, score: score, date: date))
        }
        candidates.sort { ($0.score, $0.date, $0.id) > ($1.score, $1.date, $1.id) }
        return candidates
    }

    private func hit(_ entry: IndexEntry, _ score: Double, _ matcher: TermMatcher) -> IndexHit {
        func highlighted(_ text: String) -> HighlightedText {
            HighlightedText(text, ranges: matcher.ranges(in: text, using: &tokenList))
        }
        return IndexHit(
            entry: entry,
            score: score,
            title: highlighted(entry.title),
            subtitle: highlighted(entry.subtitle),
            snippet: highlighted(entry.text).snippet(limit: Self.snippetLength)
        )
    }
}

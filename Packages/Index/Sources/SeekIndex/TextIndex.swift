public import SeekBasics
import SeekSQLite

/// A full-text index in a folder that several processes can share. Its entries are put and removed in groups, the
/// sources; see ``IndexSource``.
///
/// Words are compared without regard to case, accents and compatibility forms (`Ｃａｆé` matches `cafe`); Chinese,
/// Japanese and Korean text is found by any consecutive characters. A corrupt index is moved aside and recreated
/// empty, so that ``sources()`` returns none. The caller fills it again.
///
/// ```swift
/// let index = TextIndex(folder: folder)
/// try await index.put([IndexSource(name: "page 1", seenAt: Date(), entries: entries)])
/// for hit in try await index.search(IndexQuery("東京 nig")).hits { print(hit.title.marked("[", "]"), hit.snippet.text) }
/// ```
public final class TextIndex: Sendable {
    /// The folder of the index.
    public let folder: URL
    private let worker: SerialWorker<IndexEngine>

    /// Creates an index. The folder is created and the database opened at the first use.
    public convenience init(folder: URL) {
        self.init(folder: folder, busyTimeout: 5_000)
    }

    init(folder: URL, busyTimeout: Int32) {
        self.folder = folder
        worker = SerialWorker(label: "seek.index", IndexEngine(folder: folder.path, busyTimeout: busyTimeout))
    }

    /// Stores sources in one transaction. Each replaces an earlier source of the same name.
    public func put(_ sources: [IndexSource]) async throws(IndexError) {
        try await worker.perform { engine throws(IndexError) in try engine.put(sources) }
    }

    /// Removes sources, and the entries that no other source contains.
    ///
    /// If the stored version of an entry came from a removed source, and another source contains the entry, this
    /// version remains stored until the other source is put again. ``sources()`` reports which sources must be put
    /// again.
    public func remove(sources names: [String]) async throws(IndexError) {
        try await worker.perform { engine throws(IndexError) in try engine.remove(names) }
    }

    /// Returns the names of all sources with the dates when they were seen.
    ///
    /// The date is `Date.distantPast` for a source that must be put again, because the stored version of one of its
    /// entries came from a source that was removed, no longer contains the entry, or was put again with less detail or
    /// an earlier date.
    public func sources() async throws(IndexError) -> [String: Date] {
        try await worker.perform { engine throws(IndexError) in try engine.sources() }
    }

    /// Returns a page of the entries that match a query. Every text is a valid query.
    public func search(_ query: IndexQuery) async throws(IndexError) -> IndexPage {
        try await worker.perform { engine throws(IndexError) in try engine.search(query) }
    }

    /// Returns the number of entries.
    public func count() async throws(IndexError) -> Int {
        try await worker.perform { engine throws(IndexError) in try engine.count() }
    }

    /// The number of times that the index was recreated because an operation found it corrupt. If the number changes
    /// during a search, the caller should fill the index and search again.
    ///
    /// An index that is already corrupt when it is opened is recreated as well, but not counted.
    public var rebuildCount: Int {
        get async { await worker.perform { $0.database.rebuildCount } }
    }

    /// Closes the database after the pending operations. The next use opens it again.
    public func close() async {
        await worker.perform { $0.database.close() }
    }
}

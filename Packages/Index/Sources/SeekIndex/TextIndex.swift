import SeekSQLite

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Finds texts by their words, in a folder that several processes share.
///
/// Words are compared without regard to case, accents and compatibility forms (`Ｃａｆé` is `cafe`); Chinese, Japanese and Korean are found by
/// any characters in a row. Nobody has to repair it: a damaged index is set aside and begun anew, empty; ``rebuilds`` tells, so that
/// its owner can fill it again.
///
/// ```swift
/// let index = TextIndex(folder: folder)
/// try await index.put([IndexSource(name: "page 1", seenAt: Date(), entries: entries)])
/// for hit in try await index.search(IndexQuery("東京 nig")).hits { print(hit.title.marked("[", "]"), hit.snippet.text) }
/// ```
public final class TextIndex: Sendable {
    /// Where the index is.
    public let folder: URL
    private let worker: SerialWorker<IndexEngine>

    /// Makes an index. Nothing is touched until the first use; a folder that is missing is made then.
    public convenience init(folder: URL) {
        self.init(folder: folder, busyTimeout: 5_000)
    }

    init(folder: URL, busyTimeout: Int32) {
        self.folder = folder
        worker = SerialWorker(label: "seek.index", IndexEngine(folder: folder.path, busyTimeout: busyTimeout))
    }

    /// Puts sources in, all or none; each takes the place of what was known of it.
    public func put(_ sources: [IndexSource]) async throws(IndexError) {
        try await worker.perform { engine throws(IndexError) in try engine.put(sources) }
    }

    /// Removes sources, and the entries that no other source has. What they told of the others is told until the sources are put in again
    /// that are to tell it now: ``sources()`` names them.
    public func remove(sources names: [String]) async throws(IndexError) {
        try await worker.perform { engine throws(IndexError) in try engine.remove(names) }
    }

    /// All sources, and when they were seen; in the distant past, where they have to be put in again, for an entry that another source told
    /// which is gone.
    public func sources() async throws(IndexError) -> [String: Date] {
        try await worker.perform { engine throws(IndexError) in try engine.sources() }
    }

    /// Finds entries. No text is an error.
    public func search(_ query: IndexQuery) async throws(IndexError) -> IndexPage {
        try await worker.perform { engine throws(IndexError) in try engine.search(query) }
    }

    /// How many entries there are.
    public func count() async throws(IndexError) -> Int {
        try await worker.perform { engine throws(IndexError) in try engine.count() }
    }

    /// How often the index was begun anew by this object, because what was there was damaged.
    public var rebuilds: Int {
        get async { await worker.perform { $0.rebuilds } }
    }

    /// Closes the files, after what was asked for before. The next use opens them again.
    public func close() async {
        await worker.perform { $0.close() }
    }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store in a folder, kept by SQLite, which outlives the process and may be used by several at once.
///
/// Nothing about it can break for good: a damaged entry is a miss, a damaged database is set aside and begun anew, and a
/// folder that is removed is made again. What it cannot do, for want of space or of permission, it throws, and a
/// caller goes on without it.
///
/// A power failure may lose the last entries put, and no others. Its work is done on a queue of its own; no caller's
/// executor waits for the disk.
///
/// ```swift
/// let store = try DiskStore(folder: URL(filePath: "/tmp/greetings"))
/// try await store.put(Data("hello".utf8), for: "greeting")
/// let entry = try await store.value(for: "greeting")
/// ```
public final class DiskStore: DataStore {
    /// The folder the store keeps its files in. It has it for its own: other files in it are not touched, but should not
    /// be there.
    public let folder: URL

    private let worker: DiskWorker

    /// Makes a store on a folder; the folder, with mode 0700, where it is missing. The database is opened at the first use.
    ///
    /// - Parameter now: The clock that tells ages and expiry.
    /// - Throws: ``CacheError/folderUnusable(path:reason:)``, or that the disk is full.
    public convenience init(folder: URL, now: @escaping @Sendable () -> Date = { Date() }) throws(CacheError) {
        try self.init(folder: folder, options: DiskOptions(), now: now)
    }

    init(
        folder: URL,
        options: DiskOptions,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CacheError) {
        var path = folder.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let layout = DiskLayout(folder: path)
        try DiskDatabase(layout: layout, options: options).prepareFolder()
        self.folder = folder
        worker = DiskWorker(engine: DiskEngine(layout: layout, options: options, now: now))
    }

    deinit {
        // Closing writes what is pending: not on the thread that happens to drop the store.
        let worker = worker
        Task { await worker.close() }
    }

    /// The value put under a key; nil where there is none, none any more, it has expired, or was found damaged.
    public func value(for key: String) async throws(CacheError) -> CacheEntry? {
        try await worker.perform { engine throws(CacheError) in try engine.value(for: key) }
    }

    /// Keeps a value under a key, in place of the one that was there. It outlives the process from the return on.
    public func put(_ data: Data, for key: String, expiresAt: Date?) async throws(CacheError) {
        try await worker.perform { engine throws(CacheError) in
            try engine.put(data, for: key, expiresAt: expiresAt)
        }
    }

    /// Removes the value under a key, if there is one.
    public func remove(_ key: String) async throws(CacheError) {
        try await worker.perform { engine throws(CacheError) in try engine.remove(key) }
    }

    /// Removes everything, and gives the space back to the disk.
    public func removeAll() async throws(CacheError) {
        try await worker.perform { engine throws(CacheError) in try engine.removeAll() }
    }

    /// Everything the store holds, expired entries included, in no particular order. Reads no value.
    public func items() async throws(CacheError) -> [CacheItem] {
        try await worker.perform { engine throws(CacheError) in try engine.items().map(\.item) }
    }

    /// What the store holds, and how this object was used.
    public func statistics() async throws(CacheError) -> CacheStatistics {
        try await worker.perform { engine throws(CacheError) in try engine.statistics() }
    }

    /// Removes what a policy decides to remove, and gives the space back to the disk. The policy decides in the calling
    /// task, while others go on using the store.
    public func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanReport {
        let entries = try await worker.perform { engine throws(CacheError) in try engine.items() }
        let verdict = CleanupVerdict(of: policy, on: entries.map(\.item))
        let doomed = entries.indices.filter(verdict.isDoomed).map { entries[$0] }
        let removed = try await worker.perform { engine throws(CacheError) in try engine.remove(doomed) }
        return verdict.report { removed.contains(entries[$0].version) }
    }

    /// Writes what is pending and closes the files. The next use opens them again.
    public func close() async {
        await worker.close()
    }
}

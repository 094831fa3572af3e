import SeekSQLite

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store in a folder with a file an entry: the simple reference that ``DiskStore`` is held against.
///
/// A file is written beside its place and renamed, so a reader finds the old value or the new one; a damaged file is a miss.
/// Everything that concerns more than one entry looks at all files. Of two keys with one hash the later one stays. Its
/// work is done on a queue of its own; no caller's executor waits for the disk.
///
/// ```swift
/// let store = try FileStore(folder: URL.cachesDirectory.appending(path: "greetings"))
/// try await store.put(Data("hello".utf8), for: "greeting")
/// ```
public final class FileStore: DataStore {
    /// The folder the store keeps its files in.
    public let folder: URL

    /// The loads under way for callers of ``DataStore/value(for:orLoad:)``.
    public let singleFlight: SingleFlight

    private let worker: SerialWorker<FileEngine>

    /// Makes a store on a folder; the folder, with mode 0700, where it is missing.
    ///
    /// - Parameter now: The clock that tells ages and expiry.
    /// - Throws: ``CacheError/folderUnusable(path:reason:)``, or that the disk is full.
    public convenience init(folder: URL, now: @escaping @Sendable () -> Date = { Date() }) throws(CacheError) {
        try self.init(folder: folder, hash: { XXHash64.hash($0) }, now: now)
    }

    init(
        folder: URL,
        hash: @escaping @Sendable (UnsafeRawBufferPointer) -> UInt64,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CacheError) {
        var path = folder.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        try FileEngine(folder: path, hash: hash, now: now).prepareFolder()
        self.folder = folder
        singleFlight = SingleFlight(now: now)
        worker = SerialWorker(label: "seek.cache.files", FileEngine(folder: path, hash: hash, now: now))
    }

    /// The value put under a key; nil where there is none, none any more, it has expired, or was found damaged.
    public func value(for key: String) async throws(CacheError) -> CacheEntry? {
        let key = KeyBytes(key)
        return try await worker.perform { engine throws(CacheError) in try engine.value(for: key) }
    }

    /// Takes note that the value under a key was used by a tier above.
    public func recordAccess(of key: String) {
        let key = KeyBytes(key)
        worker.later { $0.recordAccess(of: key) }
    }

    /// Stores a value under a key, in place of the one that was there. A value larger than 1 GiB is not stored; what was under its key is
    /// gone all the same.
    public func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        tags: Set<String> = []
    ) async throws(CacheError) {
        try CacheError.checkKey(key)
        let tags = try CacheTags.encode(tags)
        guard data.count <= DiskOptions.longestValue else { return try await remove(key) }
        let key = KeyBytes(key)
        try await worker.perform { engine throws(CacheError) in
            try engine.put(data, for: key, expiresAt: expiresAt, tags: tags)
        }
    }

    /// Removes the value under a key, if there is one.
    public func remove(_ key: String) async throws(CacheError) {
        let key = KeyBytes(key)
        try await worker.perform { engine throws(CacheError) in try engine.remove(key) }
    }

    /// Removes everything whose key begins with the UTF-8 bytes of a text, and tells how many entries that were.
    @discardableResult
    public func removeAll(prefix: String) async throws(CacheError) -> Int {
        let prefix = KeyBytes(prefix)
        return try await removeAll { KeyBytes($0.key).hasPrefix(prefix) }
    }

    /// Removes everything that bears a tag, and tells how many entries that were.
    @discardableResult
    public func removeAll(tag: String) async throws(CacheError) -> Int {
        try await removeAll { $0.tags.containsTag(tag) }
    }

    /// Removes everything, also what was not written to its end.
    public func removeAll() async throws(CacheError) {
        try await removeAll { _ in true }
        await worker.perform { $0.sweep(olderThan: -.infinity) }
    }

    @discardableResult
    private func removeAll(where isDoomed: @escaping @Sendable (CacheItem) -> Bool) async throws(CacheError) -> Int {
        try await worker.perform { engine throws(CacheError) in
            var count = 0
            for listed in try engine.list() where isDoomed(listed.item) {
                if try engine.remove(listed) { count += 1 }
            }
            return count
        }
    }

    /// Everything the store holds, expired entries included, in no particular order. Reads no value.
    public func items() async throws(CacheError) -> [CacheItem] {
        try await worker.perform { engine throws(CacheError) in try engine.list().map(\.item) }
    }

    /// What the store holds, and how this object was used.
    public func statistics() async throws(CacheError) -> CacheStatistics {
        try await worker.perform { engine throws(CacheError) in try engine.statistics() }
    }

    /// Removes what a policy decides to remove. The policy decides in the calling task, while others go on using the store.
    public func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult {
        let listed = try await worker.perform { engine throws(CacheError) in try engine.list() }
        let verdict = CleanupVerdict(of: policy, on: listed.map(\.item))
        let doomed = listed.indices.filter(verdict.isDoomed)
        let removed = try await worker.perform { engine throws(CacheError) in
            engine.sweep(olderThan: 3_600)
            var removed: Set<Int> = []
            for index in doomed where try engine.remove(listed[index]) { removed.insert(index) }
            return removed
        }
        return verdict.report { removed.contains($0) }
    }
}

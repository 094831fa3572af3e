import SeekSQLite

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
/// A power failure may lose the last entries put, and no others. Short reads are done on the caller's thread, on a
/// connection of its own; all else on a queue of the store's, so that no caller's executor waits for the disk or for
/// another process. What many tasks put at once shares a transaction.
///
/// ```swift
/// let store = try DiskStore(folder: URL.cachesDirectory.appending(path: "greetings"), limits: CacheLimits(maxSize: 50_000_000))
/// try await store.put(Data("hello".utf8), for: "greeting")
/// let entry = try await store.value(for: "greeting")
/// ```
public final class DiskStore: DataStore {
    /// The folder the store keeps its files in. It has it for its own: other files in it are not touched, but should not
    /// be there.
    public let folder: URL

    /// What the store may hold. Each put keeps them, in its own transaction, and looks only at what it removes.
    public let limits: CacheLimits

    /// The loads under way for callers of ``DataStore/value(for:orLoad:)``.
    public let singleFlight: SingleFlight

    private let options: DiskOptions
    private let layout: DiskLayout
    private let now: @Sendable () -> Date
    private let usage: DiskUsage
    private let readers: DiskReaders
    private let writes: DiskWriteQueue
    private let worker: SerialWorker<DiskEngine>

    /// Makes a store on a folder; the folder, with mode 0700, where it is missing. The database is opened at the first use.
    ///
    /// - Parameter limits: What the store may hold; what other stores on the folder may is their own affair.
    /// - Parameter companions: The names of files and folders in the folder that are made from the entries and can be made again, such as an
    ///   index. They count towards the greatest size, are removed where they take more than half of it, and go with everything
    ///   else in ``removeAll()``.
    /// - Parameter now: The clock that tells ages and expiry.
    /// - Throws: ``CacheError/folderUnusable(path:reason:)``, or that the disk is full.
    public convenience init(
        folder: URL,
        limits: CacheLimits = .none,
        companions: [String] = [],
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CacheError) {
        try self.init(folder: folder, limits: limits, companions: companions, options: DiskOptions(), now: now)
    }

    init(
        folder: URL,
        limits: CacheLimits = .none,
        companions: [String] = [],
        options: DiskOptions,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CacheError) {
        var path = folder.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        layout = DiskLayout(folder: path, companions: companions)
        try DiskDatabase(layout: layout, options: options).prepareFolder()
        self.folder = folder
        self.limits = limits
        self.options = options
        self.now = now
        singleFlight = SingleFlight(now: now)
        usage = DiskUsage(limit: options.accessLimit, resolution: options.accessResolution)
        readers = DiskReaders(path: layout.database, options: options)
        writes = DiskWriteQueue(count: options.groupCount, bytes: options.groupBytes)
        worker = SerialWorker(
            label: "seek.cache.disk",
            DiskEngine(layout: layout, options: options, limits: limits, usage: usage, readers: readers, now: now)
        )
    }

    deinit {
        // Closing writes what is pending: not on the thread that happens to drop the store.
        worker.later { $0.close() }
    }

    /// The value put under a key; nil where there is none, none any more, it has expired, or was found damaged.
    public func value(for key: String) async throws(CacheError) -> CacheEntry? {
        // No longer key was ever put.
        guard key.utf8.count <= CacheError.keyLimit else {
            usage.countMiss()
            return nil
        }
        let key = KeyBytes(key)
        let hash = options.hash(of: key)
        if let known = readAtOnce(key, hash) { return known }
        return try await worker.perform { engine throws(CacheError) in try engine.value(for: key, hash: hash) }
    }

    /// The plain case: a sound entry, or none. Nil where it is another.
    private func readAtOnce(_ key: KeyBytes, _ hash: Int64) -> CacheEntry?? {
        guard let row = readers.read({ connection throws(SQLiteError) in try connection.row(of: key, hash: hash) })
        else { return nil }
        let now = now()
        guard let row, !row.isExpired(at: seconds(now), limits) else {
            usage.countMiss()
            return .some(nil)
        }
        var data = row.value
        if row.hasFile, row.size <= options.directReadLimit {
            // The worker repeats a read that failed, and reports the failure.
            data = try? FileSystem.read(layout.valueFile(row.version), size: row.size)
        }
        guard let data, row.vouches(for: data, key: key), let entry = row.entry(data, now: now) else { return nil }
        let due = usage.countHit(row.access(of: hash, at: seconds(now)))
        if !due.isEmpty { worker.later { $0.write(due) } }
        return entry
    }

    /// Takes note that the value under a key was used by a tier above: it is not among the first to be evicted then.
    public func recordAccess(of key: String) {
        let hash = options.hash(of: KeyBytes(key))
        let due = usage.record(DiskUsage.Access(hash: hash, time: seconds(now()), written: -.infinity))
        if !due.isEmpty { worker.later { $0.write(due) } }
    }

    /// Keeps a value under a key, in place of the one that was there. It outlives the process from the return on.
    ///
    /// A value larger than the greatest size of ``limits``, or than 1 GiB, is not stored, and pushes nothing out; what was under its key is
    /// gone all the same.
    public func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        tags: Set<String> = []
    ) async throws(CacheError) {
        try CacheError.checkKey(key)
        let encodedTags = try CacheTags.encode(tags)
        guard data.count <= min(limits.maxSize ?? .max, DiskOptions.longestValue) else { return try await remove(key) }
        let key = KeyBytes(key)
        let stored = seconds(now())
        let latest = limits.maxAge.map { stored + $0 }
        let expires = [expiresAt.map(seconds), latest].compactMap { $0 }.min()
        let hasFile = data.count > options.inlineLimit
        let row = DiskRow(
            version: .random(in: .min ... .max),
            stored: stored,
            accessed: stored,
            expires: expires,
            size: data.count,
            checksum: DiskRow.checksum(key: key, stored: stored, expires: expires, tags: encodedTags, value: data),
            tags: encodedTags,
            hasFile: hasFile,
            value: hasFile ? nil : data
        )
        let put = DiskPut(key: key, hash: options.hash(of: key), row: row, value: data)
        let result = await withCheckedContinuation { (continuation: DiskWriteQueue.Continuation) in
            switch writes.add(put, continuation) {
            case .now: worker.later { self.writeNext($0) }
            case .soon: worker.later(in: options.gatheringTime) { self.writeNext($0) }
            case .none: break
            }
        }
        try result.get()
    }

    private func writeNext(_ engine: DiskEngine) {
        let (group, hasMore) = writes.take()
        guard !group.puts.isEmpty else { return }
        let results = engine.put(group.puts)
        // What was asked for in the meantime has its turn in between.
        if hasMore { worker.later { self.writeNext($0) } }
        for (continuation, result) in zip(group.continuations, results) { continuation.resume(returning: result) }
    }

    /// Removes the value under a key, if there is one.
    public func remove(_ key: String) async throws(CacheError) {
        let key = KeyBytes(key)
        let hash = options.hash(of: key)
        try await worker.perform { engine throws(CacheError) in try engine.remove(key, hash: hash) }
    }

    /// Removes everything whose key begins with the UTF-8 bytes of a text, and tells how many entries that were. It looks
    /// at every key.
    @discardableResult
    public func removeAll(prefix: String) async throws(CacheError) -> Int {
        let prefix = KeyBytes(prefix)
        return try await worker.perform { engine throws(CacheError) in try engine.removeAll(prefix: prefix) }
    }

    /// Removes everything that bears a tag, and tells how many entries that were. It looks at no others.
    @discardableResult
    public func removeAll(tag: String) async throws(CacheError) -> Int {
        let tag = KeyBytes(tag)
        return try await worker.perform { engine throws(CacheError) in try engine.removeAll(tag: tag) }
    }

    /// Removes everything: the files of the database, so that no page of it is left, corrupt ones that were moved aside, the files of values,
    /// also unfinished ones, and the companions.
    public func removeAll() async throws(CacheError) {
        try await worker.perform { engine throws(CacheError) in try engine.removeAll() }
    }

    /// Everything the store holds, expired entries included, in no particular order. Reads no value.
    public func items() async throws(CacheError) -> [CacheItem] {
        try await worker.perform { engine throws(CacheError) in try engine.items().map(\.item) }
    }

    /// What the store holds, and how this object was used. Counts no entries: the sums are stored.
    public func statistics() async throws(CacheError) -> CacheStatistics {
        try await worker.perform { engine throws(CacheError) in try engine.statistics() }
    }

    /// The bytes of all files on disk: of the entries with keys and bookkeeping, of a corrupt database that was moved aside, and of the
    /// companions.
    public func diskSize() async -> Int {
        await worker.perform { $0.diskSize }
    }

    /// Removes what a policy decides to remove. The policy decides in the calling task, while others go on using the
    /// store. Space that is not used again is given back to the disk afterwards, little by little.
    public func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult {
        let entries = try await worker.perform { engine throws(CacheError) in try engine.items() }
        let verdict = CleanupVerdict(of: policy, on: entries.map(\.item))
        let victims = entries.indices.filter(verdict.isVictim).map { entries[$0] }
        let removed = try await worker.perform { engine throws(CacheError) in try engine.remove(victims) }
        if !removed.isEmpty { giveSpaceBack() }
        return verdict.report { removed.contains(entries[$0].version) }
    }

    /// Removes what goes beyond limits. Its cost grows with what is removed, not with what is kept; only a greatest age
    /// has it look at every entry.
    public func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult {
        let report = try await worker.perform { engine throws(CacheError) in try engine.trim(to: limits) }
        if !report.removed.isEmpty { giveSpaceBack() }
        return report
    }

    private func giveSpaceBack() {
        worker.later { [weak self] engine in
            if engine.giveSpaceBack() { self?.giveSpaceBack() }
        }
    }

    /// Writes what is pending and closes the files. The next use opens them again.
    public func close() async {
        worker.later { $0.close() }
        await worker.perform { _ in }
    }
}

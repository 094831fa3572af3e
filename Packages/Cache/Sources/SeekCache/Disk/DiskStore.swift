public import SeekBasics
import SeekSQLite

/// A persistent store in a folder, based on SQLite. Several processes can share it.
///
/// It recovers from corruption: a corrupt entry is a miss, a corrupt database is moved aside and recreated, and a
/// removed folder is created again. Missing space or permissions are errors, which a caller can ignore.
///
/// After a power failure, only the latest changes can be missing. Short reads run on the caller's thread; other
/// operations run on a queue of the store, so that they do not block the caller's executor. Concurrent puts share a
/// transaction.
///
/// ```swift
/// let folder = URL.cachesDirectory.appending(path: "greetings")
/// let store = try DiskStore(folder: folder, limits: CacheLimits(maxSize: 50_000_000))
/// try await store.put(Data("hello".utf8), for: "greeting")
/// let entry = try await store.value(for: "greeting")
/// ```
public final class DiskStore: DataStore {
    /// The folder of the store's files. Other files directly in it are not changed, except for companions.
    public let folder: URL

    /// The limits of the store. Each put applies them, and a value of the maximum age is no longer returned.
    public let limits: CacheLimits

    /// The in-flight loads for callers of ``DataStore/value(for:orLoad:)``.
    public let singleFlight: SingleFlight

    private let options: DiskOptions
    private let layout: DiskLayout
    private let now: @Sendable () -> Date
    private let usage: UsageTracker
    private let readers: DiskReaders
    private let writes: DiskWriteQueue
    private let worker: SerialWorker<DiskEngine>

    /// Creates a store, and its folder with mode 0700 if necessary. The database is opened at the first use.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - limits: The limits that this store object applies.
    ///   - companions: The names of files and folders in the folder that can be generated from the entries, such as an
    ///     index. They count towards the maximum size. They are removed when they take more than half of it, and by
    ///     ``removeAll()``.
    ///   - now: Returns the current date.
    /// - Throws: ``CacheError/folderUnusable(path:reason:)``, ``CacheError/untrusted(reason:)`` or
    ///   ``CacheError/diskFull(path:)``.
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
        let file = DatabaseFile(layout, options)
        try CacheError.translating(in: path) { () throws(DatabaseFailure) in try file.prepareFolder() }
        self.folder = folder
        self.limits = limits
        self.options = options
        self.now = now
        singleFlight = SingleFlight(now: now)
        usage = UsageTracker(options)
        readers = DiskReaders(path: layout.databasePath, options: options)
        writes = DiskWriteQueue(options)
        worker = SerialWorker(
            label: "seek.cache.disk",
            DiskEngine(layout: layout, options: options, limits: limits, usage: usage, readers: readers, now: now)
        )
    }

    deinit {
        // Closing writes to the disk, and must not block the thread that releases the store.
        worker.enqueue { $0.close() }
    }

    /// Returns the entry of a key; nil if there is none, it has expired, or it is corrupt.
    public func value(for key: String) async throws(CacheError) -> CacheEntry? {
        // A key over the limit cannot have been put.
        guard key.utf8.count <= CacheError.keyLimit else {
            usage.count { $0.misses += 1 }
            return nil
        }
        let key = KeyBytes(key)
        let hash = options.hash(of: key)
        switch readDirectly(key, hash) {
        case .hit(let entry): return entry
        case .miss: return nil
        case .unavailable:
            return try await worker.perform { engine throws(CacheError) in try engine.value(for: key, hash: hash) }
        }
    }

    /// Returns the version of a key's value; nil if there is none, or it has expired. The value is not read, so it may
    /// be corrupt.
    public func version(of key: String) async throws(CacheError) -> CacheVersion? {
        guard key.utf8.count <= CacheError.keyLimit else { return nil }
        let key = KeyBytes(key)
        let hash = options.hash(of: key)
        let read: @Sendable (SQLiteConnection) throws(SQLiteError) -> CacheVersion? = {
            [limits, now] connection throws(SQLiteError) in
            try connection.version(of: key, hash: hash, at: secondsSince2001(now()), limits)
        }
        if let version = readers.read(read) { return version }
        return try await worker.perform { engine throws(CacheError) in try engine.run("read", read) }
    }

    private enum DirectRead {
        case hit(CacheEntry)
        case miss
        /// The worker must read the entry.
        case unavailable
    }

    private func readDirectly(_ key: KeyBytes, _ hash: Int64) -> DirectRead {
        guard let row = readers.read({ connection throws(SQLiteError) in try connection.row(of: key, hash: hash) })
        else { return .unavailable }
        let now = now()
        guard let row, !row.isExpired(at: now, limits) else {
            usage.count { $0.misses += 1 }
            return .miss
        }
        var data = row.value
        if row.hasFile, row.size <= options.directReadLimit {
            // The worker repeats a failed read, and throws its error.
            data = try? FileSystem.read(layout.valuePath(version: row.version), size: row.size)
        }
        guard let data, let entry = row.entry(data, key: key, limits, now: now) else { return .unavailable }
        writeLater(usage.record(row.access(of: hash, at: secondsSince2001(now)), hits: 1))
        return .hit(entry)
    }

    private func writeLater(_ accesses: [UsageTracker.Access]) {
        if !accesses.isEmpty { worker.enqueue { $0.writeAccesses(accesses) } }
    }

    /// Records that a store in front of this one returned the value of a key, so that the value counts as recently used
    /// here too when entries are evicted.
    public func recordAccess(of key: String) {
        let hash = options.hash(of: KeyBytes(key))
        // The access time in the database is unknown.
        let access = UsageTracker.Access(hash: hash, time: secondsSince2001(now()), writtenTime: -.infinity)
        writeLater(usage.record(access))
    }

    /// Stores a value, and replaces an existing one, if a condition holds. When the method returns, the value survives
    /// the end of the process.
    ///
    /// A value larger than the maximum size of ``limits`` or than 1 GiB is not stored and evicts nothing, but an
    /// existing value of its key is removed, whatever the condition.
    @discardableResult
    public func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws(CacheError) -> CacheVersion? {
        try CacheError.checkKey(key)
        let version = CacheVersion()
        guard data.count <= min(limits.maxSize ?? .max, DiskOptions.maximumValueSize) else {
            try await remove(key)
            return version
        }
        let key = KeyBytes(key)
        let now = now()
        let stored = secondsSince2001(now)
        let expires = limits.expiry(of: expiresAt, storedAt: now).map(secondsSince2001)
        let hasFile = data.count > options.inlineLimit
        // The version is also the name of the value's file.
        let row = DiskRow(
            version: version.number,
            stored: stored,
            accessed: stored,
            expires: expires,
            size: data.count,
            checksum: DiskRow.checksum(key: key, stored: stored, expires: expires, value: data),
            hasFile: hasFile,
            value: hasFile ? nil : data
        )
        let put = DiskPut(key: key, hash: options.hash(of: key), row: row, condition: condition, value: data)
        let result = await withCheckedContinuation { (continuation: DiskWriteQueue.Continuation) in
            switch writes.add(put, continuation) {
            case .now: worker.enqueue { self.writeBatch($0) }
            case .delayed: worker.enqueue(afterMicroseconds: options.batchDelay) { self.writeBatch($0) }
            case .none: break
            }
        }
        return try result.get() ? version : nil
    }

    private func writeBatch(_ engine: DiskEngine) {
        let (batch, hasMore) = writes.takeBatch()
        guard !batch.isEmpty else { return }
        let results = engine.put(batch.map(\.put))
        // Enqueued, so that operations that were enqueued in the meantime run first.
        if hasMore { worker.enqueue { self.writeBatch($0) } }
        for (waiter, result) in zip(batch, results) { waiter.continuation.resume(returning: result) }
    }

    /// Removes the value of a key.
    public func remove(_ key: String) async throws(CacheError) {
        // A longer key or prefix cannot have been put, and SQLite does not accept it.
        guard key.utf8.count <= CacheError.keyLimit else { return }
        let key = KeyBytes(key)
        let hash = options.hash(of: key)
        try await worker.perform { engine throws(CacheError) in try engine.remove(key, hash: hash) }
    }

    /// Removes all entries whose keys start with the UTF-8 bytes of a prefix, and returns their number. Examines every
    /// key.
    @discardableResult
    public func removeAll(prefix: String) async throws(CacheError) -> Int {
        guard prefix.utf8.count <= CacheError.keyLimit else { return 0 }
        let prefix = KeyBytes(prefix)
        return try await worker.perform { engine throws(CacheError) in try engine.removeAll(prefix: prefix) }
    }

    /// Removes all entries, with the files of the database, a corrupt database that was moved aside, all value files,
    /// and the companions.
    public func removeAll() async throws(CacheError) {
        try await worker.perform { engine throws(CacheError) in try engine.removeAll() }
    }

    /// Returns all entries without their values, including expired ones, in no particular order.
    public func items() async throws(CacheError) -> [CacheItem] {
        try await worker.perform { engine throws(CacheError) in try engine.items().map(\.item) }
    }

    /// Returns the number and size of the entries, from the stored totals, and the counts of hits, misses, evictions
    /// and corruptions since this store object was created.
    public func statistics() async throws(CacheError) -> CacheStatistics {
        try await worker.perform { engine throws(CacheError) in try engine.statistics() }
    }

    /// Returns the total size in bytes of all files: the entries with their metadata, a corrupt database that was
    /// moved aside, and the companions.
    public func diskSize() async -> Int { await worker.perform { $0.diskSize } }

    /// Removes the entries that a policy selects. The policy runs in the calling task, and the store can be used in the
    /// meantime. Unused space is returned to the disk afterwards, in steps.
    public func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult {
        let entries = try await worker.perform { engine throws(CacheError) in try engine.items() }
        let selection = CleanupSelection(of: policy, on: entries.map(\.item))
        let selected = entries.indices.filter(selection.isSelected).map { entries[$0] }
        let removed = try await worker.perform { engine throws(CacheError) in try engine.remove(selected) }
        if !removed.isEmpty { incrementalVacuum() }
        return selection.result { removed.contains(entries[$0].version) }
    }

    /// Removes expired entries and those that exceed limits. Examines only these entries, unless a maximum age is given
    /// or the total size exceeds the maximum size.
    public func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult {
        let result = try await worker.perform { engine throws(CacheError) in try engine.trim(to: limits) }
        if !result.removed.isEmpty { incrementalVacuum() }
        return result
    }

    private func incrementalVacuum() {
        worker.enqueue { [weak self] engine in
            if engine.incrementalVacuum() { self?.incrementalVacuum() }
        }
    }

    /// Writes pending access times, returns unused space to the disk, and closes the files. The next use, or an
    /// operation in progress, opens them again.
    public func close() async { await worker.perform { $0.close() } }
}

import SeekBasics
import SeekCache
import SeekNetworking

/// Reads and changes the records of a store. A failure of the store is reported and treated as if nothing were stored.
struct RecordStorage: Sendable {
    let store: any RecordStore
    /// The store, if several machines share it; otherwise nil.
    var shared: (any SharedRecordStore)?
    let rules: CacheKey.Rules
    /// Authenticates the records of a shared store; nil if everything in the store is trusted.
    var protection: SharedCacheProtection?
    /// The copies of shared responses that this store contains; nil without a shared store.
    var copies: LocalCopies?
    var observer: CacheObserver?
    let now: @Sendable () -> Date
    let report: @Sendable (any Error) -> Void
    /// The keys whose last invalidation has not reached the store. It is repeated before the next use of the record.
    private let failedInvalidations = LockedSet<CacheKey>()
    private let counts = Counts()

    private final class Counts: Sendable {
        let writes = Atomic(0)
        let invalidations = Atomic(0)
    }

    /// A record as it was read.
    struct Snapshot: Sendable {
        let key: CacheKey
        var record = CacheRecord()
        /// The version of the record in the store; nil if there is none.
        var version: CacheVersion?
        /// Where the record was found.
        var source = Provenance.Source.disk
        /// How often all copies had been removed.
        var removalCount = 0
        /// Whether the store could be read. Nothing is stored otherwise, because an invalidation may be unknown.
        var isKnown = true
    }

    /// The maximum number of times that a change is tried again because another writer was faster.
    private static let maximumConflicts = 100

    /// The number of records that were written. If it has not changed since a record was read, a second read would find
    /// the same, unless another process has written the record.
    var writeCount: Int { counts.writes.load(ordering: .sequentiallyConsistent) }
    /// The number of invalidations that this process has begun.
    var invalidationCount: Int { counts.invalidations.load(ordering: .sequentiallyConsistent) }

    // MARK: Reading

    /// Reads a record. If its last invalidation has failed, the invalidation is repeated first.
    func read(_ key: CacheKey) async -> Snapshot {
        if failedInvalidations.contains(key) { await invalidate(key) }
        guard !failedInvalidations.contains(key) else { return Snapshot(key: key, isKnown: false) }
        return await readCurrent(key)
    }

    private func readCurrent(_ key: CacheKey) async -> Snapshot {
        var snapshot = Snapshot(key: key, removalCount: copies?.removalCount ?? 0)
        guard let entry = await reportingErrors({ try await store.value(for: key.text) }) else {
            snapshot.isKnown = false
            return snapshot
        }
        guard let entry else { return snapshot }
        snapshot.version = entry.version
        snapshot.source = shared != nil ? .shared : entry.isFromMemory ? .memory : .disk
        let bytes = protection.map { $0.opened(entry.data, for: key.text) } ?? entry.data
        let writtenAt = shared == nil ? nil : now().addingTimeInterval(-entry.age.seconds)
        // A record that is corrupt or forged counts as empty, and the next write replaces it.
        snapshot.record = bytes.flatMap { CacheRecord(serialized: $0, writtenAt: writtenAt) } ?? CacheRecord()
        return snapshot
    }

    // MARK: Changing

    /// Changes a record that was read earlier. The change is made to the current record, again whenever another writer
    /// has been faster; it returns false to change nothing. Nothing is changed if the record was invalidated since it
    /// was read.
    ///
    /// - Returns: Whether the record was changed.
    @discardableResult
    func update(_ snapshot: Snapshot, _ change: (inout CacheRecord) -> Bool) async -> Bool {
        guard snapshot.isKnown else { return false }
        var current = snapshot
        for _ in 0..<Self.maximumConflicts {
            guard current.isKnown, current.record.generation == snapshot.record.generation,
                current.removalCount == snapshot.removalCount, copies?.removalCount ?? 0 == snapshot.removalCount
            else { return false }
            var record = current.record
            guard change(&record) else { return false }
            guard let isWritten = await write(record, replacing: current) else { return false }
            if isWritten {
                guard copies?.removalCount ?? 0 != snapshot.removalCount else { return true }
                // All copies were removed during the write.
                await reportingErrors { try await store.remove(snapshot.key.text) }
                return false
            }
            current = await read(snapshot.key)
        }
        return false
    }

    /// The response to an unsafe request, and the record as it was read before that request.
    struct Replacement {
        let item: CacheRecord.Item
        let request: HTTPRequest
        let snapshot: Snapshot
    }

    /// Invalidates a record, including the responses to requests in flight.
    ///
    /// - Parameter replacement: What is stored in place of the invalid responses, unless another request has invalidated
    ///   the record too.
    /// - Returns: Whether the replacement was stored.
    @discardableResult
    func invalidate(_ key: CacheKey, storing replacement: Replacement? = nil) async -> Bool {
        counts.invalidations.add(1, ordering: .sequentiallyConsistent)
        for _ in 0..<Self.maximumConflicts {
            let current = await readCurrent(key)
            guard current.isKnown else { break }
            let now = now()
            var record = current.record
            record.invalidate(at: now)
            var isStored = false
            if let replacement, replacement.snapshot.isKnown,
                replacement.snapshot.record.generation == current.record.generation
            {
                let (item, request) = (replacement.item, replacement.request)
                isStored = record.add(item, isPartial: false, to: request, updating: nil, now: now)
            }
            guard let isWritten = await write(record, replacing: current, isInvalidation: true) else { break }
            guard !isWritten else {
                failedInvalidations.remove(key)
                return isStored
            }
        }
        // Without the record, the response to an earlier request may still be stored, but no stored one is served.
        if shared == nil, await reportingErrors({ try await store.remove(key.text) }) != nil {
            failedInvalidations.remove(key)
        } else {
            failedInvalidations.insert(key)
        }
        return false
    }

    /// Returns whether the record was written; nil if the store has failed.
    private func write(
        _ record: CacheRecord,
        replacing snapshot: Snapshot,
        isInvalidation: Bool = false
    ) async -> Bool? {
        let key = snapshot.key.text
        let bytes = record.serialized(at: now())
        let sealed = protection?.sealed(bytes, for: key) ?? bytes
        let condition = PutCondition.version(snapshot.version)
        let expiresAt = expiry(of: record, at: snapshot.key)
        // Completed even if the task is cancelled, because other machines wait for the response or must drop copies.
        let isWritten = await reportingErrors {
            try await withoutCancellation { [store, shared] in
                if let shared, isInvalidation {
                    return try await shared.invalidate(key, with: sealed, expiresAt: expiresAt, if: condition) != nil
                }
                return try await store.put(sealed, for: key, expiresAt: expiresAt, if: condition) != nil
            }
        }
        guard isWritten == true else { return isWritten }
        counts.writes.add(1, ordering: .sequentiallyConsistent)
        if !record.items.isEmpty { observer?.didStore(key, bytes) }
        return isWritten
    }

    private func expiry(of record: CacheRecord, at key: CacheKey) -> Date {
        guard let observer, !record.items.isEmpty,
            let retention = CachedResponse.url(ofKey: key.text).flatMap(observer.retention)
        else { return record.expiresAt }
        return max(record.expiresAt, now().addingTimeInterval(retention.seconds))
    }

    // MARK: Fetching for several machines

    /// Takes the turn to fetch a response for all machines; see ``SharedRecordStore/beginFetch(of:at:waiting:)``.
    func beginFetch(_ snapshot: Snapshot, waiting timeout: Duration) async -> FetchTurn {
        guard let shared, snapshot.isKnown else { return .unavailable }
        return await reportingErrors {
            try await shared.beginFetch(of: snapshot.key.text, at: snapshot.version, waiting: timeout)
        } ?? .unavailable
    }

    func endFetch(_ turn: FetchTurn, of key: CacheKey) async {
        guard let shared, case .granted(let token) = turn else { return }
        await reportingErrors {
            try await withoutCancellation { try await shared.endFetch(of: key.text, token: token) }
        }
    }

    /// Returns the result of an operation of the store; reports an error and returns nil if the operation fails.
    @discardableResult
    private func reportingErrors<Value>(_ operation: () async throws -> Value) async -> Value? {
        do {
            return try await operation()
        } catch {
            if !(error is CancellationError) { report(error) }
            return nil
        }
    }
}

final class LockedSet<Element: Hashable & Sendable>: Sendable {
    private let elements = Mutex<Set<Element>>([])

    var isEmpty: Bool { elements.withLock { $0.isEmpty } }

    func contains(_ element: Element) -> Bool { elements.withLock { $0.contains(element) } }

    /// Inserts an element, and returns false if the set already contained it.
    @discardableResult
    func insert(_ element: Element) -> Bool { elements.withLock { $0.insert(element).inserted } }

    func remove(_ element: Element) { elements.withLock { _ = $0.remove(element) } }
}

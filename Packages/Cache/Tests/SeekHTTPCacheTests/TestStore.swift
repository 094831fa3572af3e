import Foundation
import SeekBasics
import SeekCache

/// A store that holds its entries in memory and never drops one. With a failure, every operation throws it.
final class TestStore: RecordStore {
    struct Broken: Error {}

    struct Entry {
        var data: Data
        var expiresAt: Date?
        var version: CacheVersion
    }

    let entries = Mutex<[String: Entry]>([:])
    private let isFromMemory: Bool
    private let failure: (any Error)?

    init(isFromMemory: Bool = false, failure: (any Error)? = nil) {
        self.isFromMemory = isFromMemory
        self.failure = failure
    }

    func value(for key: String) async throws -> CacheEntry? {
        if let failure { throw failure }
        return entries.withLock { entries in
            entries[key].map { entry in
                let now = CacheTestClient.start
                return CacheEntry(
                    data: entry.data,
                    storedAt: now,
                    expiresAt: entry.expiresAt,
                    version: entry.version,
                    isFromMemory: isFromMemory,
                    now: now
                )
            }
        }
    }

    func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        if let failure { throw failure }
        return entries.withLock { entries in
            if case .version(let expected) = condition, entries[key]?.version != expected { return nil }
            let version = CacheVersion()
            entries[key] = Entry(data: data, expiresAt: expiresAt, version: version)
            return version
        }
    }

    func remove(_ key: String) async throws {
        if let failure { throw failure }
        entries.withLock { $0[key] = nil }
    }
}

/// A store that runs a closure before one of its puts, or after one of its reads.
final class InterceptingStore: RecordStore {
    private typealias Step = (remaining: Int, action: @Sendable () async -> Void)

    private let inner: any RecordStore
    private let putStep = Mutex<Step?>(nil)
    private let readStep = Mutex<Step?>(nil)
    private let reads = Mutex(0)

    /// The number of reads.
    var readCount: Int { reads.withLock { $0 } }

    init(_ inner: any RecordStore) { self.inner = inner }

    /// Runs a closure before the put with the given number; 1 is the next put.
    func beforePut(_ number: Int, _ action: @escaping @Sendable () async -> Void) {
        putStep.withLock { $0 = (number, action) }
    }

    /// Runs a closure after the read with the given number, before its result is returned; 1 is the next read.
    func afterRead(_ number: Int, _ action: @escaping @Sendable () async -> Void) {
        readStep.withLock { $0 = (number, action) }
    }

    func value(for key: String) async throws -> CacheEntry? {
        reads.withLock { $0 += 1 }
        let step = countDown(readStep)
        let entry = try await inner.value(for: key)
        await step?()
        return entry
    }

    func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        await countDown(putStep)?()
        return try await inner.put(data, for: key, expiresAt: expiresAt, if: condition)
    }

    func remove(_ key: String) async throws { try await inner.remove(key) }

    private func countDown(_ step: borrowing Mutex<Step?>) -> (@Sendable () async -> Void)? {
        step.withLock { step in
            step?.remaining -= 1
            return step?.remaining == 0 ? step?.action : nil
        }
    }
}

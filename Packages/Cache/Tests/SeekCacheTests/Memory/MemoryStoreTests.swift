import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("The memory store")
struct MemoryStoreTests {
    /// Returns a store for exactly `count` values of 1,000 bytes with keys of 3 bytes.
    private func store(for count: Int) -> MemoryStore {
        MemoryStore(costLimit: count * (1_000 + 3 + MemoryStore.entryOverhead))
    }

    private func key(_ index: Int) -> String { String(format: "%03d", index) }

    @Test("evicts only as many values as a new one needs")
    func limit() throws {
        let store = store(for: 10)
        for index in 0..<10 { try store.put(bytes(1_000), for: key(index), expiresAt: nil) }
        #expect(store.statistics().evictions == 0)
        try store.put(bytes(1_000), for: key(10), expiresAt: nil)
        #expect(store.statistics().evictions == 1)
        #expect(store.statistics().count == 10)
        #expect(store.value(for: key(0)) == nil)
        #expect(store.value(for: key(1)) != nil)
    }

    @Test("evicts only as many values as a larger replacement needs")
    func largeValue() throws {
        let store = store(for: 10)
        for index in 0..<10 { try store.put(bytes(1_000), for: key(index), expiresAt: nil) }
        try store.put(bytes(3_000), for: key(9), expiresAt: nil)
        #expect(store.statistics().evictions == 2)
        #expect(store.statistics().count == 8)
        #expect(store.statistics().bytes == 10_000)
    }

    @Test("does not store a value over the limit, but removes the existing value of its key, and evicts no other")
    func overTheLimit() throws {
        let store = store(for: 2)
        try store.put(bytes(10), for: "a", expiresAt: nil)
        try store.put(bytes(10), for: "b", expiresAt: nil)
        try store.put(bytes(5_000), for: "a", expiresAt: nil)
        #expect(store.value(for: "a") == nil)
        #expect(store.value(for: "b") != nil)
        #expect(store.statistics().evictions == 0)
    }

    @Test("stores nothing without a positive limit", arguments: [0, -1, Int.min])
    func emptyStore(_ limit: Int) throws {
        let store = MemoryStore(costLimit: limit)
        try store.put(Data(), for: "", expiresAt: nil)
        #expect(store.value(for: "") == nil)
        #expect(store.statistics() == CacheStatistics(misses: 1))
    }

    @Test("evicts nothing below the limit")
    func belowTheLimit() throws {
        let store = MemoryStore(costLimit: .max)
        for index in 0..<100 { try store.put(bytes(10), for: key(index), expiresAt: nil) }
        #expect(store.statistics().count == 100)
    }

    @Test("retains values that were read before a scan")
    func scan() throws {
        let store = store(for: 100)
        for index in 0..<50 { try store.put(bytes(1_000), for: key(index), expiresAt: nil) }
        for index in 0..<50 { _ = store.value(for: key(index)) }
        // The scan: values that are put once and never read.
        for index in 100..<149 { try store.put(bytes(1_000), for: key(index), expiresAt: nil) }
        for index in 200..<249 { try store.put(bytes(1_000), for: key(index), expiresAt: nil) }
        for index in 0..<50 { #expect(store.value(for: key(index)) != nil, "\(index)") }
    }

    @Test("has correct totals after random operations", arguments: 1...10)
    func totals(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = MemoryStore(costLimit: 20_000)
        for _ in 0..<500 {
            let name = "\(Int.random(in: 0..<40, using: &generator))"
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: store.remove(name)
            case 1: _ = store.value(for: name)
            case 2: _ = store.clean(policy: MaxSizeCleanupPolicy(maxSize: .random(in: 0..<20_000, using: &generator)))
            default:
                let size = Int.random(in: 0..<6_000, using: &generator)
                try store.put(bytes(size), for: name, expiresAt: nil)
            }
            let items = store.items()
            let cost = items.reduce(0) { $0 + $1.size + $1.key.utf8.count + MemoryStore.entryOverhead }
            #expect(cost <= 20_000)
            #expect(store.statistics().bytes == items.reduce(0) { $0 + $1.size })
            #expect(store.statistics().count == items.count)
        }
    }

    @Test("retains the counts when all values are removed, and can be filled again")
    func removeAll() throws {
        let store = store(for: 2)
        for index in 0..<3 { try store.put(bytes(1_000), for: key(index), expiresAt: nil) }
        store.removeAll()
        #expect(store.statistics() == CacheStatistics(evictions: 1))
        for index in 0..<2 { try store.put(bytes(1_000), for: key(index), expiresAt: nil) }
        #expect(store.statistics().count == 2)
    }
}

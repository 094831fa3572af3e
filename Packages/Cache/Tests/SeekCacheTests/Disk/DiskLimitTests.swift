import Foundation
import SeekCache
import SeekSQLite
import SeekTestHelpers
import Testing

@Suite("A disk store with limits")
struct DiskLimitTests {
    @Test("stays within its maximum size, and retains entries that are read repeatedly")
    func size() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxSize: 100_000), now: { clock.now })
        for index in 0..<200 {
            try await store.put(bytes(index % 10 == 3 ? 40_000 : 2_000, seed: UInt64(index)), for: "\(index)")
            clock.now += 1
            if index > 0 { _ = try await store.value(for: "0") }
            let statistics = try await store.statistics()
            #expect(statistics.bytes <= 100_000)
        }
        #expect(try await store.value(for: "0")?.data == bytes(2_000, seed: 0))
        #expect(try await store.value(for: "1") == nil)
        let items = try await store.items()
        let statistics = try await store.statistics()
        #expect(statistics.count == items.count)
        #expect(statistics.evictions == 200 - items.count)
        #expect(statistics.bytes == items.reduce(0) { $0 + $1.size })
        #expect(statistics.bytes > 50_000)
        #expect(try folder.valueFiles().count == items.filter { $0.size == 40_000 }.count)
    }

    @Test("stays within its maximum number of entries", arguments: [0, 1, 10])
    func count(limit: Int) async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxCount: limit), now: { clock.now })
        for index in 0..<30 {
            try await store.put(Data(), for: "\(index)")
            clock.now += 1
        }
        #expect(try await Set(store.items().map(\.key)) == Set((30 - limit..<30).map(String.init)))
        #expect(try await store.removeAll(prefix: "") == limit)
    }

    @Test("does not return an entry that has reached the maximum age, even if it was put without a limit")
    func age() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let storeWithoutLimit = try DiskStore(folder: folder.url, now: { clock.now })
        try await storeWithoutLimit.put(bytes(1), for: "before")
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxAge: .seconds(10)), now: { clock.now })
        try await store.put(bytes(2), for: "key", expiresAt: clock.now + 100)
        #expect(try await store.value(for: "key")?.expiresAt == clock.now + 10)
        clock.now += 9.5
        #expect(try await store.value(for: "before") != nil)
        try await store.put(bytes(3), for: "later", expiresAt: clock.now + 1)
        clock.now += 0.5
        #expect(try await store.value(for: "key") == nil)
        #expect(try await store.value(for: "before") == nil)
        #expect(try await storeWithoutLimit.value(for: "before") != nil)
        #expect(try await store.value(for: "later") != nil)
    }

    @Test("on a write, removes entries that were put without the maximum age and have not been read for that long")
    func unusedEntries() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let storeWithoutLimit = try DiskStore(folder: folder.url, now: { clock.now })
        for index in 0..<3 {
            try await storeWithoutLimit.put(bytes(40_000), for: "\(index)", expiresAt: clock.now + 1_000)
        }
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxAge: .seconds(100)), now: { clock.now })
        clock.now += 90
        try await store.put(bytes(1), for: "other")
        #expect(try await store.items().count == 4)
        _ = try await store.value(for: "0")
        await store.close()
        clock.now += 10
        try await store.put(bytes(1), for: "other")
        #expect(try await Set(store.items().map(\.key)) == ["0", "other"])
        #expect(try folder.valueFiles().count == 1)
        clock.now += 90
        try await store.put(bytes(1), for: "other")
        #expect(try await store.items().map(\.key) == ["other"])
        #expect(try folder.valueFiles().isEmpty)
        #expect(try await store.statistics().evictions == 3)
    }

    @Test("removes expired entries when it writes, before it evicts others")
    func expiry() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxCount: 10), now: { clock.now })
        try await store.put(bytes(1), for: "oldest")
        clock.now += 1
        for index in 0..<9 { try await store.put(bytes(1), for: "\(index)", expiresAt: clock.now + 5) }
        clock.now += 5
        for index in 10..<19 { try await store.put(bytes(1), for: "\(index)") }
        #expect(try await Set(store.items().map(\.key)) == Set(["oldest"] + (10..<19).map(String.init)))
    }

    @Test("does not store a value over the maximum size, and removes the existing value", arguments: [10, 60_000])
    func oversized(limit: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxSize: limit))
        try await store.put(bytes(3), for: "other")
        try await store.put(bytes(3), for: "key")
        try await store.put(bytes(limit + 1), for: "key")
        #expect(try await store.value(for: "key") == nil)
        #expect(try await store.value(for: "other") != nil)
        #expect(try await store.statistics() == CacheStatistics(count: 1, bytes: 3, hits: 1, misses: 1))
        #expect(try folder.valueFiles() == [])
        try await store.put(bytes(limit), for: "key")
        #expect(try await store.value(for: "key")?.data == bytes(limit))
    }

    @Test("corrects wrong totals", arguments: ["DELETE FROM total", "UPDATE total SET count = 1000"])
    func wrongTotals(_ sql: String) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxCount: 50))
        for index in 0..<5 { try await store.put(bytes(10), for: "\(index)") }
        try folder.execute(sql)
        _ = try await store.items()
        #expect(try await store.statistics().count == 5)
        #expect(try await store.statistics().bytes == 50)
        try await store.put(bytes(10), for: "5")
        #expect(try await store.statistics().count == 6)
    }

    @Test("recomputes the totals during an eviction if they are too large")
    func excessiveTotals() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxSize: 50))
        try await store.put(bytes(10), for: "0")
        try folder.execute("UPDATE total SET bytes = 1000")
        try await store.put(bytes(10), for: "1")
        // The wrong total made the put evict all entries, its own too.
        #expect(try await store.statistics().bytes == 0)
        try await store.put(bytes(10), for: "2")
        #expect(try await store.items().map(\.key) == ["2"])
    }

    @Test("completes each of many concurrent puts only after its value is stored")
    func batching() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store(batchCount: 7, batchBytes: 100_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let value = bytes(index % 9 == 0 ? 60_000 : index * 100, seed: UInt64(index))
                    try await store.put(value, for: "\(index)")
                    #expect(try await store.value(for: "\(index)")?.data == value)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.statistics().count == 100)
        #expect(try await store.removeAll(prefix: "1") == 11)
    }

    @Test("reads values of any size while another connection holds the write lock", arguments: [10, 50_000, 500_000])
    func readers(size: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(size), for: "key")
        _ = try await store.value(for: "key")
        let otherConnection = try folder.connection(busyTimeout: 0)
        try otherConnection.execute("BEGIN IMMEDIATE")
        for _ in 0..<20 { #expect(try await store.value(for: "key")?.data == bytes(size)) }
        #expect(try await store.value(for: "none") == nil)
        try otherConnection.execute("COMMIT")
        otherConnection.close()
        #expect(try await store.statistics().hits == 21)
    }

    @Test("stores the value of a put even if a concurrent put fails")
    func failureInBatch() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(1), for: "first")
        // The files of the large values cannot be created.
        try FileManager.default.removeItem(at: folder.file("values-1"))
        try Data().write(to: folder.file("values-1"))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask {
                    do {
                        try await store.put(bytes(index % 2 == 0 ? 10 : 50_000), for: "\(index)")
                        return true
                    } catch { return index % 2 != 0 }
                }
            }
            for try await isExpected in group { #expect(isExpected) }
        }
        for index in stride(from: 0, to: 20, by: 2) { #expect(try await store.value(for: "\(index)") != nil) }
    }
}

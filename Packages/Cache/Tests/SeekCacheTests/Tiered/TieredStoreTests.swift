import Foundation
import SeekBasics
import SeekCache
import SeekTestHelpers
import Testing

@Suite("The tiered store")
struct TieredStoreTests {
    @Test("returns a value from memory with its dates after the first read")
    func promotion() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let disk = try DiskStore(folder: folder.url, now: { clock.now })
        try await disk.put(bytes(10), for: "key", expiresAt: clock.now + 60)
        clock.now += 5
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20, now: { clock.now }), over: disk)
        for _ in 0..<3 {
            let entry = try #require(await store.value(for: "key"))
            #expect(entry.data == bytes(10))
            #expect(entry.age == .seconds(5))
            #expect(entry.expiresAt == clock.now + 55)
        }
        #expect(try await disk.statistics().hits == 1)
        #expect(store.memory.statistics().hits == 2)
        #expect(try await store.statistics().hits == 3)
        clock.now += 60
        #expect(try await store.value(for: "key") == nil)
    }

    @Test("does not return a value from memory that has reached the maximum age of the base store")
    func maximumAge() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let storeWithoutLimit = try DiskStore(folder: folder.url, now: { clock.now })
        try await storeWithoutLimit.put(bytes(1), for: "before")
        let disk = try DiskStore(folder: folder.url, limits: CacheLimits(maxAge: .seconds(60)), now: { clock.now })
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20, now: { clock.now }), over: disk)
        try await store.put(bytes(2), for: "key")
        for key in ["before", "key"] {
            #expect(try await store.value(for: key)?.expiresAt == clock.now + 60)
        }
        clock.now += 60
        for key in ["before", "key"] { #expect(try await store.value(for: key) == nil, "\(key)") }
    }

    @Test("does not return a value from memory while the base store fails")
    func rejectedPut() async throws {
        let parent = try TemporaryFolder()
        let disk = try DiskStore(folder: parent.file("cache"))
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20), over: disk)
        try await store.put(bytes(1), for: "key")
        try FileManager.default.removeItem(at: disk.folder)
        // A file in place of the folder makes every operation of the base store fail.
        try Data().write(to: disk.folder)
        await #expect(throws: CacheError.self) { try await store.put(bytes(2), for: "key") }
        await #expect(throws: CacheError.self) { try await store.value(for: "key") }
        await #expect(throws: CacheError.self) { try await store.removeAll() }
        try FileManager.default.removeItem(at: disk.folder)
        try await store.put(bytes(3), for: "key")
        #expect(store.memory.value(for: "key")?.data == bytes(3))
    }

    @Test("reports the time since the last read from memory or disk")
    func idleTime() async throws {
        let fixture = try StoreKind.tiered.make()
        let store = try #require(fixture.store as? TieredStore)
        try await store.put(bytes(1), for: "key")
        fixture.clock.now += 10
        _ = try await store.value(for: "key")
        fixture.clock.now += 3
        #expect(try await store.items().map(\.idleTime) == [.seconds(3)])
        #expect(try await store.base.items().map(\.idleTime) == [.seconds(13)])
    }

    @Test(
        "records hits in memory in the base store, so that a value in use is idle there for less than a minute",
        arguments: [1.0, 30, 59, 60, 61, 150]
    )
    func recordedAccess(interval: Double) async throws {
        let fixture = try StoreKind.tiered.make()
        let store = try #require(fixture.store as? TieredStore)
        try await store.put(bytes(1), for: "key")
        for _ in 0..<Int(300 / interval) {
            fixture.clock.now += interval
            _ = try await store.value(for: "key")
        }
        #expect(try #require(await store.base.items().first).idleTime < .seconds(60))
    }

    @Test(
        "returns the value on disk after concurrent reads and writes of a key",
        arguments: 0..<10
    )
    func race(_ round: Int) async throws {
        let folder = try TemporaryFolder()
        let disk = try DiskStore(folder: folder.url)
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20), over: disk)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for step in 0..<10 {
                        switch (task + step + round) % 4 {
                        case 0: try await store.put(bytes(50, seed: UInt64(task * 100 + step)), for: "key")
                        case 1 where task == 3: try await store.remove("key")
                        case 2 where task == 5: try await store.removeAll()
                        default: _ = try await store.value(for: "key")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.value(for: "key")?.data == disk.value(for: "key")?.data)
    }

    @Test("sees at the next read what another process has put, removed or cleaned")
    func otherProcess() async throws {
        let folder = try TemporaryFolder()
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20), over: try DiskStore(folder: folder.url))
        let other = try DiskStore(folder: folder.url)
        try await store.put(bytes(1), for: "key")
        try await other.put(bytes(2), for: "key")
        #expect(try await store.value(for: "key")?.data == bytes(2))
        #expect(try await store.value(for: "key")?.isFromMemory == true)
        // A put of the same bytes is another version.
        try await other.put(bytes(2), for: "key")
        #expect(try await store.value(for: "key")?.isFromMemory == false)
        try await other.remove("key")
        #expect(try await store.value(for: "key") == nil)
        try await store.put(bytes(3), for: "key")
        _ = try await other.clean(policy: MaxSizeCleanupPolicy(maxSize: 0))
        try await other.removeAll()
        #expect(try await store.value(for: "key") == nil)
    }
}

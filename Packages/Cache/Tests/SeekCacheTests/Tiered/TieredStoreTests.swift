import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@testable import SeekCache

@Suite("The tiered store")
struct TieredStoreTests {
    @Test("reads what it has read before from memory, with the times it had")
    func promotion() async throws {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let disk = try DiskStore(folder: folder.url, now: clock.read)
        try await disk.put(bytes(10), for: "key", expiresAt: clock.now + 60, tags: ["t"])
        clock.advance(by: 5)
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20, now: clock.read), over: disk)
        for _ in 0..<3 {
            let entry = try #require(await store.value(for: "key"))
            #expect(entry.data == bytes(10) && entry.age == 5 && entry.tags == ["t"])
            #expect(entry.expiresAt == clock.now + 55)
        }
        #expect(try await disk.statistics().hits == 1)
        #expect(store.memory.statistics().hits == 2)
        #expect(try await store.statistics().hits == 3)
        clock.advance(by: 60)
        #expect(try await store.value(for: "key") == nil)
    }

    @Test("does not keep in memory what the store behind refused")
    func refusal() async throws {
        let parent = try TemporaryFolder()
        let disk = try DiskStore(folder: parent.file("cache"))
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20), over: disk)
        try await store.put(bytes(1), for: "key")
        try FileManager.default.removeItem(at: disk.folder)
        try Data().write(to: disk.folder)
        await #expect(throws: CacheError.self) { try await store.put(bytes(2), for: "key") }
        #expect(store.memory.items() == [])
        await #expect(throws: CacheError.self) { try await store.value(for: "key") }
        await #expect(throws: CacheError.self) { try await store.removeAll() }
        try FileManager.default.removeItem(at: disk.folder)
        try await store.put(bytes(3), for: "key")
        #expect(store.memory.value(for: "key")?.data == bytes(3))
    }

    @Test("tells of idle times what memory knows")
    func idle() async throws {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let disk = try DiskStore(folder: folder.url, now: clock.read)
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20, now: clock.read), over: disk)
        try await store.put(bytes(1), for: "key")
        clock.advance(by: 10)
        _ = try await store.value(for: "key")
        clock.advance(by: 3)
        #expect(try await store.items().map(\.idle) == [3])
        #expect(try await disk.items().map(\.idle) == [13])
    }

    @Test("after many writers and readers of one key, memory holds what the disk holds", arguments: 0..<10)
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
        let kept = store.memory.value(for: "key")?.data
        let written = try await disk.value(for: "key")?.data
        #expect(kept == nil || kept == written)
        #expect(try await store.value(for: "key")?.data == written)
        #expect(store.activity.withLock { $0.isQuiet })
    }
}

@Suite("What is under way in a tiered store")
struct TierActivityTests {
    private let key = KeyBytes("key")

    @Test("a read alone, and a write alone, may stay in memory")
    func alone() {
        var activity = TierActivity()
        var keeps = false
        activity.beginReading(key)
        keeps = activity.endReading(key)
        #expect(keeps)
        activity.beginWriting(key)
        keeps = activity.endWriting(key)
        #expect(keeps)
        #expect(activity.isQuiet)
    }

    @Test("a read may not when a write begins, ends, or both, before it ends")
    func readAndWrite() {
        var activity = TierActivity()
        var keeps = false
        activity.beginReading(key)
        activity.beginWriting(key)
        keeps = activity.endReading(key)
        #expect(!keeps)
        _ = activity.endWriting(key)
        activity.beginWriting(key)
        activity.beginReading(key)
        _ = activity.endWriting(key)
        keeps = activity.endReading(key)
        #expect(!keeps)
        activity.beginReading(key)
        activity.beginWriting(key)
        _ = activity.endWriting(key)
        keeps = activity.endReading(key)
        #expect(!keeps)
        #expect(activity.isQuiet)
    }

    @Test("of two writes at once neither may")
    func writes() {
        var activity = TierActivity()
        var keeps = false
        activity.beginWriting(key)
        activity.beginWriting(key)
        keeps = activity.endWriting(key)
        #expect(!keeps)
        keeps = activity.endWriting(key)
        #expect(!keeps)
        activity.beginWriting(KeyBytes("other"))
        activity.beginWriting(key)
        keeps = activity.endWriting(key)
        #expect(keeps)
    }

    @Test("nothing may that is under way while many are removed")
    func sweeps() {
        var activity = TierActivity()
        var keeps = false
        activity.beginReading(key)
        activity.beginSweeping()
        activity.endSweeping()
        keeps = activity.endReading(key)
        #expect(!keeps)
        activity.beginSweeping()
        activity.beginWriting(key)
        activity.endSweeping()
        keeps = activity.endWriting(key)
        #expect(!keeps)
        activity.beginWriting(key)
        keeps = activity.endWriting(key)
        #expect(keeps)
    }
}

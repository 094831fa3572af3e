import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@testable import SeekCache

@Suite("The tiered store")
struct TieredStoreTests {
    @Test("returns a value from memory with its dates after the first read")
    func promotion() async throws {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let disk = try DiskStore(folder: folder.url, now: clock.read)
        try await disk.put(bytes(10), for: "key", expiresAt: clock.now + 60, tags: ["t"])
        clock.advance(by: 5)
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20, now: clock.read), over: disk)
        for _ in 0..<3 {
            let entry = try #require(await store.value(for: "key"))
            #expect(entry.data == bytes(10))
            #expect(entry.age == .seconds(5))
            #expect(entry.tags == ["t"])
            #expect(entry.expiresAt == clock.now + 55)
        }
        #expect(try await disk.statistics().hits == 1)
        #expect(store.memory.statistics().hits == 2)
        #expect(try await store.statistics().hits == 3)
        clock.advance(by: 60)
        #expect(try await store.value(for: "key") == nil)
    }

    @Test("does not store a value in memory that the base store rejected")
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

    @Test("reports idle times that include reads from memory")
    func idle() async throws {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let disk = try DiskStore(folder: folder.url, now: clock.read)
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20, now: clock.read), over: disk)
        try await store.put(bytes(1), for: "key")
        clock.advance(by: 10)
        _ = try await store.value(for: "key")
        clock.advance(by: 3)
        #expect(try await store.items().map(\.idle) == [.seconds(3)])
        #expect(try await disk.items().map(\.idle) == [.seconds(13)])
    }

    @Test(
        "has no value in memory that differs from the one on disk after concurrent reads and writes of a key",
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
        let kept = store.memory.value(for: "key")?.data
        let written = try await disk.value(for: "key")?.data
        #expect(kept == nil || kept == written)
        #expect(try await store.value(for: "key")?.data == written)
        #expect(store.activity.withLock { $0.isIdle })
    }
}

@Suite("The activity of a tiered store")
struct TierActivityTests {
    private let key = KeyBytes("key")

    @Test("permits storing after a read or write without overlap")
    func alone() {
        var activity = TierActivity()
        var mayStore = false
        activity.beginReading(key)
        mayStore = activity.endReading(key)
        #expect(mayStore)
        activity.beginWriting(key)
        mayStore = activity.endWriting(key)
        #expect(mayStore)
        #expect(activity.isIdle)
    }

    @Test("does not permit storing after a read that overlaps with a write")
    func readAndWrite() {
        var activity = TierActivity()
        var mayStore = false
        activity.beginReading(key)
        activity.beginWriting(key)
        mayStore = activity.endReading(key)
        #expect(!mayStore)
        _ = activity.endWriting(key)
        activity.beginWriting(key)
        activity.beginReading(key)
        _ = activity.endWriting(key)
        mayStore = activity.endReading(key)
        #expect(!mayStore)
        activity.beginReading(key)
        activity.beginWriting(key)
        _ = activity.endWriting(key)
        mayStore = activity.endReading(key)
        #expect(!mayStore)
        #expect(activity.isIdle)
    }

    @Test("does not permit storing after overlapping writes")
    func writes() {
        var activity = TierActivity()
        var mayStore = false
        activity.beginWriting(key)
        activity.beginWriting(key)
        mayStore = activity.endWriting(key)
        #expect(!mayStore)
        mayStore = activity.endWriting(key)
        #expect(!mayStore)
        activity.beginWriting(KeyBytes("other"))
        activity.beginWriting(key)
        mayStore = activity.endWriting(key)
        #expect(mayStore)
    }

    @Test("does not permit storing after operations that overlap with a removal of many keys")
    func removals() {
        var activity = TierActivity()
        var mayStore = false
        activity.beginReading(key)
        activity.beginRemoval()
        activity.endRemoval()
        mayStore = activity.endReading(key)
        #expect(!mayStore)
        activity.beginRemoval()
        activity.beginWriting(key)
        activity.endRemoval()
        mayStore = activity.endWriting(key)
        #expect(!mayStore)
        activity.beginWriting(key)
        mayStore = activity.endWriting(key)
        #expect(mayStore)
    }
}

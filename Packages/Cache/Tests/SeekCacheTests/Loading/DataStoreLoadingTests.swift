import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("A store that loads a missing value")
struct DataStoreLoadingTests {
    struct Offline: Error {}

    @Test("loads and stores the value once", arguments: StoreKind.allCases)
    func once(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        let loads = Counter()
        for round in 0..<3 {
            let entry = try await fixture.store.value(for: "key") {
                loads.add()
                return CacheValue(bytes(50), expiresAt: fixture.clock.now + 60)
            }
            #expect(entry.data == bytes(50))
            #expect(entry.age == .seconds(round))
            #expect(entry.expiresAt == fixture.clock.now + 60 - Double(round))
            fixture.clock.now += 1
        }
        #expect(loads.count == 1)
    }

    @Test("shares one load per key between concurrent callers", arguments: StoreKind.allCases)
    func shared(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        let loads = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let key = "key \(index % 2)"
                    let entry = try await store.value(for: key) {
                        loads.add()
                        for _ in 0..<20 { await Task.yield() }
                        return CacheValue(Data(key.utf8))
                    }
                    #expect(entry.data == Data(key.utf8))
                }
            }
            try await group.waitForAll()
        }
        #expect(loads.count == 2)
    }

    @Test(
        "throws the error of a load, stores nothing, and loads again for the next caller",
        arguments: StoreKind.allCases
    )
    func failure(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        await #expect(throws: Offline.self) { try await store.value(for: "key") { throw Offline() } }
        #expect(try await store.value(for: "key") == nil)
        #expect(try await store.value(for: "key") { CacheValue(bytes(3)) }.data == bytes(3))
    }

    @Test("continues the load when one of two callers is cancelled", arguments: [true, false])
    func cancellation(cancelsFirst: Bool) async throws {
        let store = MemoryStore(costLimit: 1 << 20)
        let (starts, startSignal) = AsyncStream<Void>.makeStream()
        let gate = Gate()
        let load: @Sendable () async throws -> CacheValue = {
            startSignal.yield()
            _ = await gate.pass()
            try Task.checkCancellation()
            return CacheValue(bytes(7))
        }
        let first = Task { try await store.value(for: "key", orLoad: load) }
        for await _ in starts { break }
        let second = Task { try await store.value(for: "key", orLoad: load) }
        // The second caller has missed the value, and so is waiting or about to wait.
        while store.statistics().misses < 2 { await Task.yield() }
        let (cancelled, remaining) = cancelsFirst ? (first, second) : (second, first)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        gate.open()
        #expect(try await remaining.value.data == bytes(7))
        #expect(store.value(for: "key")?.data == bytes(7))
    }

    @Test("cancels a load without waiters, and does not store its value")
    func abandoned() async throws {
        let store = MemoryStore(costLimit: 1 << 20)
        let (starts, startSignal) = AsyncStream<Void>.makeStream()
        let (ends, endSignal) = AsyncStream<Bool>.makeStream()
        let gate = Gate()
        let caller = Task {
            try await store.value(for: "key") {
                startSignal.yield()
                _ = await gate.pass()
                defer { endSignal.yield(Task.isCancelled) }
                return CacheValue(bytes(7))
            }
        }
        for await _ in starts { break }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        gate.open()
        for await isCancelled in ends {
            #expect(isCancelled)
            break
        }
        #expect(try await store.value(for: "key") { CacheValue(bytes(8)) }.data == bytes(8))
        #expect(store.value(for: "key")?.data == bytes(8))
    }

    @Test("loads nothing for a cancelled caller")
    func cancelledBefore() async {
        let store = MemoryStore(costLimit: 1 << 20)
        let loads = Counter()
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.value(for: "key") {
                loads.add()
                return CacheValue(bytes(1))
            }
        }
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(loads.count == 0)
    }

    @Test("returns the loaded value when the store cannot read or write")
    func brokenStore() async throws {
        let parent = try TemporaryFolder()
        let store = try DiskStore(folder: parent.file("cache"))
        try FileManager.default.removeItem(at: store.folder)
        try Data().write(to: store.folder)
        // The second call loads again, because nothing could be stored.
        for _ in 0..<2 {
            #expect(try await store.value(for: "key") { CacheValue(bytes(3)) }.data == bytes(3))
        }
    }
}

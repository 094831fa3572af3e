import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("A closed store")
struct ClosingContractTests {
    @Test("can be used, and closed again", arguments: StoreKind.allCases)
    func reopening(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        await store.close()
        try await store.put(bytes(10), for: "small")
        await store.close()
        await store.close()
        #expect(try await store.value(for: "small")?.data == bytes(10))
        await store.close()
        #expect(try await store.items().map(\.key) == ["small"])
        await store.close()
        #expect(try await store.clean(policy: CacheLimits(maxCount: 1)).remainingCount == 1)
        await store.close()
        #expect(try await store.removeAll(prefix: "small") == 1)
        await store.close()
        try await store.removeAll()
        await store.close()
        #expect(try await store.statistics().count == 0)
    }

    @Test("stores the value of a load that completes after closing", arguments: StoreKind.allCases)
    func loadInFlight(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        let gate = Gate()
        let load = Task {
            try await store.value(for: "key") {
                _ = await gate.pass()
                return CacheValue(bytes(100))
            }
        }
        await store.close()
        gate.open()
        #expect(try await load.value.data == bytes(100))
        #expect(try await store.value(for: "key")?.data == bytes(100))
    }

    @Test("completes puts and reads that overlap with closing", arguments: StoreKind.allCases)
    func concurrentUse(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    try await store.put(bytes(index), for: "\(index)")
                    #expect(try await store.value(for: "\(index)")?.data == bytes(index))
                }
                if index.isMultiple(of: 4) { group.addTask { await store.close() } }
            }
            try await group.waitForAll()
        }
        #expect(try await store.items().count == 40)
    }
}

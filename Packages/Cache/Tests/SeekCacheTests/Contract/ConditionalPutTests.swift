import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("A put with a condition")
struct ConditionalPutTests {
    @Test("stores a value only in place of the version that was read", arguments: StoreKind.allCases, [10, 50_000])
    func conditions(_ kind: StoreKind, _ size: Int) async throws {
        let fixture = try kind.make()
        let store = fixture.store
        func put(_ seed: UInt64, _ condition: PutCondition) async throws -> CacheVersion? {
            try await store.put(bytes(size, seed: seed), for: "key", expiresAt: fixture.clock.now + 10, if: condition)
        }
        #expect(try await put(1, .version(CacheVersion(number: 7))) == nil)
        #expect(try await store.value(for: "key") == nil)
        let first = try await put(2, .version(nil))
        #expect(first != nil)
        #expect(try await store.value(for: "key")?.version == first)
        #expect(try await store.version(of: "key") == first)
        #expect(try await put(3, .version(nil)) == nil)
        let second = try await put(4, .unchanged(since: store.value(for: "key")))
        #expect(second != nil && second != first)
        #expect(try await put(5, .version(first)) == nil)
        #expect(try await store.value(for: "key")?.data == bytes(size, seed: 4))
        let third = try await put(6, .always)
        #expect(try await store.version(of: "key") == third)
        // A value that has expired counts as none.
        fixture.clock.now += 10
        #expect(try await store.version(of: "key") == nil)
        #expect(try await put(7, .version(third)) == nil)
        #expect(try await put(8, .version(nil)) != nil)
        try await store.remove("key")
        #expect(try await store.version(of: "key") == nil)
        #expect(try await store.statistics().count == 0)
    }

    @Test("leaves no file of a value that was not stored")
    func files() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(50_000), for: "key")
        let version = try await store.put(bytes(50_000, seed: 2), for: "key", expiresAt: nil, if: .version(nil))
        #expect(version == nil)
        #expect(try folder.valueFiles().count == 1)
    }

    @Test("loses none of the changes that 64 writers make to one value at once", arguments: StoreKind.allCases)
    func storm(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        // A second store object over the same files stands for another process.
        let stores: [any DataStore] =
            kind == .memory ? [fixture.store] : [fixture.store, try DiskStore(folder: fixture.folder.url)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<64 {
                group.addTask {
                    let store = stores[writer % stores.count]
                    while true {
                        let entry = try await store.value(for: "set")
                        let next = (entry?.data ?? Data()) + [UInt8(writer)]
                        let condition = PutCondition.unchanged(since: entry)
                        if try await store.put(next, for: "set", expiresAt: nil, if: condition) != nil { return }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.store.value(for: "set")?.data.sorted() == (0..<64).map(UInt8.init))
    }
}

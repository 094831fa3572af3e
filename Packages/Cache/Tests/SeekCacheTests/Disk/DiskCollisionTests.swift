import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("Keys with the same hash")
struct DiskCollisionTests {
    @Test("have separate entries", arguments: [0, 42, UInt64(Int64.max), 1 << 63, .max])
    func sideBySide(hash: UInt64) async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store(hash: hash)
        let keys = (0..<8).map { "key \($0)" }
        // The larger values are stored in files.
        for (index, key) in keys.enumerated() { try await store.put(bytes(10 + index * 10_000), for: key) }
        for (index, key) in keys.enumerated() {
            #expect(try await store.value(for: key)?.data == bytes(10 + index * 10_000))
        }
        #expect(try await store.value(for: "key 8") == nil)
        #expect(try await Set(store.items().map(\.key)) == Set(keys))
        try await store.remove("key 3")
        try await store.put(bytes(5), for: "key 7")
        try await store.put(bytes(6), for: "key 8")
        #expect(try await store.value(for: "key 3") == nil)
        #expect(try await store.value(for: "key 7")?.data == bytes(5))
        #expect(try await store.value(for: "key 8")?.data == bytes(6))
        #expect(try await store.statistics().count == 8)
        #expect(try await store.removeAll(prefix: "key") == 8)
        #expect(try folder.valueFiles() == [])
    }
}

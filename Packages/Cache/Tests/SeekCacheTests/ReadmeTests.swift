import Foundation
import SeekCache
import Testing

/// The README's samples, as they stand there.
@Suite("The README")
struct ReadmeTests {
    struct Videos: CleanupPolicy {
        func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { items.filter { $0.key.hasPrefix("video/") } }
    }

    @Test("keeps a greeting and cleans the store")
    func greeting() async throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let store = try DiskStore(folder: folder)
        try await store.put(Data("hello".utf8), for: "greeting", expiresAt: Date(timeIntervalSinceNow: 900))
        if let entry = try await store.value(for: "greeting") {
            print(entry.data, entry.age)
        }
        let report = try await store.clean(policy: MaxSizeCleanupPolicy(maxSize: 10_000_000))
        print(report.removed.count, report.keptBytes)

        #expect(report.keptBytes == 5)
    }

    @Test("shows a policy of one's own")
    func policy() {
        let items = [CacheItem(key: "video/1", age: 1, size: 1), CacheItem(key: "user/1", age: 1, size: 1)]
        #expect(Videos().itemsToRemove(from: items).map(\.key) == ["video/1"])
    }
}

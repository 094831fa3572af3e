import Foundation
import SeekCache
import SeekTestHelpers
import Testing

/// The samples of the README, and of the article on cleaning a cache.
@Suite("The README")
struct CacheReadmeTests {
    struct Videos: CleanupPolicy {
        func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { items.filter { $0.key.hasPrefix("video/") } }
    }

    @Test("stores a greeting and cleans the store")
    func greeting() async throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let store = try DiskStore(folder: folder)
        try await store.put(Data("hello".utf8), for: "greeting", expiresAt: Date(timeIntervalSinceNow: 900))
        if let entry = try await store.value(for: "greeting") {
            print(entry.data, entry.age)
        }
        let result = try await store.clean(policy: MaxSizeCleanupPolicy(maxSize: 10_000_000))
        print(result.removed.count, result.remainingBytes)

        #expect(result.remainingBytes == 5)
    }

    @Test("loads a missing value, and removes values by prefix")
    func loading() async throws {
        let temporary = try TemporaryFolder()
        let disk = try DiskStore(folder: temporary.url)
        @Sendable func download() async throws -> Data { Data("page".utf8) }
        let store = TieredStore(memory: MemoryStore(costLimit: 16 << 20), over: disk)
        let entry = try await store.value(for: "videos/1") {
            CacheValue(try await download(), expiresAt: Date(timeIntervalSinceNow: 900))
        }
        try await store.removeAll(prefix: "videos/")

        #expect(entry.data == Data("page".utf8))
        #expect(try await store.items() == [])
    }

    struct Profile: Codable, Equatable {
        var name: String
    }

    @Test("stores and loads Codable values, and opens its files again after close()")
    func codable() async throws {
        let temporary = try TemporaryFolder()
        let store = try DiskStore(folder: temporary.url)
        let profile = Profile(name: "Ada")
        @Sendable func downloadFriends() async throws -> [Profile] { [Profile(name: "Grace")] }

        try await store.put(encoding: profile, for: "profiles/ada", expiresAt: .now + 900)
        let saved = try await store.value(Profile.self, for: "profiles/ada")
        let friends = try await store.value([Profile].self, for: "friends") {
            try await downloadFriends()
        }

        await store.close()
        #expect(saved == profile)
        #expect(friends == [Profile(name: "Grace")])
        #expect(try await store.value([Profile].self, for: "friends") == friends)
    }

    @Test("limits a store and cleans it, as in the article on cleaning")
    func article() async throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url

        let store = try DiskStore(
            folder: folder,
            limits: CacheLimits(maxSize: 50_000_000, maxAge: .seconds(7 * 86_400))
        )
        let result = try await store.clean(policy: CacheLimits(maxCount: 1_000))
        print(result.removed.count, result.remainingBytes)

        #expect(result.removed.isEmpty)
    }

    @Test("defines a custom policy")
    func policy() {
        let items = [
            CacheItem(key: "video/1", age: .seconds(1), size: 1), CacheItem(key: "user/1", age: .seconds(1), size: 1),
        ]
        #expect(Videos().itemsToRemove(from: items).map(\.key) == ["video/1"])
    }
}

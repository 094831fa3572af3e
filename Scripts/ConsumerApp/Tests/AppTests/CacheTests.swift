import Foundation
import Seek
import SeekCache
import SeekTestHelpers
import Testing

@Suite("Cached values")
struct CacheTests {
    @Test("a value is loaded and stored, and can be removed by its prefix")
    func loaded() async throws {
        let folder = try TemporaryFolder()
        let store = TieredStore(memory: MemoryStore(costLimit: 1 << 20), over: try DiskStore(folder: folder.url))
        for _ in 0..<2 {
            let entry = try await store.value(for: "settings/theme") {
                CacheValue(Data("dark".utf8), expiresAt: Date(timeIntervalSinceNow: 900))
            }
            #expect(entry.data == Data("dark".utf8))
        }
        try await store.removeAll(prefix: "settings/")
        #expect(try await store.value(for: "settings/theme") == nil)
        await store.close()
    }

    struct Profile: Codable, Hashable {
        var name: String
    }

    @Test("a Codable value is stored, and can be read after the store was closed")
    func codable() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        let ada = Profile(name: "Ada")
        try await store.put(encoding: ada, for: "profiles/ada", expiresAt: .now + 900)
        await store.close()
        #expect(try await store.value(Profile.self, for: "profiles/ada") == ada)
        // A value of another type, as an earlier version of the app may have stored, counts as missing.
        #expect(try await store.value([Int].self, for: "profiles/ada") == nil)
        await store.close()
    }
}

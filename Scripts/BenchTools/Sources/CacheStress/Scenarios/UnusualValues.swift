import BenchKit
import Foundation
import SeekCache
import SeekTestHelpers

enum UnusualValues {
    /// A value of 100 MB is stored in a store without a limit, but not in one with a limit of 64 MB. Another value
    /// remains in both.
    static func large(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        let value = Payload.make(1, 1, size: 100_000_000)
        for (name, limits, isStored) in [
            ("limited", CacheLimits(maxSize: 64 << 20), false), ("unlimited", .none, true),
        ] {
            let store = try DiskStore(folder: folder.url.appending(path: name), limits: limits)
            try await store.put(Payload.make(2, 1), for: "2")
            try await store.put(value, for: "1")
            let version = result.verify(try await store.value(for: "1"), 1, name)
            if (version != nil) != isStored { result.addViolation("\(name): stored or rejected wrongly") }
            if result.verify(try await store.value(for: "2"), 2, name) == nil {
                result.addViolation("\(name): another value was evicted")
            }
            await store.close()
        }
        return result
    }

    /// Two keys with the same XXH64 hash.
    static let collidingKeys = ["vshgmrlhilrjeaol", "fablinofmwlS2xV8"]

    /// Stores and reads unusual keys in every kind of store, among them an empty key, a key of 1 MB, a key with NUL,
    /// two keys that differ only in their Unicode normalization, and two with the same hash.
    static func keys(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        let keys =
            ["", String(repeating: "k", count: 1 << 20), "\0", "a\0b", "a", "caf\u{E9}", "cafe\u{301}", "../x"]
            + collidingKeys
        let disk = try DiskStore(folder: folder.url.appending(path: "disk"))
        let stores: [(String, any DataStore)] = [
            ("memory", MemoryStore(costLimit: 1 << 30)), ("disk", disk),
            ("tiered", TieredStore(memory: MemoryStore(costLimit: 1 << 20), over: disk)),
        ]
        for (name, store) in stores {
            for (number, key) in keys.enumerated() { try await store.put(Payload.make(number, 1), for: key) }
            let missedBefore = result.misses
            for (number, key) in keys.enumerated() { result.verify(try await store.value(for: key), number, name) }
            if result.misses > missedBefore { result.addViolation("\(name): a key was lost") }
        }
        return result
    }
}

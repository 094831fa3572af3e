import BenchKit
import Foundation
import SeekCache
import SeekTestHelpers

/// Values and keys at the limits.
enum UnusualValues {
    /// A value of 100 MB is stored in a store without a limit, but not in one with a limit of 64 MB. Another value
    /// remains in both.
    static func large(_ scale: Scale, _ seed: UInt64) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        let value = Payload.make(1, 1, size: 100_000_000)
        for (name, limits, isStored) in [("small", CacheLimits(maxSize: 64 << 20), false), ("free", .none, true)] {
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

    /// Stores and reads unusual keys in every kind of store, among them an empty key, a key of 1 MB, a key with NUL,
    /// two keys that differ only in their Unicode normalization, and two with the same hash.
    static func keys(_ scale: Scale, _ seed: UInt64) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        let pair = HashCollision.pair(seed: seed)
        let keys = [
            "", String(repeating: "k", count: 1 << 20), "\0", "a\0b", "a", "caf\u{E9}", "cafe\u{301}", "../x", pair.0,
            pair.1,
        ]
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

/// Two keys with the same XXH64 hash: the second half of one of the 16-byte keys is computed.
enum HashCollision {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    static func pair(seed: UInt64) -> (String, String) {
        var random = SeededGenerator(seed: seed)
        while true {
            let halves = (0..<3).map { _ in ascii(random.next()) }
            // XXH64 combines the second word with the state by xor.
            let solved = inverse(state(halves[0]) ^ state(halves[1]) ^ mixed(halves[2]))
            guard solved & 0x8080_8080_8080_8080 == 0, halves[0] != halves[1] else { continue }
            return (text(halves[0], halves[2]), text(halves[1], solved))
        }
    }

    private static func ascii(_ word: UInt64) -> UInt64 { word & 0x1F1F_1F1F_1F1F_1F1F | 0x4040_4040_4040_4040 }

    private static func state(_ word: UInt64) -> UInt64 {
        rotated((prime5 &+ 16) ^ mixed(word), 27) &* prime1 &+ prime4
    }

    private static func mixed(_ word: UInt64) -> UInt64 { rotated(word &* prime2, 31) &* prime1 }

    private static func inverse(_ mixed: UInt64) -> UInt64 {
        rotated(mixed &* reciprocal(prime1), 33) &* reciprocal(prime2)
    }

    private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value &<< count | value &>> (64 &- count)
    }

    /// Returns the multiplicative inverse of an odd number; each Newton step doubles the number of correct bits.
    private static func reciprocal(_ odd: UInt64) -> UInt64 {
        (0..<6).reduce(odd) { guess, _ in guess &* (2 &- odd &* guess) }
    }

    private static func text(_ words: UInt64...) -> String {
        String(decoding: words.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }, as: UTF8.self)
    }
}

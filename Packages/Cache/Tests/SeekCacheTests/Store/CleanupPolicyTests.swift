import Foundation
import SeekCache
import SeekTestHelpers
import Testing

/// Applies policies to the same five items, with a table of the expected results.
@Suite("Cleanup policies")
struct CleanupPolicyTests {
    static let items = [
        CacheItem(key: "a", age: .seconds(10), size: 5, idleTime: .seconds(1), expiresIn: .seconds(3)),
        CacheItem(key: "b", age: .seconds(20), size: 4, idleTime: .seconds(20)),
        CacheItem(key: "c", age: .seconds(30), size: 3, idleTime: .seconds(2), expiresIn: .zero),
        CacheItem(key: "d", age: .seconds(40), size: 2, idleTime: .seconds(15), expiresIn: .seconds(-1)),
        CacheItem(key: "e", age: .seconds(40), size: 1, idleTime: .zero),
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        var policy: any CleanupPolicy
        /// The keys of the removed items, in alphabetical order.
        var removed: String
        var testDescription: String { "\(policy) → \(removed)" }

        init(_ policy: any CleanupPolicy, _ removed: String) {
            self.policy = policy
            self.removed = removed
        }
    }

    static let rows: [Row] = [
        Row(ExpiredCleanupPolicy(), "cd"), Row(CacheLimits.none, "cd"),

        Row(CacheLimits(maxAge: .seconds(41)), "cd"), Row(CacheLimits(maxAge: .seconds(40)), "cde"),
        Row(CacheLimits(maxAge: .seconds(20.5)), "cde"), Row(CacheLimits(maxAge: .seconds(20)), "bcde"),
        Row(CacheLimits(maxAge: .zero), "abcde"), Row(CacheLimits(maxAge: .seconds(-3)), "abcde"),
        Row(CacheLimits(maxAge: .seconds(Int64.max)), "cd"),

        // The most recently used that have not expired first, with sizes: e 1, a 5, b 4.
        Row(CacheLimits(maxSize: 10), "cd"), Row(CacheLimits(maxSize: 9), "bcd"), Row(CacheLimits(maxSize: 6), "bcd"),
        Row(CacheLimits(maxSize: 5), "abcd"), Row(CacheLimits(maxSize: 4), "abcd"),
        Row(CacheLimits(maxSize: 0), "abcde"), Row(CacheLimits(maxSize: -1), "abcde"),
        Row(CacheLimits(maxSize: .max), "cd"),
        Row(CacheLimits(maxCount: 3), "cd"), Row(CacheLimits(maxCount: 2), "bcd"),
        Row(CacheLimits(maxCount: 0), "abcde"),
        Row(CacheLimits(maxSize: 10, maxCount: 2), "bcd"), Row(CacheLimits(maxSize: 6, maxCount: 3), "bcd"),
        Row(CacheLimits(maxSize: 5, maxAge: .seconds(40)), "bcde"),
    ]

    @Test(
        "select the expected items for any order of the input, and no more when applied a second time",
        arguments: rows
    )
    func table(_ row: Row) {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<4 {
            let removed = row.policy.itemsToRemove(from: Self.items.shuffled(using: &generator))
            #expect(removed.map(\.key).sorted().joined() == row.removed)
            #expect(removed.allSatisfy(Self.items.contains))
            #expect(row.policy.itemsToRemove(from: Self.items.filter { !removed.contains($0) }) == [])
        }
        #expect(row.policy.itemsToRemove(from: []) == [])
    }

    @Test("for a maximum size or the last use skip an item larger than the limit, and remove no others for it")
    func oversized() {
        let items = [("a", 1, 11), ("b", 2, 6), ("c", 3, 4)].map { key, age, size in
            CacheItem(key: key, age: .seconds(age), size: size)
        }
        for policy in [MaxSizeCleanupPolicy(maxSize: 10), CacheLimits(maxSize: 10)] as [any CleanupPolicy] {
            #expect(policy.itemsToRemove(from: items).map(\.key) == ["a"])
        }
    }
}

@Suite("The policy for a maximum size")
struct MaxSizeCleanupPolicyTests {
    private let items = [
        CacheItem(key: "item1", age: .seconds(5), size: 7),
        CacheItem(key: "item2", age: .seconds(3), size: 2),
        CacheItem(key: "item3", age: .seconds(9), size: 9),
    ]

    @Test(
        "retains the newest items that fit",
        arguments: [
            (18, []), (17, ["item3"]), (10, ["item3"]), (9, ["item3"]), (8, ["item1", "item3"]),
            (2, ["item1", "item3"]), (1, ["item1", "item2", "item3"]), (0, ["item1", "item2", "item3"]),
            (-1, ["item1", "item2", "item3"]), (.min, ["item1", "item2", "item3"]), (.max, []),
        ] as [(Int, [String])]
    )
    func retainsNewest(maxSize: Int, removed: [String]) {
        #expect(MaxSizeCleanupPolicy(maxSize: maxSize).itemsToRemove(from: items).map(\.key).sorted() == removed)
    }

    @Test("removes the newest item that does not fit, and all older items")
    func cumulative() {
        let items = [("a", 1, 6), ("b", 2, 6), ("c", 3, 1)].map { key, age, size in
            CacheItem(key: key, age: .seconds(age), size: size)
        }
        #expect(MaxSizeCleanupPolicy(maxSize: 10).itemsToRemove(from: items).map(\.key) == ["b", "c"])
    }

    @Test("retains only empty values with a limit of 0 or less")
    func emptyValues() {
        let items = [CacheItem(key: "a", age: .seconds(1), size: 0), CacheItem(key: "b", age: .seconds(1), size: 1)]
        #expect(MaxSizeCleanupPolicy(maxSize: 0).itemsToRemove(from: items).map(\.key) == ["b"])
        #expect(MaxSizeCleanupPolicy(maxSize: -5).itemsToRemove(from: items).map(\.key) == ["b"])
    }

    @Test("prefers, among items of the same age, the smaller one, then the one whose key is first by its bytes")
    func ties() {
        let items = [("b", 4), ("a", 4), ("z", 2), ("é", 4), ("e\u{301}", 4)].map { key, size in
            CacheItem(key: key, age: .seconds(1), size: size)
        }
        let removed = MaxSizeCleanupPolicy(maxSize: 14).itemsToRemove(from: items).map { Array($0.key.utf8) }
        #expect(removed == [Array("é".utf8)])
    }

    @Test("does not overflow for very large sizes")
    func overflow() {
        let items = (0..<3).map { CacheItem(key: "\($0)", age: .seconds($0), size: .max) }
        #expect(MaxSizeCleanupPolicy(maxSize: .max).itemsToRemove(from: items).map(\.key) == ["1", "2"])
    }

    @Test("retains the newest of random items within the limit, whatever their order", arguments: 1...200)
    func properties(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let items = (0..<Int.random(in: 0...30, using: &generator)).map { index in
            CacheItem(
                key: "\(index)",
                age: .seconds(Int.random(in: 0...8, using: &generator)),
                size: .random(in: 0...20, using: &generator)
            )
        }
        let policy = MaxSizeCleanupPolicy(maxSize: .random(in: -5...120, using: &generator))
        let removed = policy.itemsToRemove(from: items)
        let retained = items.filter { !removed.contains($0) }

        #expect(retained.reduce(0) { $0 + $1.size } <= policy.maxSize, "the retained items fit")
        #expect(policy.itemsToRemove(from: retained) == [], "a second time removes nothing")
        #expect(policy.itemsToRemove(from: items.shuffled(using: &generator)) == removed, "the order does not matter")
        #expect(Set(removed).isSubset(of: items))
        #expect(Set(removed).count == removed.count, "each item once")
        let tooOld = removed.filter { $0.size <= policy.maxSize }.map(\.age).min() ?? .seconds(9)
        #expect(retained.allSatisfy { $0.age <= tooOld }, "older items are removed before newer ones")
    }
}

@Suite("A cache item")
struct CacheItemTests {
    @Test("treats a negative age, idle time and size as zero")
    func clamping() {
        let item = CacheItem(key: "key", age: .seconds(-1), size: -3, idleTime: .seconds(-2))
        #expect(item == CacheItem(key: "key", age: .zero, size: 0))
    }

    @Test("has its age as the default idle time")
    func idleTime() {
        #expect(CacheItem(key: "key", age: .seconds(5), size: 0).idleTime == .seconds(5))
    }

    @Test("is equal to another only if the bytes of their keys are equal")
    func identity() {
        let items = ["é", "e\u{301}"].map { CacheItem(key: $0, age: .zero, size: 0) }
        #expect(items[0] != items[1])
        #expect(Set(items).count == 2)
    }
}

import SeekCache
import SeekTestHelpers
import Testing

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

    @Test("removes nothing from an empty list")
    func empty() {
        #expect(MaxSizeCleanupPolicy(maxSize: 0).itemsToRemove(from: []) == [])
    }

    @Test("removes the newest item that does not fit, and all older items")
    func cumulative() {
        let items = [("a", 1, 6), ("b", 2, 6), ("c", 3, 1)].map { key, age, size in
            CacheItem(key: key, age: .seconds(age), size: size)
        }
        #expect(MaxSizeCleanupPolicy(maxSize: 10).itemsToRemove(from: items).map(\.key) == ["b", "c"])
    }

    @Test("removes an item larger than the limit, but not the older ones")
    func oversized() {
        let items = [("a", 1, 11), ("b", 2, 6), ("c", 3, 4)].map { key, age, size in
            CacheItem(key: key, age: .seconds(age), size: size)
        }
        #expect(MaxSizeCleanupPolicy(maxSize: 10).itemsToRemove(from: items).map(\.key) == ["a"])
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

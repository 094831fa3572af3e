import SeekCache
import SeekTestHelpers
import Testing

/// A table for each of the small policies; all are asked about the same five items.
@Suite("Cleanup policies")
struct CleanupPolicyTests {
    static let items = [
        CacheItem(key: "a", age: 10, size: 5, idle: 1, expiresIn: 3, tags: ["x"]),
        CacheItem(key: "b", age: 20, size: 4, idle: 20, tags: ["x", "y"]),
        CacheItem(key: "c", age: 30, size: 3, idle: 2, expiresIn: 0),
        CacheItem(key: "d", age: 40, size: 2, idle: 15, expiresIn: -1, tags: ["y"]),
        CacheItem(key: "e", age: 40, size: 1, idle: 0, tags: ["e\u{301}"]),
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        var policy: any CleanupPolicy
        var removed: String
        var testDescription: String { "\(policy) → \(removed)" }

        init(_ policy: any CleanupPolicy, _ removed: String) {
            self.policy = policy
            self.removed = removed
        }
    }

    static let rows: [Row] = [
        Row(MaxAgeCleanupPolicy(maxAge: 41), ""), Row(MaxAgeCleanupPolicy(maxAge: 40), "de"),
        Row(MaxAgeCleanupPolicy(maxAge: 20.5), "cde"), Row(MaxAgeCleanupPolicy(maxAge: 0), "abcde"),
        Row(MaxAgeCleanupPolicy(maxAge: -3), "abcde"), Row(MaxAgeCleanupPolicy(maxAge: .nan), "abcde"),
        Row(MaxAgeCleanupPolicy(maxAge: .infinity), ""),

        Row(MaxCountCleanupPolicy(maxCount: 5), ""), Row(MaxCountCleanupPolicy(maxCount: .max), ""),
        Row(MaxCountCleanupPolicy(maxCount: 4), "d"), Row(MaxCountCleanupPolicy(maxCount: 3), "de"),
        Row(MaxCountCleanupPolicy(maxCount: 1), "bcde"), Row(MaxCountCleanupPolicy(maxCount: 0), "abcde"),
        Row(MaxCountCleanupPolicy(maxCount: .min), "abcde"),

        // By idleness, the one used last first: e 1, a 5, c 3, d 2, b 4.
        Row(LeastRecentlyUsedCleanupPolicy(), ""), Row(LeastRecentlyUsedCleanupPolicy(maxSize: 15), ""),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 14), "b"), Row(LeastRecentlyUsedCleanupPolicy(maxSize: 11), "b"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 10), "bd"), Row(LeastRecentlyUsedCleanupPolicy(maxSize: 5), "abcd"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 0), "abcde"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: -1), "abcde"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: .max), ""),
        Row(LeastRecentlyUsedCleanupPolicy(maxCount: 4), "b"), Row(LeastRecentlyUsedCleanupPolicy(maxCount: 2), "bcd"),
        Row(LeastRecentlyUsedCleanupPolicy(maxCount: 0), "abcde"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 9, maxCount: 2), "bcd"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 6, maxCount: 4), "bcd"),

        Row(TaggedCleanupPolicy(tag: "x"), "ab"), Row(TaggedCleanupPolicy(tag: "y"), "bd"),
        Row(TaggedCleanupPolicy(tag: "z"), ""), Row(TaggedCleanupPolicy(tag: ""), ""),
        Row(TaggedCleanupPolicy(tag: "e\u{301}"), "e"), Row(TaggedCleanupPolicy(tag: "\u{E9}"), ""),

        Row(.any(of: TaggedCleanupPolicy(tag: "x"), ExpiredCleanupPolicy()), "abcd"),
        Row(.any(of: TaggedCleanupPolicy(tag: "x")), "ab"), Row(UnionCleanupPolicy([]), ""),
        Row(.all(of: TaggedCleanupPolicy(tag: "y"), ExpiredCleanupPolicy()), "d"),
        Row(.all(of: TaggedCleanupPolicy(tag: "x"), ExpiredCleanupPolicy()), ""),
        Row(.all(of: ExpiredCleanupPolicy()), "cd"), Row(IntersectionCleanupPolicy([]), ""),
        Row(.inSequence(ExpiredCleanupPolicy(), MaxCountCleanupPolicy(maxCount: 2)), "cde"),
        Row(.inSequence(MaxCountCleanupPolicy(maxCount: 2), ExpiredCleanupPolicy()), "cde"),
        Row(.inSequence(ExpiredCleanupPolicy(), MaxSizeCleanupPolicy(maxSize: 9)), "cde"),
        Row(.any(of: ExpiredCleanupPolicy(), MaxCountCleanupPolicy(maxCount: 4)), "cd"),
        Row(.inSequence(ExpiredCleanupPolicy(), MaxCountCleanupPolicy(maxCount: 3)), "cd"),
        Row(SequentialCleanupPolicy([]), ""),
        Row(.all(of: .any(of: TaggedCleanupPolicy(tag: "x"), MadeUp()), TaggedCleanupPolicy(tag: "y")), "b"),
        Row(CacheLimits.none.policy, "cd"), Row(CacheLimits(maxCount: 2).policy, "bcd"),
        Row(CacheLimits(maxSize: 5, maxAge: 40).policy, "bcde"),
    ]

    struct MadeUp: CleanupPolicy {
        func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { [CacheItem(key: "z", age: 1, size: 1)] }
    }

    @Test("remove what they say, whatever order they are shown", arguments: rows)
    func table(_ row: Row) {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<4 {
            let removed = row.policy.itemsToRemove(from: Self.items.shuffled(using: &generator))
            #expect(removed.map(\.key).sorted().joined() == row.removed)
            #expect(removed.allSatisfy(Self.items.contains))
            #expect(row.policy.itemsToRemove(from: []).filter { $0.key != "z" }.isEmpty)
        }
    }

    @Test("remove nothing more a second time", arguments: rows)
    func stable(_ row: Row) {
        let removed = row.policy.itemsToRemove(from: Self.items)
        #expect(row.policy.itemsToRemove(from: Self.items.filter { !removed.contains($0) }) == [])
    }

    @Test("tell keys apart by their bytes when they are composed")
    func bytewise() {
        let items = ["\u{E9}", "e\u{301}"].map { CacheItem(key: $0, age: 1, size: $0.utf8.count) }
        struct Longer: CleanupPolicy {
            func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { items.filter { $0.size == 3 } }
        }
        for policy in [.any(of: Longer()), .all(of: Longer()), .inSequence(Longer())] as [any CleanupPolicy] {
            #expect(policy.itemsToRemove(from: items).map(\.size) == [3])
        }
    }
}

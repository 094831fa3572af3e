import Foundation
import SeekTestHelpers
import Testing

@testable import SeekCache

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
        Row(MaxAgeCleanupPolicy(maxAge: .seconds(41)), ""), Row(MaxAgeCleanupPolicy(maxAge: .seconds(40)), "de"),
        Row(MaxAgeCleanupPolicy(maxAge: .seconds(20.5)), "cde"), Row(MaxAgeCleanupPolicy(maxAge: .zero), "abcde"),
        Row(MaxAgeCleanupPolicy(maxAge: .seconds(-3)), "abcde"),
        Row(MaxAgeCleanupPolicy(maxAge: .seconds(Int64.max)), ""),

        // The newest first: a, b, c, e, d. Of the same age, the smaller item is first.

        // The most recently used first, with sizes: e 1, a 5, c 3, d 2, b 4.
        Row(LeastRecentlyUsedCleanupPolicy(), ""), Row(LeastRecentlyUsedCleanupPolicy(maxSize: 15), ""),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 14), "b"), Row(LeastRecentlyUsedCleanupPolicy(maxSize: 11), "b"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 10), "bd"), Row(LeastRecentlyUsedCleanupPolicy(maxSize: 5), "abcd"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 4), "abd"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 4, maxCount: 1), "abcd"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 0), "abcde"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: -1), "abcde"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: .max), ""),
        Row(LeastRecentlyUsedCleanupPolicy(maxCount: 4), "b"), Row(LeastRecentlyUsedCleanupPolicy(maxCount: 2), "bcd"),
        Row(LeastRecentlyUsedCleanupPolicy(maxCount: 0), "abcde"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 9, maxCount: 2), "bcd"),
        Row(LeastRecentlyUsedCleanupPolicy(maxSize: 6, maxCount: 4), "bcd"),

        Row(.inSequence(ExpiredCleanupPolicy(), LeastRecentlyUsedCleanupPolicy(maxCount: 2)), "bcd"),
        Row(.inSequence(LeastRecentlyUsedCleanupPolicy(maxCount: 2), ExpiredCleanupPolicy()), "bcd"),
        Row(.inSequence(ExpiredCleanupPolicy(), MaxSizeCleanupPolicy(maxSize: 9)), "cde"),
        Row(.inSequence(ExpiredCleanupPolicy(), LeastRecentlyUsedCleanupPolicy(maxCount: 3)), "cd"),
        Row(SequentialCleanupPolicy([]), ""),
        Row(.inSequence(UnknownItemPolicy(), ExpiredCleanupPolicy()), "cd"),
        Row(CacheLimits.none.policy, "cd"), Row(CacheLimits(maxCount: 2).policy, "bcd"),
        Row(CacheLimits(maxSize: 5, maxAge: .seconds(40)).policy, "bcde"),
    ]

    /// Selects an item that it has not received.
    struct UnknownItemPolicy: CleanupPolicy {
        func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { [CacheItem(key: "z", age: .seconds(1), size: 1)] }
    }

    @Test("select the expected items for any order of the input", arguments: rows)
    func table(_ row: Row) {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<4 {
            let removed = row.policy.itemsToRemove(from: Self.items.shuffled(using: &generator))
            #expect(removed.map(\.key).sorted().joined() == row.removed)
            #expect(removed.allSatisfy(Self.items.contains))
            #expect(row.policy.itemsToRemove(from: []) == [])
        }
    }

    @Test("select no more items when applied a second time", arguments: rows)
    func stable(_ row: Row) {
        let removed = row.policy.itemsToRemove(from: Self.items)
        #expect(row.policy.itemsToRemove(from: Self.items.filter { !removed.contains($0) }) == [])
    }

    @Test("distinguish keys by their bytes when policies are combined")
    func bytewise() {
        let items = ["\u{E9}", "e\u{301}"].map { CacheItem(key: $0, age: .seconds(1), size: $0.utf8.count) }
        struct Longer: CleanupPolicy {
            func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { items.filter { $0.size == 3 } }
        }
        #expect(SequentialCleanupPolicy([Longer()]).itemsToRemove(from: items).map(\.size) == [3])
    }
}

@Suite("The policy for expired items")
struct ExpiredCleanupPolicyTests {
    @Test(
        "removes an item if it has expired, and otherwise retains it",
        arguments: [nil, .seconds(1), .milliseconds(1), .zero, .seconds(-1)] as [Duration?]
    )
    func expiry(_ expiresIn: Duration?) {
        let isRemoved = expiresIn == .zero || expiresIn == .seconds(-1)
        let item = CacheItem(key: "key", age: .seconds(1), size: 1, expiresIn: expiresIn)
        #expect(ExpiredCleanupPolicy().itemsToRemove(from: [item]) == (isRemoved ? [item] : []))
    }

    @Test("removes only expired entries of a store", arguments: StoreKind.allCases)
    func inStore(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        try await fixture.store.put(bytes(3), for: "soon", expiresAt: fixture.clock.now + 1)
        try await fixture.store.put(bytes(4), for: "later", expiresAt: fixture.clock.now + 2)
        try await fixture.store.put(bytes(5), for: "never")
        fixture.clock.now += 1
        let result = try await fixture.store.clean(policy: ExpiredCleanupPolicy())
        #expect(result.removed.map(\.key) == ["soon"])
        #expect(result.remainingBytes == 9)
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

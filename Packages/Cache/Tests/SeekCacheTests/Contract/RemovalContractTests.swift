import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("Every store, with removal and limits")
struct RemovalContractTests {
    @Test("removes the entries with a prefix, and compares prefixes by their bytes", arguments: StoreKind.allCases)
    func byPrefix(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        for key in ["video/1", "video/2", "video", "Video/3", "x\u{E9}", "xe\u{301}", ""] {
            try await store.put(bytes(key == "video/2" ? 50_000 : 5), for: key)
        }
        #expect(try await store.removeAll(prefix: "video/") == 2)
        #expect(try await store.value(for: "video/2") == nil)
        #expect(try await store.removeAll(prefix: "video/") == 0)
        #expect(try await store.removeAll(prefix: "xe") == 1)
        let remaining = try await Set(store.items().map { Array($0.key.utf8) })
        #expect(remaining == Set(["video", "Video/3", "x\u{E9}", ""].map { Array($0.utf8) }))
        #expect(try await store.removeAll(prefix: "") == 4)
        #expect(try await store.statistics().count == 0)
    }

    @Test("returns the date of the last use before the current read", arguments: StoreKind.allCases)
    func lastUse(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        let start = fixture.clock.now
        try await fixture.store.put(bytes(5), for: "key")
        fixture.clock.now += 2
        #expect(try await fixture.store.value(for: "key")?.lastUsedAt == start)
    }

    static let limits: [CacheLimits] = [
        .none, CacheLimits(maxSize: 60), CacheLimits(maxSize: 14), CacheLimits(maxSize: 0), CacheLimits(maxCount: 3),
        CacheLimits(maxCount: 0),
        CacheLimits(maxAge: .seconds(45)), CacheLimits(maxAge: .seconds(0)),
        CacheLimits(maxSize: 70, maxCount: 5, maxAge: .seconds(75)),
        CacheLimits(maxSize: -1, maxCount: -1, maxAge: .seconds(-1)),
    ]

    @Test("trims the items that the limits select as a policy", arguments: StoreKind.allCases, limits)
    func trimming(_ kind: StoreKind, _ limits: CacheLimits) async throws {
        let fixture = try kind.make()
        for index in 0..<10 {
            let expiresAt = index % 4 == 1 ? fixture.clock.now + 85 : nil
            try await fixture.store.put(bytes(8 + index), for: "\(index)", expiresAt: expiresAt)
            fixture.clock.now += 10
        }
        _ = try await fixture.store.value(for: "0")
        _ = try await fixture.store.value(for: "4")
        fixture.clock.now += 3
        let items = try await fixture.store.items()
        let expected = Set(limits.itemsToRemove(from: items).map(\.key))
        let result = try await fixture.store.trim(to: limits)
        #expect(Set(result.removed.map(\.key)) == expected)
        let remaining = try await fixture.store.items()
        #expect(Set(remaining.map(\.key)) == Set(items.map(\.key)).subtracting(expected))
        #expect(result.remainingCount == remaining.count)
        #expect(result.remainingBytes == remaining.reduce(0) { $0 + $1.size })
        let statistics = try await fixture.store.statistics()
        #expect(statistics.count == remaining.count)
        #expect(statistics.bytes == result.remainingBytes)
        #expect(try await fixture.store.removeAll(prefix: "") == remaining.count)
    }
}

import Foundation
import SeekCache
import Testing

@Suite("The policy of expiry")
struct ExpiredCleanupPolicyTests {
    @Test(
        "removes what has expired",
        arguments: [nil, 1, 0.001, 0, -1, .infinity, .nan] as [Double?]
    )
    func expiry(_ expiresIn: Double?) {
        let isRemoved = expiresIn == 0 || expiresIn == -1
        let item = CacheItem(key: "key", age: 1, size: 1, expiresIn: expiresIn)
        #expect(ExpiredCleanupPolicy().itemsToRemove(from: [item]) == (isRemoved ? [item] : []))
    }

    @Test("leaves the others", arguments: StoreKind.allCases)
    func inStore(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        try await fixture.store.put(bytes(3), for: "soon", expiresAt: fixture.clock.now + 1)
        try await fixture.store.put(bytes(4), for: "later", expiresAt: fixture.clock.now + 2)
        try await fixture.store.put(bytes(5), for: "never")
        fixture.clock.advance(by: 1)
        let report = try await fixture.store.clean(policy: ExpiredCleanupPolicy())
        #expect(report.removed.map(\.key) == ["soon"])
        #expect(report.remainingBytes == 9)
    }
}

import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("Codable values")
struct CodableValuesTests {
    struct Profile: Codable, Equatable, Sendable {
        var name: String
        var visits = 0
        var lastVisit: Date?
        var tags: [String: [Double]] = [:]
    }

    struct Offline: Error {}

    private static let ada = Profile(
        name: "Ada \u{0} あ",
        visits: .max,
        lastVisit: Date(timeIntervalSinceReferenceDate: 0.1),
        tags: ["a": [0.1, -0]]
    )

    @Test("are returned as they were put", arguments: StoreKind.allCases)
    func roundTrip(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        try await store.put(encoding: Self.ada, for: "ada")
        try await store.put(encoding: [1, nil, 3] as [Int?], for: "list")
        try await store.put(encoding: "text", for: "string")
        #expect(try await store.value(Profile.self, for: "ada") == Self.ada)
        #expect(try await store.value([Int?].self, for: "list") == [1, nil, 3])
        #expect(try await store.value(String.self, for: "string") == "text")
        #expect(try await store.value(Profile.self, for: "missing") == nil)
    }

    @Test("expire", arguments: StoreKind.allCases)
    func metadata(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        let store = fixture.store
        try await store.put(encoding: 1, for: "expiring", expiresAt: fixture.clock.now + 60)
        try await store.put(encoding: 2, for: "lasting")
        fixture.clock.now += 60
        #expect(try await store.value(Int.self, for: "expiring") == nil)
        #expect(try await store.value(Int.self, for: "lasting") == 2)
    }

    @Test("of another type, and data that is not JSON, count as missing", arguments: StoreKind.allCases)
    func otherType(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        try await store.put(encoding: "text", for: "key")
        try await store.put(bytes(20), for: "data")
        #expect(try await store.value(Profile.self, for: "key") == nil)
        #expect(try await store.value(Profile.self, for: "data") == nil)
        #expect(try await store.value(String.self, for: "key") == "text")
    }

    @Test("are loaded once if the stored value has another type", arguments: StoreKind.allCases)
    func loading(_ kind: StoreKind) async throws {
        let fixture = try kind.make()
        let store = fixture.store
        let loads = Counter()
        let expiry = fixture.clock.now + 60
        try await store.put(encoding: ["an earlier version"], for: "ada")
        for _ in 0..<3 {
            let profile = try await store.value(Profile.self, for: "ada", expiresAt: expiry) {
                loads.add()
                return Self.ada
            }
            #expect(profile == Self.ada)
        }
        #expect(loads.count == 1)
        #expect(try await store.value(for: "ada")?.expiresAt == expiry)
    }

    @Test("are not stored if the load fails", arguments: StoreKind.allCases)
    func failure(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        await #expect(throws: Offline.self) {
            try await store.value(Int.self, for: "key") { throw Offline() }
        }
        #expect(try await store.items().isEmpty)
    }

    @Test(
        "that cannot be encoded result in an error with the key, and leave the old value",
        arguments: StoreKind.allCases
    )
    func notEncodable(_ kind: StoreKind) async throws {
        let store = try kind.make().store
        try await store.put(encoding: 1.5, for: "rate")
        let isExpected: @Sendable (any Error) -> Bool = { error in
            guard case .notCodable(key: "rate", _)? = error as? CacheError else { return false }
            return "\(error)".hasPrefix("cache value 'rate' cannot be encoded or decoded: ")
        }
        await #expect(performing: { try await store.put(encoding: Double.nan, for: "rate") }, throws: isExpected)
        #expect(try await store.value(Double.self, for: "rate") == 1.5)
        try await store.remove("rate")
        await #expect(performing: { try await store.value(Double.self, for: "rate") { .nan } }, throws: isExpected)
        #expect(try await store.items().isEmpty)
    }

    /// A value that is encoded as a number but decoded from a string.
    struct OneWay: Codable {
        init() {}
        init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode(String.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(7)
        }
    }

    // The second load is the usual remedy: the stored value may be of an earlier version of the type.
    @Test("that cannot be decoded are loaded twice, and then result in an error")
    func notDecodable() async throws {
        let store = MemoryStore(costLimit: 1 << 20)
        let loads = Counter()
        await #expect(throws: CacheError.self) {
            try await store.value(OneWay.self, for: "key") {
                loads.add()
                return OneWay()
            }
        }
        #expect(loads.count == 2)
    }
}

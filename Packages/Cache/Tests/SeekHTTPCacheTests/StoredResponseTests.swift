import Foundation
@_spi(Seek) import SeekNetworking
import Testing

@testable import SeekHTTPCache

@Suite("A stored response")
struct StoredResponseTests {
    private static let freshnessInfo = FreshnessInfo(
        lifetime: 2,
        usesTimeToLive: true,
        requiresValidation: false,
        mustRevalidate: true,
        isImmutable: false,
        staleWhileRevalidate: 3,
        staleIfError: 4,
        withheldFields: [.link, "Set-Cookie"]
    )

    private func stored(_ freshness: FreshnessInfo = freshnessInfo) -> StoredResponse {
        StoredResponse(
            response: json("[1]", [.link: "日本", .eTag: "", "X-OWN": "a,\tb"]),
            storedAt: CacheTestClient.start,
            initialAge: 1,
            freshnessInfo: freshness
        )
    }

    @Test("is equal after serialization")
    func roundTrip() {
        #expect(StoredResponse(serialized: stored().serialized) == stored())
        for flag in 0..<4 {
            let freshness = FreshnessInfo(
                usesTimeToLive: flag == 0,
                requiresValidation: flag == 1,
                mustRevalidate: flag == 2,
                isImmutable: flag == 3
            )
            #expect(StoredResponse(serialized: stored(freshness).serialized)?.freshnessInfo == freshness)
        }
        // A slice, whose first index is not 0.
        let bytes = Data([1, 2, 3]) + stored().serialized
        let slice = StoredResponse(serialized: bytes.dropFirst(3))
        #expect(slice == stored())
        #expect(slice?.response.body.startIndex == 0)
    }

    @Test("shares the bytes of its body with the serialized data")
    func sharing() throws {
        var large = stored()
        large.response.body = Data(repeating: 7, count: 40_000)
        let bytes = large.serialized
        var body = try #require(StoredResponse(serialized: bytes)).response.body
        func address(_ data: Data) -> Int { data.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }
        #expect(address(body) == address(bytes))
        body[0] = 1
        body.append(2)
        #expect(body == Data([1]) + Data(repeating: 7, count: 39_999) + Data([2]))
        #expect(StoredResponse(serialized: bytes) == large)
    }

    @Test("that is truncated is not decoded, and flipped bits never crash the decoder")
    func corruption() {
        let bytes = stored().serialized
        for length in 0..<bytes.count { #expect(StoredResponse(serialized: bytes.prefix(length)) == nil) }
        #expect(StoredResponse(serialized: bytes + [0]) == nil)
        for index in bytes.indices {
            for mask in [0x01, 0x80, 0xFF] as [UInt8] {
                var corrupt = bytes
                corrupt[index] ^= mask
                _ = StoredResponse(serialized: corrupt)
            }
        }
    }

    @Test("with times out of range is not decoded", arguments: [1e300, -1e300, .infinity, .nan, 1e13])
    func times(seconds: Double) {
        var extreme = stored()
        extreme.storedAt = Date(timeIntervalSince1970: seconds)
        #expect(StoredResponse(serialized: extreme.serialized) == nil)
        extreme = stored()
        extreme.initialAge = seconds
        #expect(StoredResponse(serialized: extreme.serialized) == nil)
        extreme = stored()
        extreme.freshnessInfo.lifetime = seconds
        #expect(StoredResponse(serialized: extreme.serialized) == nil)
    }

    @Test("has an age that includes the time in transit and the time since arrival")
    func inTransit() throws {
        let response = SeekHTTPCacheTests.response([.cacheControl: "max-age=1000", .age: "50"])
        let exchange = CachePolicy.Exchange(
            sentAt: CacheTestClient.start.addingTimeInterval(-3),
            receivedAt: CacheTestClient.start
        )
        let stored = try #require(CachePolicy.stored(response, exchange))
        #expect(stored.initialAge == 53)
        #expect(stored.age(at: CacheTestClient.start.addingTimeInterval(9)) == 62)
        #expect(stored.age(at: CacheTestClient.start.addingTimeInterval(-9)) == 53)
        let exchangeWithClockSetBack = CachePolicy.Exchange(
            sentAt: CacheTestClient.start.addingTimeInterval(9),
            receivedAt: CacheTestClient.start
        )
        #expect(CachePolicy.stored(response, exchangeWithClockSetBack)?.initialAge == 50)
    }
}

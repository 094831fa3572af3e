import Foundation
import Testing

@testable import SeekNetworking

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
        withheldFields: [.link, name("Set-Cookie")]
    )

    private func stored(_ freshness: FreshnessInfo = freshnessInfo) -> StoredResponse {
        StoredResponse(
            response: json("[1]", [.link: "日本", .eTag: "", name("X-OWN"): "a,\tb"]),
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

    @Test(
        "with times out of range is not decoded; neither is a variant index with an expiry date out of range",
        arguments: [1e300, -1e300, .infinity, .nan, 1e13]
    )
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
        #expect(VariantIndex(serialized: indexBytes("SEEKVAR2\n1\n\(seconds)\n\na")) == nil)
    }

    @Test("a URL's generation (replaced by each invalidation) is equal after serialization; other data is not decoded")
    func generation() {
        let generation = URLGeneration()
        #expect(URLGeneration(serialized: generation.serialized) == generation)
        for text in [
            "", "SEEKGEN1", "SEEKGEN1\n", "SEEKGEN1\n-1", "SEEKGEN1\n1\n", "SEEKVAR1\n1",
            "SEEKGEN1\n99999999999999999999",
        ] {
            #expect(URLGeneration(serialized: Data(text.utf8)) == nil, "\(text)")
        }
        #expect(URLGeneration(serialized: stored().serialized) == nil)
    }

    /// Returns the bytes of an index with the given lines and the response of its single variant. The highest bit of
    /// the length distinguishes an index from a response.
    private func indexBytes(_ lines: String, single: String = "") -> Data {
        let length = (UInt64(single.utf8.count) | 1 << 63).littleEndian
        return Data((single + lines).utf8) + withUnsafeBytes(of: length) { Data($0) }
    }

    private func variant(_ name: String) -> VariantIndex.Variant {
        VariantIndex.Variant(fingerprint: name, response: Data("response \(name)".utf8))
    }

    @Test("a variant index retains the last four sets of field names, also when serialized; other data is not decoded")
    func index() {
        func date(_ seconds: Double) -> Date { CacheTestClient.start.addingTimeInterval(seconds) }
        var index = VariantIndex(generation: 7)
        _ = index.add(variant("a"), selectedBy: ["accept", "foo"], expiresAt: date(0))
        #expect(VariantIndex(serialized: index.serialized) == index)
        _ = index.add(variant("b"), selectedBy: ["bar"], expiresAt: date(-9))
        _ = index.add(variant("c"), selectedBy: ["accept", "foo"], expiresAt: date(-5))
        #expect(index.sets == [["accept", "foo"], ["bar"]])
        #expect(index.expiresAt == CacheTestClient.start)
        #expect(VariantIndex(serialized: index.serialized) == index)
        for number in 0..<9 { _ = index.add(variant("\(number)"), selectedBy: ["\(number)"], expiresAt: date(0)) }
        #expect(index.sets == [["8"], ["7"], ["6"], ["5"]])
        #expect(VariantIndex(serialized: indexBytes("SEEKVAR2\n1\n2\n\na")) != nil)
        #expect(VariantIndex(serialized: indexBytes("SEEKVAR2\n1\n2\nf\na", single: "response")) != nil)
        let texts = [
            "", "SEEKVAR2", "SEEKVAR2\n1\n2\n", "SEEKVAR2\nx\n2\n\na", "SEEKVAR2\n1\ninf\n\na",
            "SEEKRES4\n1\n2\n\na", "SEEKVAR2\n1\n2\n\na\nb\nc\nd\ne", "SEEKVAR2\n1\n2\nf\na",
        ]
        for text in texts { #expect(VariantIndex(serialized: indexBytes(text)) == nil, "\(text)") }
        #expect(VariantIndex(serialized: indexBytes("SEEKVAR2\n1\n2\n\na", single: "response")) == nil)
        for count in 0..<9 { #expect(VariantIndex(serialized: Data(repeating: 0xFF, count: count)) == nil) }
    }

    @Test("a response is not decoded as a variant index, nor a variant index as a response")
    func ambiguity() {
        var index = VariantIndex(generation: 7)
        let single = VariantIndex.Variant(fingerprint: "f", response: stored().serialized)
        _ = index.add(single, selectedBy: ["foo"], expiresAt: CacheTestClient.start)
        #expect(StoredResponse(serialized: index.serialized) == nil)
        var response = stored()
        response.response.body = index.serialized
        #expect(VariantIndex(serialized: response.serialized) == nil)
        #expect(StoredResponse(serialized: response.serialized) == response)
    }

    @Test("a variant index contains its variant while there is only one; several are stored separately")
    func singleVariant() {
        let expiry = CacheTestClient.start
        var index = VariantIndex()
        #expect(index.add(variant("a"), selectedBy: ["foo"], expiresAt: expiry).isEmpty)
        #expect(index.single == variant("a"))
        let newer = VariantIndex.Variant(fingerprint: "a", response: Data("newer".utf8))
        #expect(index.add(newer, selectedBy: ["foo"], expiresAt: expiry).isEmpty)
        #expect(index.single == newer)
        #expect(index.add(variant("b"), selectedBy: ["foo"], expiresAt: expiry) == [newer, variant("b")])
        #expect(index.single == nil)
        #expect(index.add(variant("a"), selectedBy: ["foo"], expiresAt: expiry) == [variant("a")])
        #expect(index.single == nil)
    }
}

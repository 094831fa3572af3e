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

    private func stored(_ info: FreshnessInfo = freshnessInfo) -> StoredResponse {
        StoredResponse(
            response: json("[1]", [.link: "日本", .eTag: "", name("X-OWN"): "a,\tb"]),
            storedAt: CacheTestClient.start,
            initialAge: 1,
            freshnessInfo: info
        )
    }

    @Test("is equal after serialization")
    func roundTrip() {
        #expect(StoredResponse(serialized: stored().serialized) == stored())
        for flag in 0..<4 {
            let info = FreshnessInfo(
                usesTimeToLive: flag == 0,
                requiresValidation: flag == 1,
                mustRevalidate: flag == 2,
                isImmutable: flag == 3
            )
            #expect(StoredResponse(serialized: stored(info).serialized)?.freshnessInfo == info)
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
        #expect(body.count == 40_001 && body[0] == 1 && body[40_000] == 2)
        #expect(StoredResponse(serialized: bytes) == large)
    }

    @Test("that is truncated or corrupt is not decoded and never crashes")
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

    @Test("with times out of range is corrupt", arguments: [1e300, -1e300, .infinity, .nan, 1e13])
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
        #expect(VariantIndex(serialized: Data("SEEKVAR1\n1\n\(seconds)\na".utf8)) == nil)
    }

    @Test("a generation is equal after serialization; other data is not decoded")
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

    @Test("an index of variants is equal after serialization; other data is not decoded")
    func index() {
        var index = VariantIndex(generation: 7)
        index.add(["accept", "foo"], expiresAt: CacheTestClient.start)
        index.add(["bar"], expiresAt: CacheTestClient.start.addingTimeInterval(-9))
        index.add(["accept", "foo"], expiresAt: CacheTestClient.start.addingTimeInterval(-5))
        #expect(index.sets == [["accept", "foo"], ["bar"]] && index.expiresAt == CacheTestClient.start)
        #expect(VariantIndex(serialized: index.serialized) == index)
        for number in 0..<9 { index.add(["\(number)"], expiresAt: CacheTestClient.start) }
        #expect(index.sets == [["8"], ["7"], ["6"], ["5"]])
        let texts = ["", "SEEKVAR1", "SEEKVAR1\n1\n2", "SEEKVAR1\nx\n2\na", "SEEKVAR1\n1\ninf\na", "SEEKRES4\n1\n2\na"]
        for text in texts { #expect(VariantIndex(serialized: Data(text.utf8)) == nil, "\(text)") }
        #expect(VariantIndex(serialized: Data("SEEKVAR1\n1\n2\na\nb\nc\nd\ne".utf8)) == nil)
        #expect(VariantIndex(serialized: stored().serialized) == nil)
        // All bytes around this body are valid UTF-8, too.
        let two = StoredResponse(
            response: HTTPResponse(status: 101, body: Data("SEEKVAR1\n1\n2\na".utf8)),
            storedAt: Date(timeIntervalSince1970: 2),
            initialAge: 2,
            freshnessInfo: FreshnessInfo(lifetime: 2, staleWhileRevalidate: 2, staleIfError: 2)
        )
        #expect(String(validating: two.serialized, as: UTF8.self) != nil)
        #expect(VariantIndex(serialized: two.serialized) == nil)
    }
}

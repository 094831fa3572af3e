import Foundation
import SeekBasics
import Testing

@Suite("XXH64")
struct XXHash64Tests {
    /// From the test suites of the xxHash libraries.
    private static let vectors: [(text: String, hash: UInt64)] = [
        ("", 0xEF46_DB37_51D8_E999),
        ("a", 0xD24E_C4F1_A98C_6E5B),
        ("abc", 0x44BC_2CF5_AD77_0999),
        ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ]

    @Test("returns the published hashes", arguments: vectors)
    func published(_ text: String, _ hash: UInt64) {
        #expect(Array(text.utf8).withUnsafeBytes { XXHash64.hash($0) } == hash)
    }

    @Test("differs for each flipped bit, length and seed")
    func sensitivity() {
        var seen: Set<UInt64> = []
        var expected = 0
        for count in 0...70 {
            var content = (0..<count).map { UInt8($0) }
            seen.insert(content.withUnsafeBytes { XXHash64.hash($0) })
            seen.insert(content.withUnsafeBytes { XXHash64.hash($0, seed: 1) })
            expected += 2 + count * 8
            for bit in 0..<(count * 8) {
                content[bit / 8] ^= 1 << (bit % 8)
                seen.insert(content.withUnsafeBytes { XXHash64.hash($0) })
                content[bit / 8] ^= 1 << (bit % 8)
            }
        }
        #expect(seen.count == expected)
    }

    @Test("does not depend on the alignment of the bytes")
    func alignment() {
        let content = (0..<100).map { UInt8($0) &* 37 }
        let aligned = content.withUnsafeBytes { XXHash64.hash($0) }
        for offset in 1..<9 {
            let shifted = [UInt8](repeating: 0, count: offset) + content
            let hash = shifted.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
            #expect(hash == aligned)
        }
    }
}

@Suite("SHA-1")
struct SHA1Tests {
    @Test(
        "returns known digests",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
        ]
    )
    func digests(text: String, expected: String) {
        #expect(SHA1.hexDigest(of: text.utf8) == expected)
    }

    @Test("produces the name-based UUID of the example in RFC 9562")
    func uuid() throws {
        let domains = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        let expected = UUID(uuidString: "2ed6657d-e927-568b-95e1-2665a8aea6a2")
        #expect(UUID(named: "www.example.com", in: domains) == expected)
        #expect(UUID(named: "example.com", in: domains) != expected)
    }
}

@Suite("FNV-1a")
struct FNV1aTests {
    /// Vectors: http://www.isthe.com/chongo/src/fnv/test_fnv.c
    @Test(
        "agrees with the published test vectors",
        arguments: [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
            as [(String, UInt64)]
    )
    func vectors(text: String, hash: UInt64) {
        #expect(FNV1a.hash(text.utf8) == hash)
    }
}

import Foundation
import SeekBasics
import Testing

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

import SeekBasics
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "encodes all characters except the unreserved ones, and decodes the result",
        arguments: [
            ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("a+b&c=d/e#f?", "a%2Bb%26c%3Dd%2Fe%23f%3F"),
            ("100%", "100%25"), ("東", "%E6%9D%B1"), ("\0", "%00"),
        ]
    )
    func encoding(text: String, encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
        #expect(PercentEncoding.decode(encoded) == text)
    }

    @Test(
        "decodes percent-encoded UTF-8 (invalid bytes as U+FFFD) and, in a query, plus signs; the rest is unchanged",
        arguments: [
            ("a+b%41", "a+bA", "a bA"), ("%zz%4", "%zz%4", "%zz%4"), ("%e6%9d%b1", "東", "東"),
            ("%E6%9D", "\u{FFFD}", "\u{FFFD}"), ("%2B+", "++", "+ "),
        ]
    )
    func decoding(text: String, decoded: String, inQuery: String) {
        #expect(PercentEncoding.decode(text) == decoded)
        #expect(PercentEncoding.decode(text, plusIsSpace: true) == inQuery)
    }
}

@Suite("Spelling")
struct SpellingTests {
    @Test(
        "suggests the nearest candidate that is similar to the word or, if the word has 4 letters or more, contains it",
        arguments: [
            ("--prot", ["--port", "--log"], "--port"), ("-?", ["--port", "--quota"], nil), ("x", [], nil),
            ("some_pages", ["api/some", "api/some_pages"], "api/some_pages"),
            ("bot", ["bat", "bit"], "bat"), ("VIDEOID", ["id", "videoId"], "videoId"), ("ab", ["cb"], nil),
            ("--json", ["--version"], nil), ("abc", ["abcdefgh"], nil), ("abcd", ["abcdefghijklm"], "abcdefghijklm"),
        ] as [(String, [String], String?)]
    )
    func nearest(word: String, candidates: [String], nearest: String?) {
        #expect(Spelling.nearest(to: word, among: candidates) == nearest)
    }
}

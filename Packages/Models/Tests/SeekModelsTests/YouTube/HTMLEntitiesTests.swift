import Testing

@testable import SeekModels

@Suite("HTML entities")
struct HTMLEntitiesTests {
    @Test(
        "Known references are decoded once, others are not changed",
        arguments: [
            ("Tom &amp; Jerry", "Tom & Jerry"), ("It&#39;s", "It's"), ("&quot;a&quot; &lt;b&gt;", "\"a\" <b>"),
            ("&amp;amp;", "&amp;"), ("&amp;#39;", "&#39;"), ("&#x1F600;", "😀"), ("&#128512;", "😀"),
            ("&nbsp;", "\u{A0}"),
            ("a & b", "a & b"), ("&", "&"), ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#xD800;", "&#xD800;"),
            ("&#0;", "&#0;"), ("&#038;", "&"), ("&#X26;", "&"), ("&amp;\u{301}", "&\u{301}"), ("&#-5;", "&#-5;"),
            ("&#1114112;", "&#1114112;"), ("&unknown;", "&unknown;"),
            ("&amp", "&amp"), ("", ""), ("&&amp;&", "&&&"), ("東京 &amp; 夜景", "東京 & 夜景"),
        ]
    )
    func table(text: String, decoded: String) {
        #expect(HTMLEntities.decode(text) == decoded)
    }

    @Test("Decoding reverses escaping", arguments: ["<a href='x'>&amp;</a>", "C++ & C#", "\"\"", "👩‍💻&"])
    func roundTrip(text: String) {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
        #expect(HTMLEntities.decode(escaped) == text)
    }
}

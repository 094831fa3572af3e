import Testing

@testable import SeekWeb

@Suite("Markup")
struct HTMLTests {
    @Test(
        "escapes strings in elements and in attributes",
        arguments: [
            ("Tom & Jerry", "Tom &amp; Jerry"),
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onload='x'", "&quot; onload=&#39;x&#39;"),
            ("東京 👩‍👩‍👧 é", "東京 👩‍👩‍👧 é"),
            ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ]
    )
    func escaping(text: String, expected: String) {
        let html: HTML = "<p title=\"\(text)\">\(text)</p>"
        #expect(html.markup == "<p title=\"\(expected)\">\(expected)</p>")
    }

    @Test(
        "replaces carriage returns and invalid characters, and removes controls that change the direction of other text",
        arguments: [
            ("a\u{0}b\u{1B}c\u{7F}d\u{9B}e", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e"),
            ("photo\u{202E}gpj.exe", "photogpj.exe"),
            ("\u{2066}\u{2067}\u{2068}\u{202A}\u{202B}\u{202D}x\u{202C}\u{2069}", "x"),
            ("العربية\u{200F}!", "العربية\u{200F}!"),
            ("a\r\nb\rc", "a\nb\nc"),
        ]
    )
    func characters(text: String, expected: String) {
        #expect(("\(text)" as HTML).markup == expected)
    }

    @Test("replaces noncharacters", arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE] as [UInt32])
    func noncharacters(value: UInt32) throws {
        let text = String(Character(try #require(Unicode.Scalar(value))))
        #expect(("\(text)" as HTML).markup == "\u{FFFD}")
    }

    @Test(
        "accepts only http and https URLs, paths, queries and fragments in attributes with a URL",
        arguments: [
            ("https://example.com/?a=1&b=2", "https://example.com/?a=1&amp;b=2"),
            ("HTTP://example.com", "HTTP://example.com"),
            ("/saved?name=a", "/saved?name=a"),
            ("?q=a", "?q=a"),
            ("#results", "#results"),
            ("javascript:alert(1)", "#"),
            (" javascript:alert(1)", "#"),
            ("java\nscript:alert(1)", "#"),
            ("data:text/html,x", "#"),
            ("//example.com", "#"),
            ("/\\example.com", "#"),
            ("/\t/example.com", "#"),
            ("", "#"),
        ]
    )
    func addresses(address: String, expected: String) {
        for attribute in ["href", "src", "action"] {
            let tag: HTML =
                attribute == "href"
                ? "<a href=\"\(address)\">"
                : attribute == "src"
                    ? "<img src=\"\(address)\">" : "<form action=\"\(address)\">"
            #expect(tag.markup.contains(" \(attribute)=\"\(expected)\""))
        }
    }

    @Test("quotes the value of an attribute that is written without quotation marks")
    func unquoted() {
        let value = "a onclick=b"
        #expect(("<p title=\(value)>1 + 1 =\(2)</p>" as HTML).markup == "<p title=\"a onclick=b\">1 + 1 =2</p>")
    }

    @Test("inserts markup without escaping it, also if it is repeated, optional or conditional")
    func nesting() {
        let item: HTML = "<b>\("1 < 2")</b>"
        let missing: HTML? = nil
        let html: HTML =
            "<ul>\(each: [1, 2], { "<li>\($0)</li>" })\(item)\(missing)\(if: false, "x")\(if: true, item)</ul>"
        #expect(html.markup == "<ul><li>1</li><li>2</li><b>1 &lt; 2</b><b>1 &lt; 2</b></ul>")
    }

    @Test(
        "shortens a string to a number of Unicode scalars",
        arguments: [
            ("short", 5, "short"), ("longer", 5, "long…"),
            ("a\u{301}\u{301}\u{301}", 2, "a…"), ("<<<<", 2, "&lt;…"),
        ]
    )
    func limit(text: String, limit: Int, expected: String) {
        #expect(("\(text, limit: limit)" as HTML).markup == expected)
    }

    @Test("shortens a title of 10,000 combining characters")
    func longTitle() {
        let title = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(("\(title, limit: 200)" as HTML).markup.unicodeScalars.count == 200)
    }
}

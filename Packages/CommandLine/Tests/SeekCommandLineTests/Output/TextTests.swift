import Foundation
import SeekBasics
import Testing

@testable import SeekCommandLine

@Suite("External text")
struct TextTests {
    @Test(
        "is one word of a shell command",
        arguments: [
            ("a", "a"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
            ("'\u{301}; touch x", "''\\''\u{301}; touch x'"),
        ]
    )
    func shellWord(text: String, expected: String) {
        #expect(quotedIfNeeded(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test("has invisible characters escaped in JSON")
    func invisibleJSON() throws {
        let text = "a\u{200B}\u{61C}\u{E0041}👩\u{200D}👧"
        let json = JSONValue.string(text).json(isPretty: false)
        #expect(json == "\"a\\u200b\\u061c\\udb40\\udc41👩\u{200D}👧\"\n")
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
    }

    @Test("has control characters escaped in JSON, which may be indented and colored")
    func controlCharactersInJSON() {
        #expect(
            JSONValue.string("a\u{9B}\u{202E}\u{1B}\n\"").json(isPretty: false) == "\"a\\u009b\\u202e\\u001b\\n\\\"\"\n"
        )
        let value = JSONValue.object(["b": .array([.null, .bool(true)]), "a": .number(1 << 40)])
        #expect(value.json(isPretty: false) == "{\"a\":1099511627776,\"b\":[null,true]}\n")
        let text = JSONValue.string("a\u{1B}").json(isPretty: true, isColored: true)
        #expect(text == "\u{1B}[32m\"a\\u001b\"\u{1B}[0m\n")
        #expect(value.json(isPretty: true) == "{\n  \"a\": 1099511627776,\n  \"b\": [\n    null,\n    true\n  ]\n}\n")
    }

    @Test(
        "has the width that terminals use",
        arguments: [
            ("", 0), ("abc", 3), ("東京 夜景", 9), ("e\u{301}", 1), ("👩‍💻", 2), ("❤️", 2), ("❤", 1), ("한국", 4), ("ｱ", 1),
            ("🇯🇵", 2), ("עברית", 5), ("ﷺ", 1), ("a\u{200B}b", 2),
        ]
    )
    func displayWidth(text: String, columns: Int) {
        #expect(DisplayWidth.measuring { $0.columns(of: text) } == columns)
    }

    @Test(
        "is truncated between characters",
        arguments: [
            ("東京夜景", 5, "東京…"), ("東京夜景", 4, "東…"), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("ab", 1, "…"), ("a", 0, ""),
        ]
    )
    func truncation(text: String, width: Int, truncated: String) {
        #expect(DisplayWidth.measuring { $0.truncated(text, to: width) } == truncated)
    }

    @Test(
        "is broken at spaces, around wide characters and in long words, but not within URLs and absolute paths",
        arguments: [
            ("", 5, []), ("a bc def", 4, ["a bc", "def"]), ("a  b", 9, ["a b"]),
            ("abcdefg h", 3, ["abc", "def", "g h"]), ("a bcdef", 3, ["a", "bcd", "ef"]),
            ("東京夜景", 5, ["東京", "夜景"]), ("url: 東京", 7, ["url: 東", "京"]),
            ("e\u{301}e\u{301} x", 2, ["e\u{301}e\u{301}", "x"]), ("a 🌃b", 1, ["a", "🌃", "b"]),
            ("see https://a.b/c", 5, ["see", "https://a.b/c"]), ("a youtu.be/abc", 5, ["a", "youtu.be/abc"]),
            ("/root/a b", 4, ["/root/a", "b"]), ("ab/cd.e", 4, ["ab/c", "d.e"]),
        ] as [(String, Int, [String])]
    )
    func wrapping(text: String, width: Int, lines: [String]) {
        #expect(DisplayWidth.measuring { $0.wrapped(text, to: width) } == lines)
    }
}

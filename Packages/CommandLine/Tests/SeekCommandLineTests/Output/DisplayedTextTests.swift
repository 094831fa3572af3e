import Foundation
import SeekBasics
import Testing

@testable import SeekCommandLine

@Suite("External text")
struct DisplayedTextTests {
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

@Suite("Dates")
struct TimestampTests {
    @Test(
        "are formatted relative to now",
        arguments: [
            (0.0, "just now"), (59, "just now"), (-20, "in 20 s"), (60, "1 minute ago"), (7_199, "1 hour ago"),
            (86_400 * 3, "3 days ago"), (86_400 * 45, "1 month ago"), (86_400 * 800, "2 years ago"),
        ] as [(Double, String)]
    )
    func relative(seconds: Double, text: String) {
        let now = LocalTime(date: Date(timeIntervalSince1970: 1_800_000_000))
        #expect(Timestamp.relative(now.date.addingTimeInterval(-seconds), to: now) == text)
    }

    @Test(
        "in the future are rounded up, and are in local time more than 59 minutes ahead; a past date is shown as now",
        arguments: [
            (-5.0, 0, "now"), (0.2, 0, "in 1 s"), (90, 0, "in 90 s"), (91, 0, "in 2 minutes"),
            (3_540, 0, "in 59 minutes"), (3_541, 0, "today at 09:00"), (3_541, 2, "today at 11:00"),
            (3_541, -9, "tomorrow at 00:00 UTC-9"), (16 * 3_600 - 1, 0, "tomorrow at 00:00 UTC"),
            (16 * 3_600, -8, "today at 16:00"), (24 * 3_600, 9, "tomorrow at 17:00 UTC+9"),
            (48 * 3_600, 0, "on 2027-01-17 at 08:00 UTC"), (1e300, 0, "on 9999-"),
        ] as [(Double, Int, String)]
    )
    func upcoming(seconds: Double, hoursFromGMT: Int, text: String) {
        // 2027-01-15 08:00 UTC.
        let now = LocalTime(date: Date(timeIntervalSince1970: 1_800_000_000)) { _ in hoursFromGMT * 3_600 }
        let upcoming = Timestamp.upcoming(now.date.addingTimeInterval(seconds), after: now)
        #expect(upcoming.hasPrefix(text), "\(upcoming)")
    }

    @Test(
        "have a zone, which may differ from UTC by half an hour",
        arguments: [
            (0, "UTC"), (60, "UTC+1"), (330, "UTC+5:30"), (-210, "UTC-3:30"), (-570, "UTC-9:30"), (525, "UTC+8:45"),
        ]
    )
    func zone(minutes: Int, text: String) {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(LocalTime(date: date) { _ in minutes * 60 }.zone(at: date) == text)
    }

    @Test("are in the time zone of the process by default")
    func systemOffset() {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(LocalTime.systemOffset(date) == TimeZone.current.secondsFromGMT(for: date))
    }
}

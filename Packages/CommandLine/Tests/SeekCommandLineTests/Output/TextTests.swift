import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("External text")
struct TextTests {
    @Test(
        "becomes one line without control characters",
        arguments: [
            ("plain 東京 👩‍💻 עברית", "plain 東京 👩‍💻 עברית"),
            ("red \u{1B}[31m", "red \u{FFFD}[31m"), ("a\tb\r\nc", "a b c"), ("a\n\n b", "a  b"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("\u{202E}moc", "\u{FFFD}moc"), ("a\u{2028}b", "a b"),
            ("nul\0", "nul\u{FFFD}"), ("\u{7F}", "\u{FFFD}"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
        ]
    )
    func safeLine(text: String, safe: String) {
        #expect(SafeText.line(text) == safe)
        #expect(SafeText.line(safe) == safe)
    }

    @Test(
        "loses invisible characters that no script or emoji requires",
        arguments: [
            // Zero-width space, byte order mark, word joiner, soft hyphen, Hangul filler.
            ("pay\u{200B}pal", "paypal"), ("\u{FEFF}a\u{2060}b\u{AD}c\u{3164}", "abc"),
            ("a\u{200D}b\u{200C}c", "abc"), ("\u{200E}left\u{200F}", "left"), ("a\u{61C}b", "ab"),
            // Tags encode invisible text.
            ("a\u{E0041}\u{E0042}\u{E007F}b", "ab"),
            ("\u{FE0F}a\u{FE0F}\u{FE0F}", "a\u{FE0F}"), ("\u{E0100}", ""),
            // Required: joiners in Persian, Hindi and emoji; marks next to Hebrew and Arabic; flags; variants of
            // ideographs.
            ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"),
            ("👩\u{200D}👩\u{200D}👧 ❤\u{FE0F}\u{200D}🔥", "👩\u{200D}👩\u{200D}👧 ❤\u{FE0F}\u{200D}🔥"),
            ("שלום\u{200F}!", "שלום\u{200F}!"), ("\u{200E}عربي", "\u{200E}عربي"), ("٣\u{61C}%", "٣\u{61C}%"),
            (
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
            ),
            ("葛\u{E0100}", "葛\u{E0100}"), ("ᠠ\u{180B}", "ᠠ\u{180B}"),
        ]
    )
    func invisibleCharacters(text: String, safe: String) {
        #expect(Array(SafeText.line(text).unicodeScalars) == Array(safe.unicodeScalars))
    }

    @Test("has invisible characters escaped in JSON")
    func invisibleJSON() throws {
        let text = "a\u{200B}\u{61C}\u{E0041}👩\u{200D}👧"
        let json = FieldValue.text(text).json(isPretty: false)
        #expect(json == "\"a\\u200b\\u061c\\udb40\\udc41👩\u{200D}👧\"\n")
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
    }

    @Test("has control characters escaped in JSON")
    func controlCharactersInJSON() {
        #expect(
            FieldValue.text("a\u{9B}\u{202E}\u{1B}\n\"").json(isPretty: false) == "\"a\\u009b\\u202e\\u001b\\n\\\"\"\n"
        )
        let value = FieldValue.object(["b": .list([.null, .bool(true)]), "a": .integer(1 << 40)])
        #expect(value.json(isPretty: false) == "{\"a\":1099511627776,\"b\":[null,true]}\n")
        let text = FieldValue.text("a\u{1B}").json(isPretty: true, isColored: true)
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
        "is broken at spaces, around wide characters and in long words, and addresses remain whole",
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

    @Test(
        "is colored if the environment enables it",
        arguments: [
            ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false), (["NO_COLOR": ""], true, true),
            (["CLICOLOR_FORCE": "1"], false, true), (["CLICOLOR_FORCE": "0"], false, false),
            (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false), (["CLICOLOR": "0"], true, false),
            (["TERM": "dumb"], true, false),
        ] as [([String: String], Bool, Bool)]
    )
    func colorEnvironment(environment: [String: String], isTerminal: Bool, isEnabled: Bool) {
        #expect(Color.isEnabled(environment: environment, isTerminal: isTerminal) == isEnabled)
    }
}

@Suite("--color")
struct ColorModeTests {
    private func output(_ arguments: String..., environment: [String: String], isTerminal: Bool) async -> String {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["a"])))])
        return await seek(
            "videos",
            ["x"] + arguments,
            environment: environment.merging(["YOUTUBE_API_KEY": "k"]) { current, _ in current },
            terminal: isTerminal ? Terminal(columns: 80) : nil,
            transport: transport
        ).output
    }

    @Test(
        "overrides the terminal and the environment",
        arguments: [
            ("auto", [:], true, true), ("auto", [:], false, false), ("auto", ["NO_COLOR": "1"], true, false),
            ("always", [:], false, true), ("always", ["NO_COLOR": "1"], false, true),
            ("never", [:], true, false), ("never", ["CLICOLOR_FORCE": "1"], true, false),
        ] as [(String, [String: String], Bool, Bool)]
    )
    func colorModes(mode: String, environment: [String: String], isTerminal: Bool, isColored: Bool) async {
        let text = await output("--color", mode, environment: environment, isTerminal: isTerminal)
        #expect(text.contains("\u{1B}[") == isColored)
        #expect(text.contains("a"))
    }

    @Test("rejects other values")
    func invalidMode() async {
        let outcome = await seek("config", "path", "--color=yes")
        #expect(outcome.messages.contains("--color must be one of auto, always, never"))
    }
}

@Suite("A table")
struct TableTests {
    private struct Row: Sendable {
        var name: String
        var note: String
        var count: Int64
    }

    private static let columns: [Column<Row>] = [
        Column("name", .green) { .text($0.name) },
        Column("note", isFlexible: true) { .text($0.note) },
        Column("count") { .number($0.count) },
        Column("again", isFlexible: true) { .text("\($0.note)/\($0.name)") },
    ]

    private let plain = OutputStyle()
    private var colored: OutputStyle {
        var style = OutputStyle()
        style.isColored = true
        return style
    }

    private let rows = [
        Row(name: "a", note: "short", count: 7),
        Row(name: "東京", note: String(repeating: "夜景 ", count: 30), count: 12_345),
        Row(name: "long-name-that-stays", note: "", count: 0),
    ]

    @Test("fits the terminal, and has one line per result", arguments: 1...140)
    func fittingTable(width: Int) {
        let table = TableRenderer(columns: Self.columns, style: plain).table(rows, width: width)
        let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        #expect(lines.last == "")
        #expect(DisplayWidth.measuring { measure in lines.allSatisfy { measure.columns(of: String($0)) <= width } })
    }

    @Test(
        "always shows the main column, and others if they fit",
        arguments: [
            (10, "TITLE\nswift con…"), (20, "TITLE\nswift concurrency i…"),
            (32, "TITLE                  DATE\nswift concurrency in…  1 day ago"),
            (62, "URL                           TITLE\nhttps://youtu.be/q432VgWBK5_  swift concurrency in pictures"),
        ]
    )
    func narrowTables(width: Int, shown: String) {
        let columns: [Column<Row>] = [
            Column("url") { _ in .text("https://youtu.be/q432VgWBK5_") },
            Column("title", isFlexible: true, isMain: true) { .text($0.name) }, Column("date") { .text($0.note) },
        ]
        let rows = [Row(name: "swift concurrency in pictures", note: "1 day ago", count: 1)]
        let table = TableRenderer(columns: columns, style: plain).table(rows, width: width)
        #expect(table == shown + "\n")
    }

    @Test("is a list below 60 columns: the first value, and a line for each other value", arguments: [59, 60])
    func list(width: Int) {
        let rows = [
            Row(name: "swift feather", note: "A light reader", count: 4_120), Row(name: "b", note: "", count: 0),
        ]
        let columns = Array(Self.columns.prefix(3))
        let text = TableRenderer(columns: columns, style: plain).formatted(rows, width: width)
        guard width < 60 else {
            #expect(text.hasPrefix("NAME "))
            return
        }
        #expect(text == "swift feather\n  note: A light reader\n  count: 4,120\nb\n  count: 0\n")
        let numbered = TableRenderer(columns: NumberedRow.columns(columns), style: plain)
        let items = NumberedRow.rows(Array(repeating: rows[0], count: 10))
        let lines = numbered.list(items, width: 12).split(separator: "\n")
        #expect(lines.prefix(6) == [" 1  swift", "    feather", "    note:", "      A", "      light", "      reader"])
        #expect(lines.last == "      4,120")
        #expect(lines.dropLast(7).last == "10  swift", "\(lines)")
        // The rows of all tables of a command are numbered consecutively, so a number can have a thousands separator.
        let last = numbered.list([NumberedRow(number: 1_000, item: rows[1])], width: 20)
        #expect(last == "1,000  b\n       count: 0\n")
    }

    @Test("as a list has the same lines with color as without")
    func coloredList() {
        let list = TableRenderer(columns: Self.columns, style: colored).list(rows, width: 20)
        #expect(
            list.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
                == TableRenderer(columns: Self.columns, style: plain).list(rows, width: 20)
        )
        #expect(list.hasPrefix("\u{1B}[32ma\u{1B}[0m\n"))
    }

    @Test(
        "divides the width among long flexible columns; the main column has at least half of it, or 40",
        arguments: [(60, [30, 28]), (61, [30, 29]), (90, [44, 44]), (24, [12, 10]), (22, [12, 8])]
    )
    func sharedWidth(width: Int, expected: [Int]) {
        let columns: [Column<Row>] = [
            Column("a", isFlexible: true, isMain: true) { .text($0.name) },
            Column("b", isFlexible: true) { .text($0.name) },
        ]
        let rows = [Row(name: String(repeating: "x", count: 60), note: "", count: 0)]
        let table = TableRenderer(columns: columns, style: plain).table(rows, width: width)
        let cells = table.split(separator: "\n").last?.split(separator: " ") ?? []
        #expect(cells.map(\.count) == expected, "\(table)")
    }

    @Test(
        "prefers columns that a flag requested",
        arguments: [(20, ["NAME", "DATE"]), (24, ["NAME", "WHY"]), (34, ["NAME", "DATE", "WHY"])]
    )
    func requestedColumns(width: Int, shown: [Substring]) {
        let columns: [Column<Row>] = [
            Column("name", isFlexible: true, isMain: true) { .text($0.name) }, Column("date") { .text($0.note) },
            Column("why", isFlexible: true, isRequested: true) { _ in .text("because of this") },
        ]
        let rows = [Row(name: "a title of some length", note: "today", count: 1)]
        let table = TableRenderer(columns: columns, style: plain).table(rows, width: width)
        #expect(table.prefix { $0 != "\n" }.split(separator: " ") == shown)
    }

    @Test("aligns wide characters, and right-aligns numbers")
    func alignment() {
        let table = TableRenderer(columns: Array(Self.columns.prefix(3)), style: plain).table(
            [Row(name: "東京", note: "夜", count: 5), Row(name: "abcdef", note: "x", count: 123)],
            width: 80
        )
        #expect(table == "NAME    NOTE  COUNT\n東京    夜        5\nabcdef  x       123\n")
        let empty = TableRenderer(columns: Array(Self.columns.prefix(2)), style: plain)
            .table([Row(name: "abcdef", note: "", count: 5), Row(name: "", note: "x", count: 5)], width: 80)
        #expect(empty == "NAME    NOTE\nabcdef\n        x\n")
    }

    @Test("has the same width with color")
    func sameWidth() {
        let table = TableRenderer(columns: Self.columns, style: colored).table(rows, width: 60)
        let plain = TableRenderer(columns: Self.columns, style: plain).table(rows, width: 60)
        #expect(table.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
        #expect(table != plain)
    }

    @Test("has neither header nor truncation as TSV")
    func tsvLines() {
        let bytes = TableRenderer(columns: Self.columns, style: plain).tsv(
            rows + [Row(name: "t\tab", note: "", count: 1)]
        )
        let tsv = String(decoding: bytes, as: UTF8.self)
        let lines = tsv.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 4 })
        #expect(lines[1].contains(rows[1].note))
    }

    @Test("always shows the column that identifies a result, and omits empty columns first")
    func narrowest() {
        let columns = [
            Column<Row>("name") { .text($0.name) }, Column<Row>("empty") { _ in .text("") },
            Column<Row>("note", isFlexible: true) { .text($0.note) },
            Column<Row>("count") { .number(Int64($0.count)) },
        ]
        let items = [Row(name: "swiftlet-works/swift-feather", note: "A long description", count: 5)]
        func header(_ width: Int) -> [String] {
            TableRenderer(columns: NumberedRow.columns(columns), style: plain)
                .table(NumberedRow.rows(items), width: width)
                .split(separator: "\n")[0].split(separator: " ").map(String.init)
        }
        #expect(header(20) == ["#", "NAME"])
        #expect(header(30) == ["#", "NAME", "NOTE"])
        #expect(header(100) == ["#", "NAME", "EMPTY", "NOTE", "COUNT"])
    }

    @Test("uses an ASCII ellipsis in an ASCII locale")
    func asciiEllipsis() {
        var style = OutputStyle()
        style.isUnicode = false
        let table = TableRenderer(columns: Self.columns, style: style).table(rows, width: 60)
        #expect(table.contains("..."))
        #expect(!table.contains("…"))
        #expect(table.contains("東京"))
    }

    @Test("isolates right-to-left text in its cell")
    func rightToLeft() {
        let columns = Array(Self.columns.prefix(2))
        let table = TableRenderer(columns: columns, style: plain).table(
            [Row(name: "שלום", note: "abc", count: 1), Row(name: "مرحبا", note: "x", count: 1)],
            width: 40
        )
        #expect(table == "NAME   NOTE\n\u{2068}שלום\u{2069}   abc\n\u{2068}مرحبا\u{2069}  x\n")
    }

    @Test("writes safe hyperlinks if the terminal supports them")
    func hyperlinks() {
        var style = OutputStyle()
        style.hasLinks = true
        let column = Column<Row>("name", link: { URL(string: $0.note) }) { .text($0.name) }
        func table(_ name: String, _ url: String) -> String {
            let rows = [Row(name: name, note: url, count: 0)]
            return TableRenderer(columns: [column], style: style).table(rows, width: 40)
        }
        #expect(
            table("a\u{1B}]8;;x", "https://x.example/a").hasSuffix(
                "\n\u{1B}]8;;https://x.example/a\u{1B}\\a\u{FFFD}]8;;x\u{1B}]8;;\u{1B}\\\n"
            )
        )
        #expect(!table("a", "javascript:x").contains("\u{1B}"))
        #expect(!table("", "https://x.example").contains("\u{1B}"))
    }
}

@Suite("Output style")
struct OutputStyleTests {
    @Test(
        "enables links for terminals that support them",
        arguments: [
            (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty"], true), (["TERM_PROGRAM": "iTerm.app"], true),
            (["VTE_VERSION": "7600"], true), (["VTE_VERSION": "4000"], false), (["WT_SESSION": "x"], true),
            (["WT_SESSION": "x", "TERM": "dumb"], false), (["WT_SESSION": "x", "NO_COLOR": "1"], false),
        ] as [([String: String], Bool)]
    )
    func linkSupport(environment: [String: String], hasLinks: Bool) {
        func style(_ isTerminal: Bool) -> OutputStyle {
            OutputStyle(environment: environment, isTerminal: isTerminal, now: LocalTime())
        }
        #expect(style(true).hasLinks == hasLinks)
        #expect(!style(false).hasLinks)
    }

    @Test(
        "uses non-ASCII characters in UTF-8 locales",
        arguments: [
            ([:], true), (["LANG": "C"], false), (["LANG": "C.UTF-8"], true),
            (["LC_ALL": "POSIX", "LANG": "ja_JP.utf8"], false),
            (["LC_ALL": "", "LANG": "ja_JP.utf8"], true), (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], false),
        ] as [([String: String], Bool)]
    )
    func localeEncoding(environment: [String: String], isUnicode: Bool) {
        #expect(OutputStyle(environment: environment, isTerminal: true, now: LocalTime()).isUnicode == isUnicode)
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
        "in the future are rounded up, and from one hour are in local time",
        arguments: [
            (-5.0, 0, "now"), (0.2, 0, "in 1 s"), (90, 0, "in 90 s"), (91, 0, "in 2 minutes"),
            (3_540, 0, "in 59 minutes"), (3_541, 0, "today at 09:00"), (3_541, 2, "today at 11:00"),
            (3_541, -9, "tomorrow at 00:00"), (16 * 3_600 - 1, 0, "tomorrow at 00:00"),
            (16 * 3_600, -8, "today at 16:00"), (24 * 3_600, 9, "tomorrow at 17:00"),
            (48 * 3_600, 0, "on 2027-01-17 at 08:00"), (1e300, 0, "on 9999-"),
        ] as [(Double, Int, String)]
    )
    func upcoming(seconds: Double, hours: Int, text: String) {
        // 2027-01-15 08:00 UTC.
        let now = LocalTime(date: Date(timeIntervalSince1970: 1_800_000_000)) { _ in hours * 3_600 }
        let upcoming = Timestamp.upcoming(now.date.addingTimeInterval(seconds), after: now)
        #expect(upcoming.hasPrefix(text), "\(upcoming)")
    }

    @Test("are in the time zone of the process by default")
    func systemOffset() {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(LocalTime.systemOffset(date) == TimeZone.current.secondsFromGMT(for: date))
    }

    @Test(
        "are parsed from dates and times, and from durations before now, rounded down to a day or to 15 minutes",
        arguments: [
            ("2026-01-31", "2026-01-31T00:00:00Z"), ("2026-01-31T12:00:00+09:00", "2026-01-31T03:00:00Z"),
            ("2024-02-29", "2024-02-29T00:00:00Z"), ("7d", "2027-01-08T00:00:00Z"), ("2w", "2027-01-01T00:00:00Z"),
            ("48h", "2027-01-13T00:00:00Z"), ("36h", "2027-01-13T20:00:00Z"), ("10m", "2027-01-15T07:45:00Z"),
            ("0s", "2027-01-15T08:00:00Z"), ("", nil), ("yesterday", nil), ("2026-13-01", nil), ("2026-02-30", nil),
            ("2026-02-29T12:00:00+09:00", nil), ("7", nil), ("2026", nil), ("1mo", nil), ("3y", nil),
        ] as [(String, String?)]
    )
    func points(text: String, time: String?) {
        // 2027-01-15 08:00:01 UTC.
        let now = Date(timeIntervalSince1970: 1_800_000_001)
        #expect(TimePoint.parse(text, now: now).map(RFC3339.string) == time)
    }

    @Test(
        "of the end of a period are rounded up",
        arguments: [
            ("2026-01-31", "2026-01-31T00:00:00Z"), ("1d", "2027-01-15T00:00:00Z"), ("10m", "2027-01-15T08:00:00Z"),
            ("0s", "2027-01-15T08:15:00Z"),
        ]
    )
    func ends(text: String, time: String) {
        let now = Date(timeIntervalSince1970: 1_800_000_001)
        #expect(TimePoint.parse(text, now: now, rounding: .up).map(RFC3339.string) == time)
    }
}

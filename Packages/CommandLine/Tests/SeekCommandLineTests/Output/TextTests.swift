import Testing

@testable import SeekCommandLine

@Suite("Text from outside")
struct TextTests {
    @Test(
        "is one line and cannot steer the terminal",
        arguments: [
            ("plain 東京 👩‍💻 עברית", "plain 東京 👩‍💻 עברית"),
            ("red \u{1B}[31m", "red \u{FFFD}[31m"), ("a\tb\r\nc", "a b c"), ("a\n\n b", "a  b"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("\u{202E}moc", "\u{FFFD}moc"), ("a\u{2028}b", "a b"),
            ("nul\0", "nul\u{FFFD}"), ("\u{7F}", "\u{FFFD}"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
        ]
    )
    func line(text: String, safe: String) {
        #expect(SafeText.line(text) == safe)
        #expect(SafeText.line(safe) == safe)
    }

    @Test("keeps its meaning in JSON")
    func json() {
        #expect(
            FieldValue.text("a\u{9B}\u{202E}\u{1B}\n\"").json(isPretty: false) == "\"a\\u009b\\u202e\\u001b\\n\\\"\"\n"
        )
        let value = FieldValue.object(["b": .list([.null, .bool(true)]), "a": .integer(1 << 40)])
        #expect(value.json(isPretty: false) == "{\"a\":1099511627776,\"b\":[null,true]}\n")
        #expect(value.json(isPretty: true).split(separator: "\n").count == 7)
    }

    @Test(
        "takes the columns a terminal gives it",
        arguments: [
            ("", 0), ("abc", 3), ("東京 夜景", 9), ("e\u{301}", 1), ("👩‍💻", 2), ("❤️", 2), ("❤", 1), ("한국", 4), ("ｱ", 1),
            ("🇯🇵", 2), ("עברית", 5), ("ﷺ", 1), ("a\u{200B}b", 2),
        ]
    )
    func width(text: String, columns: Int) {
        #expect(DisplayWidth.measuring { $0.columns(of: text) } == columns)
    }

    @Test(
        "is cut between characters",
        arguments: [
            ("東京夜景", 5, "東京…"), ("東京夜景", 4, "東…"), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("ab", 1, "…"), ("a", 0, ""),
        ]
    )
    func truncation(text: String, width: Int, cut: String) {
        #expect(DisplayWidth.measuring { $0.truncated(text, to: width) } == cut)
    }

    @Test(
        "is coloured where it is wanted",
        arguments: [
            ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false), (["NO_COLOR": ""], true, true),
            (["CLICOLOR_FORCE": "1"], false, true), (["CLICOLOR_FORCE": "0"], false, false),
            (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false), (["CLICOLOR": "0"], true, false),
            (["TERM": "dumb"], true, false),
        ] as [([String: String], Bool, Bool)]
    )
    func color(environment: [String: String], isTerminal: Bool, isWanted: Bool) {
        #expect(Color.isWanted(environment: environment, isTerminal: isTerminal) == isWanted)
    }
}

@Suite("A table")
struct TableTests {
    private struct Row: Sendable {
        var name: String
        var note: String
        var count: Int
    }

    private static let columns: [Column<Row>] = [
        Column(header: "name", color: .green) { $0.name },
        Column(header: "note", isFlexible: true) { $0.note },
        Column(header: "count", isNumber: true) { "\($0.count)" },
        Column(header: "again", isFlexible: true) { "\($0.note)/\($0.name)" },
    ]

    private let rows = [
        Row(name: "a", note: "short", count: 7),
        Row(name: "東京", note: String(repeating: "夜景 ", count: 30), count: 12_345),
        Row(name: "long-name-that-stays", note: "", count: 0),
    ]

    @Test("is never wider than the terminal, and has a line for each result", arguments: 1...140)
    func fits(width: Int) {
        let table = TableRenderer(columns: Self.columns, isColored: false).table(rows, width: width)
        let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines.last == "")
        #expect(DisplayWidth.measuring { measure in lines.allSatisfy { measure.columns(of: String($0)) <= width } })
    }

    @Test("aligns wide characters, and numbers to the right")
    func aligned() {
        let table = TableRenderer(columns: Array(Self.columns.prefix(3)), isColored: false).table(
            [Row(name: "東京", note: "夜", count: 5), Row(name: "abcdef", note: "x", count: 123)],
            width: 80
        )
        #expect(table == "NAME    NOTE  COUNT\n東京    夜        5\nabcdef  x       123\n")
    }

    @Test("in colour takes no more room")
    func colored() {
        let table = TableRenderer(columns: Self.columns, isColored: true).table(rows, width: 60)
        let plain = TableRenderer(columns: Self.columns, isColored: false).table(rows, width: 60)
        #expect(table.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
        #expect(table != plain)
    }

    @Test("as TSV has no header and nothing cut off")
    func tsv() {
        let tsv = TableRenderer(columns: Self.columns, isColored: false).tsv(
            rows + [Row(name: "t\tab", note: "", count: 1)]
        )
        let lines = tsv.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 4 })
        #expect(lines[1].contains(rows[1].note))
    }
}

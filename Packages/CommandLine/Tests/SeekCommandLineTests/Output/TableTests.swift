import Foundation
import SeekBasics
import Testing

@testable import SeekCommandLine

@Suite("A table")
struct TableTests {
    private struct Row: Sendable {
        var name: String
        var note: String
        var count: Int64
    }

    private static let columns: [Field<Row>] = [
        .column("name", .green) { .string($0.name) },
        .column("note", isFlexible: true) { .string($0.note) },
        .column("count") { .number($0.count) },
        .column("again", isFlexible: true) { .string("\($0.note)/\($0.name)") },
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
        let columns: [Field<Row>] = [
            .column("url") { _ in .string("https://youtu.be/q432VgWBK5_") },
            .column("title", isFlexible: true, isMain: true) { .string($0.name) }, .column("date") { .string($0.note) },
        ]
        let rows = [Row(name: "swift concurrency in pictures", note: "1 day ago", count: 1)]
        let table = TableRenderer(columns: columns, style: plain).table(rows, width: width)
        #expect(table == shown + "\n")
    }

    @Test(
        "is a list below 60 columns: the first value, and a line for each other value that is not empty",
        arguments: [59, 60]
    )
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

    @Test("has the same lines with color as without, if it is shown as a list")
    func coloredList() {
        let list = TableRenderer(columns: Self.columns, style: colored).list(rows, width: 20)
        #expect(
            list.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
                == TableRenderer(columns: Self.columns, style: plain).list(rows, width: 20)
        )
        #expect(list.hasPrefix("\u{1B}[32ma\u{1B}[0m\n"))
    }

    @Test(
        "long flexible columns share the width; the main column is at least 40 wide, or half of a width below 80",
        arguments: [(60, [30, 28]), (61, [30, 29]), (90, [44, 44]), (24, [12, 10]), (22, [12, 8])]
    )
    func sharedWidth(width: Int, expected: [Int]) {
        let columns: [Field<Row>] = [
            .column("a", isFlexible: true, isMain: true) { .string($0.name) },
            .column("b", isFlexible: true) { .string($0.name) },
        ]
        let rows = [Row(name: String(repeating: "x", count: 60), note: "", count: 0)]
        let table = TableRenderer(columns: columns, style: plain).table(rows, width: width)
        let cells = table.split(separator: "\n").last?.split(separator: " ") ?? []
        #expect(cells.map(\.count) == expected, "\(table)")
    }

    @Test(
        "prefers a column that a flag requested, if the column fits",
        arguments: [(20, ["NAME", "DATE"]), (24, ["NAME", "WHY"]), (34, ["NAME", "DATE", "WHY"])]
    )
    func requestedColumns(width: Int, shown: [Substring]) {
        let columns: [Field<Row>] = [
            .column("name", isFlexible: true, isMain: true) { .string($0.name) }, .column("date") { .string($0.note) },
            .column("why", isFlexible: true, isRequested: true) { _ in .string("because of this") },
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

    @Test("has the same text with color as without")
    func coloredTable() {
        let table = TableRenderer(columns: Self.columns, style: colored).table(rows, width: 60)
        let plain = TableRenderer(columns: Self.columns, style: plain).table(rows, width: 60)
        #expect(table.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
        #expect(table != plain)
    }

    @Test("has no header and no truncation in TSV")
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
            Field<Row>.column("name") { .string($0.name) }, Field<Row>.column("empty") { _ in .string("") },
            Field<Row>.column("note", isFlexible: true) { .string($0.note) },
            Field<Row>.column("count") { .number(Int64($0.count)) },
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
        let column = Field<Row>.column("name", link: { URL(string: $0.note) }) { .string($0.name) }
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

    @Test(
        "a text that a spreadsheet would evaluate is preceded by an apostrophe in CSV only; numbers are unchanged",
        arguments: [
            (.string("=1+1"), "'=1+1"), (.string("+1"), "'+1"), (.string("-dQw4w9WgXc"), "'-dQw4w9WgXc"),
            (.string("@SUM(1)"), "'@SUM(1)"),
            (.string("\t=1"), "' =1"), (.string("\r=1"), "' =1"), (.string("\n=1"), "' =1"),
            (.string("\r\n@a"), "' @a"),
            (.string("  =1"), "'  =1"), (.string("\u{200B}=1"), "'=1"), (.string("\u{FF1D}1"), "'\u{FF1D}1"),
            (.string("=\"a\",b"), "\"'=\"\"a\"\",b\""), (.array([.string("=1"), .string("b")]), "\"'=1, b\""),
            (.number(-1), "-1"), (.string("a=1"), "a=1"), (.string(""), ""), (.null, ""),
            // A spreadsheet whose separator is the semicolon.
            (.string("a;=1"), "a;'=1"), (.string("a; \u{FF0B}1;b"), "a;' \u{FF0B}1;b"),
            (.string("a;\"=1"), "\"a;'\"\"=1\""),
            (.string(";b;"), ";b;"),
            // A combining mark after a quotation mark or a separator.
            (.string("a\"\u{301},=1"), "\"a\"\"\u{301},=1\""), (.string("a,\u{301}b"), "\"a,\u{301}b\""),
            (.string("=\u{301}1"), "'=\u{301}1"), (.string("a;=\u{301}1"), "a;'=\u{301}1"),
        ] as [(JSONValue, String)]
    )
    func formulas(value: JSONValue, expected: String) {
        let renderer = TableRenderer(columns: [Field<Int>.column("x") { _ in value }], style: plain)
        #expect(renderer.csv([1]) == "x\n\(expected)\n")
        #expect(renderer.tsv([1]).first != UInt8(ascii: "'"))
    }
}

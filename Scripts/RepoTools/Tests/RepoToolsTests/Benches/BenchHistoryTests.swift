import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct BenchHistoryTests {
    private static let rows = """
        {"name":"get","value":12.5,"unit":"µs","baseline":"C","ratio":1.2,"goal":"ratio ≤ 1.5","holds":true}
        {"name":"size","value":null,"unit":"MB","baseline":null,"ratio":null,"goal":"≤ 1 MB","holds":false}

        """

    private static func lines(_ date: String, _ rows: String = rows) throws -> String {
        try BenchHistory.lines(
            rows,
            context: ["bench": "cache", "date": date, "commit": "abc", "machine": "2 × <CPU>"]
        )
    }

    @Test("a row is recorded together with its context on one line")
    func line() throws {
        let line = try Self.lines("2026-11-22T10:00:00Z").split(separator: "\n")
        #expect(
            line[0]
                == #"{"baseline":"C","bench":"cache","commit":"abc","date":"2026-11-22T10:00:00Z","#
                + #""goal":"ratio ≤ 1.5","holds":true,"#
                + #""machine":"2 × <CPU>","name":"get","ratio":1.2,"unit":"µs","value":12.5}"#
        )
        #expect(line.count == 2)
    }

    @Test("recording text that is not a row is an error", arguments: ["", "name value unit", "{}", "[1]"])
    func invalid(rows: String) {
        #expect(throws: RepoError.self) { try Self.lines("x", rows) }
    }

    @Test("a line that is not a recorded row is an error that contains the line number")
    func invalidFile() throws {
        let text = try Self.lines("x") + "<<<<<<< HEAD\n"
        let error = #expect(throws: RepoError.self) { try BenchHistory(text: text, file: "H") }
        #expect(error?.message == "H:3 is not a recorded row; correct or remove the line")
    }

    @Test("the table has the last figure of each row, in the order of the last run")
    func table() throws {
        let old = Self.rows + #"{"name":"gone","value":1234567,"unit":"s","goal":"≤ 2 s","holds":true}"# + "\n"
        let text = try Self.lines("2026-11-23T10:00:00Z") + Self.lines("2026-11-22T10:00:00Z", old)
        #expect(
            try BenchHistory(text: text, file: "H").markdown == """
                ## cache

                | row | goal | value | ratio | met | date | commit |
                |---|---|--:|--:|---|---|---|
                | get | ratio ≤ 1.5 | 12.5 µs | 1.2 to C | yes | 2026-11-23 | abc |
                | size | ≤ 1 MB | – |  | **no** | 2026-11-23 | abc |
                | gone | ≤ 2 s | 1234567 s |  | yes | 2026-11-22 | abc |

                """
        )
    }

    @Test("the command prints the table, and appends rows, with “+” after the commit if the working copy differs")
    func command() throws {
        let repo = try TempRepo()
        try repo.git("init", "-q")
        try repo.write("Scripts/repo.json", #"{"packages": ["*"], "benchHistory": "History.jsonl"}"#)
        let commit = try repo.commit().prefix(10)
        func run(_ input: String, _ words: String...) throws -> Outcome {
            try Outcome { console in
                var arguments = ToolArguments(words)
                let date = Date(timeIntervalSince1970: 0)
                return try BenchesCommand.run(
                    &arguments,
                    .init(root: repo.root, console: console),
                    input: { input },
                    date: date
                )
            }
        }
        #expect(try run("").out == "")
        #expect(
            try run(Self.rows, "--record", "cache").err.hasPrefix("repo benches: recorded 2 rows in History.jsonl\n")
        )
        _ = try run(Self.rows, "--record", "web")
        let entries = try BenchHistory(text: Files.text("\(repo.root)/History.jsonl"), file: "H").entries
        #expect(entries.map(\.bench) == ["cache", "cache", "web", "web"])
        #expect(entries.allSatisfy { $0.commit == commit })
        #expect(entries.allSatisfy { $0.date == "1970-01-01T00:00:00Z" })
        try repo.write("Scripts/repo.json", #"{"packages": ["*"], "benchHistory": "History.jsonl", "lint": ["x"]}"#)
        _ = try run(Self.rows, "--record", "web")
        #expect(try Files.text("\(repo.root)/History.jsonl").contains("\(commit)+"))
        #expect(throws: RepoError.self) { try run("", "--record", "web") }
        #expect(try run("").out.hasPrefix("## cache\n"))
        // Without a file of recorded results.
        try repo.write("Scripts/repo.json", #"{"packages": ["*"]}"#)
        #expect(throws: RepoError.self) { try run("") }
    }
}

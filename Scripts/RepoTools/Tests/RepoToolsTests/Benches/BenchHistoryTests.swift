import Foundation
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

    @Test("rows are in the order of the last run, and their entries in the order of dates")
    func series() throws {
        let old = Self.rows + #"{"name":"gone","value":1,"unit":"s","goal":"≤ 2 s","holds":true}"# + "\n"
        let text = try Self.lines("2026-11-23T10:00:00Z") + Self.lines("2026-11-22T10:00:00Z", old)
        let bench = try #require(BenchHistory(text: text, file: "H").benches.first)
        #expect(bench.name == "cache")
        #expect(bench.rows.map(\.last.name) == ["get", "size", "gone"])
        #expect(bench.rows[0].entries.map(\.date) == ["2026-11-22T10:00:00Z", "2026-11-23T10:00:00Z"])
        #expect(bench.rows[0].last.judgedFigure == 1.2)
        #expect(bench.rows[0].last.limit == 1.5)
        #expect(bench.rows[1].last.limit == 1)
    }

    @Test("the page shows the goal, the last figure and the history of each row, and escapes HTML")
    func page() throws {
        let text = try Self.lines("2026-11-22T10:00:00Z") + Self.lines("2026-11-23T11:00:00Z")
        let html = BenchPage(history: try BenchHistory(text: text, file: "H")).html
        #expect(html.contains("1 of 2 goals are met"))
        #expect(html.contains("Last run: 2026-11-23 11:00, commit abc, 2 × &lt;CPU&gt;."))
        #expect(
            html.contains(
                "<tr><td>get<td class=goal>ratio ≤ 1.5<td class=n>12.5 µs<td class=n>1.2 <span class=quiet>to C"
            )
        )
        #expect(html.contains("<td class=met>yes"))
        #expect(html.contains("<td class=low>no"))
        // The limit is above the figures, which are at 1.2 of 1.5.
        #expect(html.contains("<polyline points=\"6.0,12.4 234.0,12.4\">"))
        #expect(html.contains("<line class=limit x1=0 x2=240 y1=6.0 y2=6.0>"))
        #expect(html.contains("<summary>2</summary>"))
        #expect(BenchPage(history: try BenchHistory(text: "", file: "H")).html.contains("Nothing is recorded yet"))
    }

    @Test(
        "figures have thousands separators or an exponent, at most two decimals, and the minus sign U+2212",
        arguments: [
            (0.0461, "0.05"), (12.34, "12.3"), (999.9, "1,000"), (1_234_567, "1,234,567"), (-2, "−2"), (1.5, "1.5"),
            (-12.34, "−12.3"), (-1e16, "−1e+16"), (-0.001, "0"),
        ]
            as [(Double, String)]
    )
    func figures(value: Double, text: String) {
        #expect(BenchPage.figure(value) == text)
    }

    @Test("the command writes the page and appends rows, with “+” after the commit if the working copy differs")
    func command() throws {
        let repo = try TempRepo()
        try repo.git("init", "-q")
        try repo.write("Scripts/repo.json", #"{"packages": ["*"], "benchHistory": "History.jsonl"}"#)
        let commit = try repo.commit().prefix(10)
        func run(_ input: String, _ words: String...) throws -> Outcome {
            try Outcome { console in
                var arguments = Arguments(words)
                let date = Date(timeIntervalSince1970: 0)
                return try BenchesCommand.run(
                    &arguments,
                    .init(root: repo.root, console: console),
                    input: { input },
                    date: date
                )
            }
        }
        #expect(try run("").err == "wrote .build/reports/benches/index.html: 0 recorded rows\n")
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
        #expect(Files.exists("\(repo.root)/.build/reports/benches/index.html"))
        // Without a file of recorded results.
        try repo.write("Scripts/repo.json", #"{"packages": ["*"]}"#)
        #expect(throws: RepoError.self) { try run("") }
    }
}

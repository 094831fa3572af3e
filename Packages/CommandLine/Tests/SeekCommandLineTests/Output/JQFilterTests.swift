#if os(macOS) || os(Linux)
import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("The flag --jq", .concurrentProgramLimit)
struct JQFilterTests {
    @Test("reports that a response is not JSON, and suggests omitting --jq", .enabled(if: isInstalled))
    func responseIsNotJSON() async {
        let html = stub(.get, "https://api.github.com/x", returning: .text("<html>"))
        let environment = ["PATH": "/usr/bin:/bin"]
        let outcome = await seek(["api", "x", "-q", "."], environment: environment, transport: StubTransport([html]))
        #expect(outcome.status == .failure)
        #expect(outcome.messages.hasSuffix(" is not valid JSON; print it without --jq\n"), "\(outcome.messages)")
    }

    static let isInstalled = ChildProcess.path(of: "jq", environment: ["PATH": "/usr/bin:/bin"]) != nil

    private static func run(
        _ flags: [String],
        titles: [String] = ["one", "two"],
        isTerminal: Bool = false,
        path: String = "/usr/bin:/bin"
    ) async -> (outcome: Outcome, calls: Int) {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(titles)))])
        let outcome = await seek(
            ["videos", "x"] + flags,
            environment: ["YOUTUBE_API_KEY": "k", "PATH": path],
            terminal: isTerminal ? Terminal(columns: 80) : nil,
            transport: transport
        )
        return (outcome, transport.received.count)
    }

    @Test(
        "filters JSON as gh does",
        .enabled(if: isInstalled, "jq is not installed"),
        arguments: [
            (["--jq", ".[].title"], "one\ntwo\n"), (["-q", "length"], "2\n"), (["-q=-1"], "-1\n"),
            (["--json", "id", "--jq", "."], #"[{"id":"v0"},{"id":"v1"}]"# + "\n"),
            (["--columns", "id", "--jq", ".[0]"], #"{"id":"v0"}"# + "\n"),
            (["--format", "ndjson", "--jq", ".id"], "v0\nv1\n"), (["--jq", "empty"], ""),
            (["--jq", ".[] | [.id, .title] | @tsv"], "v0\tone\nv1\ttwo\n"),
        ] as [([String], String)]
    )
    func filteredJSON(flags: [String], output: String) async {
        let outcome = await Self.run(flags).outcome
        #expect(outcome == Outcome(status: .success, output: output, messages: ""))
    }

    @Test(
        "indents JSON and replaces control characters on a terminal, but not in a pipe",
        .enabled(if: isInstalled, "jq is not installed")
    )
    func indentedOnTerminal() async {
        let object = await Self.run(["--json", "id", "--jq", ".[0]"], isTerminal: true).outcome
        #expect(object.output == "{\n  \"id\": \"v0\"\n}\n")
        let text = await Self.run(["--jq", ".[0] | [.id, .title] | @tsv"], titles: ["a\u{1B}[2J"], isTerminal: true)
        #expect(text.outcome.output == "v0\ta\u{FFFD}[2J\n")
        let lines = await Self.run(["--jq", ".[0].title"], titles: ["a\r\nb\r"], isTerminal: true).outcome
        #expect(lines.output == "a\nb\n")
        let inPipe = await Self.run(["--jq", ".[0].title"], titles: ["a\u{1B}b"]).outcome
        #expect(inPipe.output == "a\u{1B}b\n")
    }

    @Test(
        "rejects an invalid expression before a request is sent",
        .enabled(if: isInstalled, "jq is not installed"),
        arguments: [
            // The second wording is that of newer versions of jq.
            (".[", ["syntax error, unexpected $end", "syntax error, unexpected end of file"]),
            ("foo", ["foo/0 is not defined"]), ("$x", ["$x is not defined"]),
        ]
    )
    func invalidExpression(expression: String, problems: [String]) async {
        let (outcome, calls) = await Self.run(["--jq", expression])
        #expect(calls == 0)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasPrefix("seek: --jq: "))
        #expect(outcome.messages.hasSuffix("; correct the expression\n"))
        #expect(problems.contains { outcome.messages.contains($0) }, "\(outcome)")
        #expect(outcome.messages.split(separator: "\n").count == 1)
    }

    @Test(
        "prints the output that precedes a failure, and exits with failure",
        .enabled(if: isInstalled, "jq is not installed")
    )
    func partialFailure() async {
        let (outcome, _) = await Self.run(["--jq", ".[0].title, .[0].title.x"])
        #expect(outcome.status == .failure)
        #expect(outcome.output == "one\n")
        #expect(outcome.messages == "seek: --jq: Cannot index string with string \"x\"; correct the expression\n")
    }

    @Test("filters more JSON than a pipe holds", .enabled(if: isInstalled, "jq is not installed"))
    func largeJSON() async {
        let titles = (0..<30).map { "\($0) \(String(repeating: "long", count: 5_000))" }
        let outcome = await Self.run(["--jq", ".[].title"], titles: titles).outcome
        #expect(outcome.status == .success)
        #expect(outcome.output == titles.map { $0 + "\n" }.joined())
    }

    @Test("before a request is sent, reports that jq is not installed")
    func missingProgram() async {
        let (outcome, calls) = await Self.run(["--jq", "."], path: "/no/such/folder")
        #expect(calls == 0)
        #expect(outcome.status == .usage)
        #expect(
            outcome.messages == "seek: --jq needs the program jq, which is not installed; install it with the system's "
                + "package manager, or use --template\n"
        )
    }

}
#endif

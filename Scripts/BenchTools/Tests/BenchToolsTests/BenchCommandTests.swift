import BenchKit
import BenchTool
import Synchronization
import Testing

@Suite("bench")
struct BenchCommandTests {
    private static let benches = ["one", "two"].map { name in
        NamedBench(name, .alone { emit in emit(BenchResult(name, 1, "µs", goal: .valueAtMost(2))) })
    }

    private func run(
        _ arguments: [String],
        _ benches: [NamedBench] = benches
    ) async -> (status: Int32, output: [String], problems: [String]) {
        let output = Mutex<[String]>([])
        let problems = Mutex<[String]>([])
        let status = await BenchCommand.run(
            arguments,
            benches: benches,
            output: { line in output.withLock { $0.append(line) } },
            problems: { problem in problems.withLock { $0.append(problem) } }
        )
        return (status, output.withLock { $0 }, problems.withLock { $0 })
    }

    @Test(
        "each named bench is run once, in a fixed order; without names, all are run",
        arguments: [([], ["one", "two"]), (["two", "one", "two"], ["one", "two"]), (["two"], ["two"])]
    )
    func names(arguments: [String], expected: [String]) async {
        let table = await run(arguments)
        #expect(table.status == 0)
        #expect(table.output.first?.hasPrefix("name") == true)
        #expect(table.output.dropFirst().map { String($0.prefix(3)) } == expected)
        let json = await run(arguments + ["--json"])
        #expect(json.output.map { String($0.prefix(13)) } == expected.map { #"{"name":"\#($0)""# })
    }

    @Test("a bench that fails is a problem, and the exit status is 1")
    func failure() async {
        let failing = NamedBench("failing", .alone { _ in throw BenchFailure(description: "wrong response") })
        let result = await run([], [failing] + Self.benches)
        #expect(result.status == 1)
        #expect(result.problems == ["bench: wrong response"])
    }

    @Test(
        "the exit status is 2 if an argument is invalid or `--peer` is missing",
        arguments: [
            (["search"], "unknown name 'search'; names: one, two, remote"), (["remote"], "--peer needs the URL"),
            (["--peer", "nowhere"], "--peer takes a URL"), (["--json=yes"], "--json"),
        ]
    )
    func usage(arguments: [String], problem: String) async {
        let result = await run(arguments, Self.benches + [NamedBench("remote", .withPeer { _, _ in })])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.problems.count == 1)
        #expect(result.problems.first?.contains(problem) == true, "\(result.problems)")
    }

    #if os(Linux)
    @Test("the program has seven benches")
    func all() {
        #expect(NamedBench.all.map(\.name) == ["networking", "cache", "testhelpers", "search", "repo", "fleet", "web"])
    }
    #endif
}

import BenchTool
import Foundation
import SeekNetworking
import SeekTestHelpers
import Synchronization
import Testing

@testable import NetworkingBench

#if os(Linux)
/// Serialized, because the bench measures the processor time of the whole process.
@Suite("The bench of Networking", .serialized, .timeLimit(.minutes(2)))
struct NetworkingBenchTests {
    static let names = [
        "memory-growth", "stubbed-request", "client-overhead", "transport-vs-c", "sequential-vs-urlsession",
        "throughput-vs-urlsession", "throughput-vs-c", "cpu-vs-urlsession",
    ]
    let load = NetworkingBench.Load(rounds: 1, requestsPerRound: 16, memoryRequests: 32)

    private func peer(large: String = String(repeating: "x", count: 35_000)) throws -> LoopbackServer {
        try LoopbackServer(recordsRequests: false) { request in
            let body = request.url.path == "/small.json" ? #"{"ok":true}"# : large
            return .response(HTTPResponse(headerFields: [.contentType: "application/json"], body: Data(body.utf8)))
        }
    }

    private func run(_ arguments: [String]) async -> (status: Int32, output: [String], problems: [String]) {
        let output = Mutex<[String]>([])
        let problems = Mutex<[String]>([])
        let status = await BenchCommand.run(
            arguments,
            benches: [.networking(load: load)],
            output: { line in output.withLock { $0.append(line) } },
            problems: { problem in problems.withLock { $0.append(problem) } }
        )
        return (status, output.withLock { $0 }, problems.withLock { $0 })
    }

    @Test("each row is reported with a figure")
    func json() async throws {
        let server = try peer()
        let result = await run(["networking", "--json", "--peer", server.baseURL.absoluteString])
        #expect(result.status == 0)
        let rows = try result.output.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        #expect(rows.map(\.name) == Self.names)
        #expect(rows.allSatisfy { $0.value != nil })
        #expect(rows.filter { $0.baseline != nil }.allSatisfy { $0.ratio != nil })
    }

    @Test("a table is printed without --json")
    func table() async throws {
        let server = try peer()
        let result = await run(["networking", "--peer", server.baseURL.absoluteString])
        #expect(result.status == 0)
        #expect(result.output.count == Self.names.count + 1)
        #expect(result.output.first?.hasPrefix("name") == true)
    }

    @Test("wrong responses from the peer fail the bench")
    func wrongPeer() async throws {
        let server = try peer(large: "")
        let result = await run(["networking", "--peer", server.baseURL.absoluteString])
        #expect(result.status == 1)
        #expect(result.problems.count == 1)
    }

    @Test(
        "the exit status is 2 if an argument is invalid or `--peer` is missing",
        arguments: [["search"], ["networking"], ["--peer", "nowhere"], ["--json=yes"]]
    )
    func usage(arguments: [String]) async {
        let result = await run(arguments)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.problems.count == 1)
    }

    private struct Line: Decodable {
        var name: String
        var value: Double?
        var baseline: String?
        var ratio: Double?
    }
}
#endif

import BenchKit
import Foundation
import RepoBench
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import CacheBench
@testable import FleetBench
@testable import NetworkingBench
@testable import SearchBench
@testable import TestHelpersBench

/// Each bench with a small load. Serialized, because the benches measure the processor time of the whole process.
@Suite("The rows of the benches", .serialized, .timeLimit(.minutes(5)))
struct BenchRowsTests {
    struct Bench: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var rows: [String]
        /// The rows whose goals do not depend on the speed of the machine.
        var exact: [String] = []
        var run: @Sendable (_ emit: NamedBench.Emit) async throws -> Void
    }

    private static let benches: [Bench] = {
        var benches = [
            Bench(
                testDescription: "cache",
                rows: [
                    "memory-get", "hit-ratio-vs-lru", "put-vs-files", "put-vs-sqlite", "get-vs-sqlite", "get-2-readers",
                    "prune-half-vs-sqlite", "prune-growth", "open-growth", "http-hit-memory", "http-hit-disk",
                ],
                exact: ["hit-ratio-vs-lru"]
            ) { emit in
                let load = CacheBench.Load(rounds: 1, entries: 100, manyEntries: 200, files: 10, requests: 50_000)
                try await CacheBench(load: load).run(emit)
            },
            Bench(testDescription: "testhelpers", rows: ["stubbed-request", "match-growth", "server-vs-nginx"]) {
                emit in
                let peer = try LoopbackServer { _ in .response(HTTPResponse(body: Data(count: 1_024))) }
                try await TestHelpersBench(peer: peer.baseURL, load: .init(rounds: 1, requests: 16)).run(emit)
            },
            Bench(
                testDescription: "search",
                rows: [
                    "cached-search-memory", "cached-search-disk", "upstream-calls", "fusion", "indexing",
                    "offline-query", "output-rows",
                ]
            ) { emit in
                let load = SearchBench.Load(rounds: 1, searches: 3, dayDuration: 0.5, entries: 500, lines: 200)
                try await SearchBench(load: load).run(emit)
            },
            Bench(
                testDescription: "repo",
                rows: ["affected-here", "affected-1000", "affected-1000-vs-cold", "memory"]
            ) { emit in try RepoBench(script: "/bin/true", tool: "/bin/true", rounds: 3, packages: 4).run(emit) },
        ]
        #if os(Linux)
        benches.append(
            Bench(
                testDescription: "networking",
                rows: [
                    "memory-growth", "stubbed-request", "client-overhead", "transport-vs-c", "sequential-vs-urlsession",
                    "throughput-vs-urlsession", "throughput-vs-c", "cpu-vs-urlsession",
                ]
            ) { emit in try await runNetworking(large: String(repeating: "x", count: 35_000), emit) }
        )
        guard RedisServer.isInstalled else { return benches }
        benches.append(
            Bench(
                testDescription: "fleet",
                rows: [
                    "redis-get-vs-c", "redis-throughput-vs-benchmark", "round-trips", "round-trips-uncached",
                    "fleet-upstream", "quota-exact",
                ],
                exact: ["round-trips", "round-trips-uncached", "fleet-upstream", "quota-exact"]
            ) { emit in
                let load = FleetBench.Load(rounds: 1, reads: 64, searches: 400, races: 1, startsProcesses: false)
                try await FleetBench(load: load).run(emit)
            }
        )
        #endif
        return benches
    }()

    #if os(Linux)
    private static func runNetworking(large: String, _ emit: NamedBench.Emit) async throws {
        let peer = try LoopbackServer(recordsRequests: false) { request in
            let body = request.url.path == "/small.json" ? #"{"ok":true}"# : large
            return .response(HTTPResponse(headerFields: [.contentType: "application/json"], body: Data(body.utf8)))
        }
        let load = NetworkingBench.Load(rounds: 1, requestsPerRound: 16, memoryRequests: 32)
        try await NetworkingBench(peer: peer.baseURL, load: load).run(emit)
    }
    #endif

    @Test("each row has a figure and, if it has a baseline, a ratio; exact goals are met", arguments: benches)
    func rows(bench: Bench) async throws {
        var rows: [BenchResult] = []
        try await bench.run { rows.append($0) }
        #expect(rows.map(\.name) == bench.rows)
        #expect(rows.filter { !$0.value.isFinite }.map(\.name) == [])
        #expect(rows.filter { $0.baseline != nil && $0.ratio == nil }.map(\.name) == [])
        #expect(rows.filter { bench.exact.contains($0.name) && !$0.isGoalMet }.map(\.name) == [])
    }

    @Test("wrong responses from the peer fail a bench")
    func wrongPeer() async throws {
        let peer = try LoopbackServer { _ in .response(HTTPResponse(status: 404)) }
        await #expect(throws: (any Error).self) {
            try await TestHelpersBench(peer: peer.baseURL, load: .init(rounds: 1, requests: 8)).run { _ in }
        }
        #if os(Linux)
        await #expect(throws: BenchFailure.self) { try await Self.runNetworking(large: "") { _ in } }
        #endif
    }

    // MARK: The start-up of `seek`

    /// Returns the programs to compare, with a script in place of `seek`. If `reusesResponse` is true, the script sends
    /// a request only when it is first run; otherwise it sends one each time.
    private func programs(reusesResponse: Bool, in folder: TemporaryFolder) throws -> StartUpPrograms {
        let body = """
            [ "$1" = --version ] && exit 0
            [ \(reusesResponse ? "-e" : "-z") "$SEEK_CACHE_DIR/response" ] && exit 0
            port=${SEEK_YOUTUBE_URL##*:}
            exec 3<>"/dev/tcp/127.0.0.1/${port%%/*}"
            printf 'GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n' >&3
            cat <&3 >"$SEEK_CACHE_DIR/response"
            """
        let script = try folder.writeScript(body, to: reusesResponse ? "once" : "always", shell: "/bin/bash")
        return StartUpPrograms(seek: script.path, bare: "/bin/true")
    }

    @Test("start-up is compared with that of a bare program; a failing `seek` or a repeated request is an error")
    func startUp() async throws {
        let folder = try TemporaryFolder()
        let load = SearchBench.Load(rounds: 2, searches: 1, dayDuration: 0, entries: 1)
        let bench = SearchBench(load: load)
        let rows = try await bench.startUp(try programs(reusesResponse: true, in: folder))
        #expect(rows.map(\.name) == ["version-vs-bare", "cached-cli-vs-bare"])
        #expect(rows.allSatisfy { $0.value > 0 })
        #expect(rows.allSatisfy { ($0.ratio ?? 0) > 0 })
        await #expect(throws: BenchFailure.self) {
            try await bench.startUp(try programs(reusesResponse: false, in: folder))
        }
        await #expect(throws: BenchFailure.self) {
            try await bench.startUp(StartUpPrograms(seek: "/bin/false", bare: "/bin/true"))
        }
    }

    @Test("the programs of the start-up rows are available only if both environment variables are set")
    func environment() {
        #expect(StartUpPrograms(environment: ["SEEK_BENCH_SEEK": "seek"]) == nil)
        #expect(StartUpPrograms(environment: ["SEEK_BENCH_SEEK": "a", "SEEK_BENCH_BARE": "b"])?.bare.path == "b")
    }
}

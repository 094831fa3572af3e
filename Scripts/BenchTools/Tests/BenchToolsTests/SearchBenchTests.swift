import BenchKit
import Foundation
import SeekTestHelpers
import Testing

@testable import SearchBench

@Suite("The bench of Search")
struct SearchBenchTests {
    @Test("each row is reported with a value and, if it has a baseline, with a ratio")
    func rows() async throws {
        var rows: [BenchResult] = []
        let load = SearchBench.Load(
            rounds: 1,
            searches: 3,
            dayDuration: 0.5,
            entries: 500,
            lines: 200
        )
        try await SearchBench(load: load).run { rows.append($0) }
        #expect(
            rows.map(\.name) == [
                "cached-search-memory", "cached-search-disk", "upstream-calls",
                "fusion", "indexing", "offline-query", "output-rows",
            ]
        )
        #expect(rows.allSatisfy { $0.value > 0 })
        #expect(
            rows.map(\.baseline) == [nil, "read + decode", "searches", nil, nil, nil, nil]
        )
        #expect(rows.filter { $0.baseline != nil }.allSatisfy { ($0.ratio ?? 0) > 0 })
    }

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

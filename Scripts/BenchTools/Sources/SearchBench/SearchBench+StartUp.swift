import BenchKit
import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers

/// The programs whose start-up is measured, built by Scripts/bench.
package struct StartUpPrograms: Sendable {
    let seek: MeasuredProgram
    /// A Swift program that prints a word.
    let bare: MeasuredProgram

    package init(seek: String, bare: String) {
        self.seek = MeasuredProgram(path: seek)
        self.bare = MeasuredProgram(path: bare)
    }

    /// Creates programs from the paths in the environment variables `SEEK_BENCH_SEEK` and `SEEK_BENCH_BARE`. Returns
    /// nil unless both are set.
    package init?(environment: [String: String]) {
        guard let seek = environment["SEEK_BENCH_SEEK"], let bare = environment["SEEK_BENCH_BARE"] else { return nil }
        self.init(seek: seek, bare: bare)
    }
}

extension SearchBench {
    /// `version-vs-bare` and `cached-cli-vs-bare`: the duration of `seek --version`, and of a search whose response is
    /// on disk, compared with a program that only prints a word.
    func startUp(_ programs: StartUpPrograms) async throws -> [BenchResult] {
        let folder = try TemporaryFolder()
        let response = HTTPResponse(headerFields: [.contentType: "application/json"], body: page)
        let server = try LoopbackServer { _ in .response(response) }
        defer { server.stop() }
        let environment = [
            "YOUTUBE_API_KEY": "k", "SEEK_YOUTUBE_URL": server.baseURL.absoluteString,
            "SEEK_CACHE_DIR": folder.url.path, "SEEK_STATE_DIR": folder.url.path, "HOME": folder.url.path,
        ]
        let search = ["videos", "swift"]
        try programs.seek.succeed(search, environment: environment)
        func contestant(_ name: String, _ program: MeasuredProgram, _ arguments: [String]) -> Contestant {
            Contestant(name) {
                // In microseconds.
                [.time: try program.succeed(arguments, environment: environment).milliseconds * 1_000]
            }
        }
        let contestants = [
            contestant("bare", programs.bare, []), contestant("version", programs.seek, ["--version"]),
            contestant("search", programs.seek, search),
        ]
        let figures = try await compare(contestants, rounds: load.rounds)
        guard server.received.count == 1 else { throw BenchFailure(description: "a search was not served from disk") }
        let rows = [("version-vs-bare", "version", 3.0), ("cached-cli-vs-bare", "search", 4.5)]
        return rows.map { name, contestant, limit in
            figures.timeRow(
                name,
                of: contestant,
                to: "bare",
                label: "bare Swift program",
                unit: "ms",
                goal: .ratioAtMost(limit)
            )
        }
    }
}

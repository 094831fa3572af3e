#if os(Linux)
import BenchKit
import Foundation
import SeekTestHelpers

/// The program `seek-web`, as users run it, with a server in place of both APIs.
final class WebProgram: Sendable {
    let url: URL
    private let api: LoopbackServer
    private let child: ChildProgram
    private let folder: TemporaryFolder

    /// Starts the program and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - api: The server in place of both APIs, which ``end()`` stops.
    init(path: String, api: LoopbackServer) async throws {
        self.api = api
        folder = try TemporaryFolder()
        let (address, log) = (api.baseURL.absoluteString, folder.file("log"))
        let variables = [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": address,
            "SEEK_GITHUB_URL": address, "SEEK_CACHE_DIR": folder.path(of: "cache"),
            "SEEK_STATE_DIR": folder.path(of: "state"),
        ]
        child = try ChildProgram(
            path,
            ["--port", "0", "--no-token"],
            environment: variables,
            log: log
        )
        url = try await Self.address(in: log, of: child)
    }

    func end() {
        child.end()
        api.stop()
    }

    /// The resident memory of the program in megabytes (1,000,000 bytes), or nil if it has exited.
    var residentMegabytes: Double? { ResidentMemory.megabytes(of: child.processIdentifier) }

    private static func address(in log: URL, of child: ChildProgram) async throws -> URL {
        while child.isRunning {
            let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("seek-web listening on ") }
            if let url = line?.split(separator: " ").last.flatMap({ URL(string: String($0)) }) { return url }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw BenchFailure(
            description: "seek-web ended: \((try? String(contentsOf: log, encoding: .utf8)) ?? "no output")"
        )
    }
}
#endif

#if os(Linux)
import BenchKit
package import Foundation
package import SeekTestHelpers

/// The program `seek-web`, as users run it, with a server in place of both APIs.
package final class WebProgram: Sendable {
    package let url: URL
    /// The server in place of both APIs.
    package let api: LoopbackServer
    private let child: ChildProgram
    private let folder: TemporaryFolder

    /// Starts the program and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: The arguments besides the port.
    ///   - environment: Environment variables besides the keys, the addresses of the APIs and the folders.
    ///   - api: The server in place of both APIs, which ``end()`` stops.
    package init(
        path: String,
        _ arguments: [String] = ["--no-token"],
        environment: [String: String] = [:],
        api: LoopbackServer
    ) async throws {
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
            ["--port", "0"] + arguments,
            environment: variables.merging(environment) { _, new in new },
            log: log
        )
        url = try await Self.address(in: log, of: child)
    }

    /// The text that the program has printed.
    package var output: String { (try? String(contentsOf: folder.file("log"), encoding: .utf8)) ?? "" }

    /// Whether the program is running.
    package var isRunning: Bool { child.isRunning }

    /// Returns the token that the program has created.
    package func createdToken() throws -> String {
        let file = folder.path(of: "state/web-token-\(url.port ?? 0)")
        return try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    package func end() {
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

import BenchKit
import Foundation
import SeekTestHelpers
import Testing

@Suite("nginx, the server with which the bench measures", .timeLimit(.minutes(1)))
struct BenchPeerTests {
    private static let hasNginx = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/nginx")
    }

    @Test(
        "the server exits when the script that started it exits or is killed",
        .enabled(if: hasNginx),
        arguments: ["kill -9 $$", "exit 0"]
    )
    func serverExits(command: String) async throws {
        let folder = try TemporaryFolder()
        let scripts = URL(filePath: #filePath).appending(path: "../../../..").standardized.path
        let script = """
            set -euo pipefail
            export TMPDIR='\(folder.url.path)'
            . '\(scripts)/bench-peer.bash'
            start_peer
            kill -0 "$(cat "$work/nginx.pid")"
            \(command)
            """
        #expect(try MeasuredProgram(path: "bash").run(["-c", script]).status == (command == "exit 0" ? 0 : 128 + 9))
        // The server's folder is removed after the server exits. The suite's time limit ends the wait.
        while try !FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty {
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

#if os(Linux)
import Foundation
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekWeb

/// Runs the program in this process.
final class TestProgram: Sendable {
    let folder: TemporaryFolder
    private let state: Mutex<(environment: [String: String], output: [String], messages: [String])>

    init() throws {
        folder = try TemporaryFolder()
        // No server listens on port 9.
        let environment = [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": "http://127.0.0.1:9",
            "SEEK_GITHUB_URL": "http://127.0.0.1:9", "SEEK_CACHE_DIR": folder.path(of: "cache"),
            "SEEK_STATE_DIR": folder.path(of: "state"), "PATH": "/usr/bin:/bin",
        ]
        state = Mutex((environment, [], []))
    }

    var environment: [String: String] {
        get { state.withLock(\.environment) }
        set { state.withLock { $0.environment = newValue } }
    }
    var output: [String] { state.withLock(\.output) }
    var messages: [String] { state.withLock(\.messages) }

    /// Writes a token to a file, by default one that only this user can read, and returns its path.
    func tokenFile(_ content: String = "0123456789abcdef", mode: Int = 0o600) throws -> String {
        let path = try folder.write(content, to: "token").path
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    /// Runs a command line, and returns its exit status. If a server starts, the operation receives its address, and the
    /// program is ended after the operation.
    func run(_ arguments: [String], _ operation: @Sendable (String) async throws -> Void) async throws -> Int32 {
        let end = Gate()
        let context = SeekWebProgram.Context(
            environment: environment,
            output: { line in self.state.withLock { $0.output.append(line) } },
            messages: { line in self.state.withLock { $0.messages.append(line) } },
            waitForEnd: { _ = await end.pass() }
        )
        let hasEnded = Mutex(false)
        let task = Task {
            let status = await SeekWebProgram.run(arguments, context: context)
            hasEnded.withLock { $0 = true }
            return status
        }
        defer { end.open() }
        await eventually("the program starts or ends") {
            output.contains { $0.hasPrefix(Self.addressPrefix) } || hasEnded.withLock { $0 }
        }
        if let line = output.first(where: { $0.hasPrefix(Self.addressPrefix) }) {
            try await operation(String(line.dropFirst(Self.addressPrefix.count)))
        }
        end.open()
        return await task.value
    }

    private static let addressPrefix = "seek-web listening on "
}
#endif

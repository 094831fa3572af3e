import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Synchronization

/// An isolated environment that runs `seek` with canary credentials, against loopback servers.
struct AttackEnvironment {
    /// The canary credential of YouTube, which must be sent only to YouTube's API.
    static let key = "CANARY-youtube-key"
    /// The canary credential of GitHub, which must be sent only to GitHub's API.
    static let token = "CANARY-github-token"

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Outcome {
        var status: CommandStatus
        var output: String
        /// The text written to standard error.
        var messages: String
        var text: String { output + messages }
    }

    /// Runs a command line with one server for both APIs. The default timeout is long enough for a busy machine.
    func seek(
        _ arguments: String...,
        server: LoopbackServer,
        environment: [String: String] = [:],
        isTerminal: Bool = false,
        timeout: Duration = .seconds(60)
    ) async -> Outcome {
        await seek(
            arguments,
            server: server,
            environment: environment,
            isTerminal: isTerminal,
            timeout: timeout
        )
    }

    func seek(
        _ arguments: [String],
        server: LoopbackServer,
        environment: [String: String] = [:],
        isTerminal: Bool = false,
        timeout: Duration = .seconds(60)
    ) async -> Outcome {
        let (output, messages) = (OutputRecorder(), OutputRecorder())
        let url = server.baseURL.absoluteString
        let variables = [
            "YOUTUBE_API_KEY": Self.key, "GH_TOKEN": Self.token, "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
            "SEEK_CACHE_DIR": folder.url.appending(path: "cache").path,
            "SEEK_STATE_DIR": folder.url.appending(path: "state").path,
            "SEEK_CONFIG": folder.url.appending(path: "config").path,
        ]
        let context = CommandContext(
            environment: variables.merging(environment) { _, new in new },
            output: output,
            messages: messages,
            terminal: isTerminal ? Terminal(columns: 100) : nil
        ) { $0.client.timeout = timeout }
        let status = await SeekCommand.run(arguments, context: context)
        return Outcome(status: status, output: output.text, messages: messages.text)
    }
}

/// An output that collects the text in memory.
private final class OutputRecorder: TextOutput {
    private let state = Mutex("")

    var text: String { state.withLock { $0 } }

    func write(_ text: String) throws(OutputError) { state.withLock { $0 += text } }
}

/// Returns a JSON response with additional header fields.
func json(_ body: String, _ fields: HTTPFields = [:], status: HTTPResponse.Status = .ok) -> LoopbackServer.Reply {
    var response = HTTPResponse(
        status: status,
        headerFields: [.contentType: "application/json"],
        body: Data(body.utf8)
    )
    response.headerFields.merge(fields)
    return .response(response)
}

/// Returns a page of GitHub's repository search that contains one repository. `name` and `total` are inserted as JSON
/// source, so that escapes and invalid numbers can be sent.
func repositories(_ name: String, total: String = "1") -> String {
    #"{"total_count":\#(total),"incomplete_results":false,"items":[{"id":1,"name":"\#(name)","full_name":"o/\#(name)","#
        + #""html_url":"https://github.com/o/r","owner":{"login":"o","id":2}}]}"#
}

import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekTestHelpers

/// Keeps what is written to it, and breaks on demand.
final class RecordingOutput: TextOutput {
    private let state: Mutex<String>
    private let failure: OutputError?

    init(failing failure: OutputError? = nil) {
        state = Mutex("")
        self.failure = failure
    }

    var text: String { state.withLock { $0 } }

    func write(_ text: String) throws(OutputError) {
        if let failure { throw failure }
        state.withLock { $0 += text }
    }
}

/// What a run of the command line gave.
struct Outcome: Equatable {
    var status: CommandStatus
    var output: String
    var messages: String
}

/// Runs a command line in a world of its own.
func seek(
    _ arguments: String...,
    environment: [String: String] = ["YOUTUBE_API_KEY": "k"],
    terminal: Terminal? = nil,
    transport: StubTransport = StubTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
) async -> Outcome {
    await seek("", arguments, environment: environment, terminal: terminal, transport: transport, now: now)
}

/// The same, of a command and a list of arguments.
func seek(
    _ command: String,
    _ arguments: [String],
    environment: [String: String] = ["YOUTUBE_API_KEY": "k"],
    terminal: Terminal? = nil,
    transport: StubTransport = StubTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
) async -> Outcome {
    let output = RecordingOutput()
    let messages = RecordingOutput()
    let context = CommandContext(
        environment: environment,
        output: output,
        messages: messages,
        terminal: terminal
    ) { configuration in
        configuration.environment.transport = transport
        configuration.environment.now = now
        configuration.environment.sleep = { _ in }
    }
    let status = await SeekCommand.run((command.isEmpty ? [] : [command]) + arguments, context: context)
    return Outcome(status: status, output: output.text, messages: messages.text)
}

let youTubeSearch = "https://www.googleapis.com/youtube/v3/search"
let repositorySearch = "https://api.github.com/search/repositories"

func userRepositories(_ user: String) -> String { "https://api.github.com/users/\(user)/repos" }

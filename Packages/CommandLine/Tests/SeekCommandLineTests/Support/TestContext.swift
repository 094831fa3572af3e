import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers

@testable import SeekCommandLine

/// Records the written text, or throws the given error at each write.
final class RecordingOutput: TextOutput {
    private let recorded = Mutex("")
    private let failure: OutputError?

    init(failing failure: OutputError? = nil) { self.failure = failure }

    var text: String { recorded.withLock { $0 } }

    func write(_ text: String) throws(OutputError) {
        if let failure { throw failure }
        recorded.withLock { $0 += text }
    }
}

/// The exit status, output and messages of a command.
struct Outcome: Equatable {
    var status: CommandStatus
    var output: String
    var messages: String
}

/// Runs a command in its own context, and returns its status, output and messages.
func runCommand(
    _ arguments: [String],
    environment: [String: String] = [:],
    input: any LineInput = NoInput(),
    terminal: Terminal? = nil,
    terminalID: String? = nil,
    messagesGoToTerminal: Bool = false,
    opener: (any URLOpening)? = nil,
    configure: @escaping @Sendable (inout SeekConfiguration) -> Void = { _ in }
) async -> Outcome {
    let (output, messages) = (RecordingOutput(), RecordingOutput())
    var context = CommandContext(
        environment: environment,
        input: input,
        output: output,
        messages: messages,
        terminal: terminal,
        messagesGoToTerminal: messagesGoToTerminal,
        opener: opener
    ) {
        // Long enough for a loaded machine.
        $0.client.timeout = .seconds(600)
        configure(&$0)
    }
    // With a real clock, a progress line could appear between the expected messages on a busy machine.
    context.progressClock = ManualClock()
    context.terminalID = terminalID
    let status = await SeekCommand.run(arguments, context: context)
    return Outcome(status: status, output: output.text, messages: messages.text)
}

/// Runs a command with a stub transport, and without delays between retries.
func seek(
    _ arguments: String...,
    environment: [String: String] = ["YOUTUBE_API_KEY": "k"],
    terminal: Terminal? = nil,
    transport: StubTransport = StubTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
) async -> Outcome {
    await seek(arguments, environment: environment, terminal: terminal, transport: transport, now: now)
}

func seek(
    _ arguments: [String],
    environment: [String: String] = ["YOUTUBE_API_KEY": "k"],
    terminal: Terminal? = nil,
    transport: StubTransport = StubTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
) async -> Outcome {
    await runCommand(arguments, environment: environment, terminal: terminal) {
        $0.useStubs(transport, now: now)
    }
}

extension SeekConfiguration {
    /// Sends requests to a stub transport, without delays between retries.
    mutating func useStubs(_ transport: StubTransport, now: @escaping @Sendable () -> Date) {
        client.transport = transport
        client.now = now
        client.clock = ImmediateClock()
        // Retries requests as over the network. By default, requests to a stub are not retried.
        client.retryPolicy = RetryPolicy(maximumRetryAfter: .seconds(5))
    }
}

/// Returns the words of a command line as a shell splits them.
func shellWords(_ line: String) throws -> [String] { try ShellWords.split(line) }

/// Returns the text without directional isolates and the escape sequences for colors, links and erasing a line.
func plainText(_ text: String) -> String {
    text.replacing(#/\u{1B}\[[0-9;]*[mK]/#, with: "").replacing(#/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/#, with: "")
        .replacing("\u{2068}", with: "").replacing("\u{2069}", with: "")
}

/// Returns the number of columns that a text takes up on a terminal, on which bidirectional isolates have no width.
func displayWidth(of text: some StringProtocol) -> Int {
    DisplayWidth.measuring { $0.columns(of: String(text.filter { !"\u{2068}\u{2069}".contains($0) })) }
}

/// The environment variables that contain secrets.
let secretVariables = Setting.all.filter(\.isSecret).flatMap(\.variables)

extension String {
    /// The words of a command line, which are separated by spaces. Quotation marks have no effect.
    var words: [String] { split(separator: " ").map(String.init) }
}

let youTubeSearch = "https://www.googleapis.com/youtube/v3/search"
let repositorySearch = "https://api.github.com/search/repositories"

/// An input that consists of the given lines: typed at a terminal and followed by Control-D, or read from a file.
final class InputLines: LineInput {
    private let lines: Mutex<[String]>
    let isTerminal: Bool

    init(_ lines: [String], isTerminal: Bool = true) {
        self.lines = Mutex(lines)
        self.isTerminal = isTerminal
    }

    /// Creates an input from the lines of a file, whose last line ends with a newline or not.
    convenience init(lines text: String, isTerminal: Bool) {
        let lines = text.components(separatedBy: "\n")
        self.init(lines.last == "" ? lines.dropLast() : lines, isTerminal: isTerminal)
    }

    func nextLine() async -> [UInt8]? {
        lines.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
    }
}

extension TemporaryFolder {
    /// Writes a file that only its owner can read, and returns its path.
    @discardableResult
    func writePrivate(_ text: String, to name: String) throws -> String {
        let path = try write(text, to: name).path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }
}

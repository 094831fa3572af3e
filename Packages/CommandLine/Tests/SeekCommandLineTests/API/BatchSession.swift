import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

/// An input to which a test can add lines while a command reads it.
final class LineQueue: LineInput {
    private let lines: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation

    init(_ texts: String...) {
        (lines, continuation) = AsyncStream.makeStream()
        for text in texts { put(text) }
    }

    func put(_ text: String) { continuation.yield(Array(text.utf8)) }
    func end() { continuation.finish() }

    func nextLine() async -> [UInt8]? {
        var iterator = lines.makeAsyncIterator()
        return await iterator.next()
    }
}

/// An output whose lines a test awaits.
final class LineSink: TextOutput {
    private let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (lines, continuation) = AsyncStream.makeStream() }

    func write(_ text: String) throws(OutputError) { continuation.yield(text) }

    func next() async -> String? {
        var iterator = lines.makeAsyncIterator()
        return await iterator.next()
    }
}

/// Runs `seek api --batch` with a local server and a controlled clock.
final class BatchSession: Sendable {
    /// The parsed output line for an input line.
    struct OutputLine {
        var id: String?
        var status: Int?
        var reason: String?
        var headers: [(name: String, value: String)] = []
        var body: String?
        var base64: String?
        var error: String?
        /// The requests that the server received for the input line.
        var sent: [HTTPRequest] = []

        /// Whether the command returned a response without a request to the server.
        var isCached: Bool { sent.isEmpty && status != nil }
        func header(_ name: String) -> String? {
            let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
    }

    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let input = LineQueue()
    private let output = LineSink()
    private let serverState: ServerState
    private let server: LoopbackServer
    private let running: Task<CommandStatus, Never>
    private var baseURL: URL { server.baseURL }

    init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
        let serverState = ServerState()
        server = try LoopbackServer { _ in serverState.nextReply() }
        self.serverState = serverState
        let context = CommandContext(
            environment: environment,
            input: input,
            output: output,
            messages: RecordingOutput()
        ) {
            $0.client.now = { serverState.now }
        }
        running = Task { await SeekCommand.run(["api", "--batch"] + arguments, context: context) }
    }

    /// The current date, and the replies that the server sends next.
    private final class ServerState: Sendable {
        private let state = Mutex((now: BatchSession.start, replies: [LoopbackServer.Reply]()))

        var now: Date { state.withLock { $0.now } }

        /// Sets the date, in seconds after ``BatchSession/start``, and the next replies.
        func set(_ seconds: Double, _ replies: [LoopbackServer.Reply]) {
            state.withLock { $0 = (BatchSession.start.addingTimeInterval(seconds), replies) }
        }

        /// Returns the next reply, with the current date if it has no `Date`. Without a next reply, resets the
        /// connection.
        func nextReply() -> LoopbackServer.Reply {
            let (reply, now) = state.withLock { state in
                (state.replies.isEmpty ? .fault(.resetBeforeResponse) : state.replies.removeFirst(), state.now)
            }
            guard case .response(var response) = reply, response.headerFields[.date] == nil else { return reply }
            response.headerFields[.date] = BatchSession.date(now.timeIntervalSince(BatchSession.start))
            return .response(response)
        }
    }

    /// Returns an HTTP date.
    ///
    /// - Parameter seconds: The time in seconds after ``start``.
    static func date(_ seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: start.addingTimeInterval(seconds))
    }

    /// Enters a line with a request at the given time, and returns the output line.
    ///
    /// - Parameters:
    ///   - seconds: The time of the request, in seconds after ``start``.
    ///   - members: Additional members of the line's object.
    ///   - replies: The replies that the server sends next; without one, the server resets the connection.
    func send(
        at seconds: Double = 0,
        _ method: String = "GET",
        _ headers: [[String]] = [],
        path: String = "/thing",
        members: [String: Any] = [:],
        returning replies: LoopbackServer.Reply...
    ) async throws -> OutputLine {
        serverState.set(seconds, replies)
        var line = members
        line["id"] = line["id"] ?? "\(UUID())"
        line["method"] = method
        line["url"] = "\(baseURL.absoluteString)\(path)"
        line["headers"] = headers
        let before = server.received.count
        input.put(String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self))
        var outputLine = try await nextOutputLine()
        #expect(outputLine.id == line["id"] as? String)
        outputLine.sent = Array(server.received.dropFirst(before))
        return outputLine
    }

    /// Enters a line, and returns the next output line.
    func sendLine(_ line: String) async throws -> OutputLine {
        input.put(line)
        return try await nextOutputLine()
    }

    func put(_ line: String) { input.put(line) }

    private func nextOutputLine() async throws -> OutputLine {
        let line = try #require(await output.next())
        #expect(line.hasSuffix("\n"))
        #expect(line.filter { $0 == "\n" }.count == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let headers = object["headers"] as? [[String]] ?? []
        return OutputLine(
            id: object["id"] as? String,
            status: object["status"] as? Int,
            reason: object["reason"] as? String,
            headers: headers.map { ($0[0], $0[1]) },
            body: object["body"] as? String,
            base64: object["body_base64"] as? String,
            error: object["error"] as? String
        )
    }

    /// Ends the input, waits for the command to end, and returns its exit status.
    func end() async -> CommandStatus {
        input.end()
        let status = await running.value
        server.stop()
        return status
    }

    /// Enters a line with the first request of the session, and waits until the server has received the request, but
    /// not for the response.
    func begin(returning reply: LoopbackServer.Reply) async {
        serverState.set(0, [reply])
        put(#"{"id":"begun","url":"\#(baseURL.absoluteString)/begun"}"#)
        await server.waitUntilReceived(1)
    }

    func cancel() { running.cancel() }
}

/// Creates a reply for a server to send.
func serverReply(_ headers: [(String, String)] = [], _ status: HTTPResponse.Status = .ok, _ body: String = "body")
    -> LoopbackServer.Reply
{
    var fields = HTTPFields()
    for (name, value) in headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return .response(HTTPResponse(status: status, headerFields: fields, body: Data(body.utf8)))
}

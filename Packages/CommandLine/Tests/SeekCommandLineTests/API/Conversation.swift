import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekTestHelpers
import Testing

/// Lines that a test hands in as it likes.
final class LineQueue: LineInput {
    private let lines: AsyncStream<[UInt8]>
    private let feed: AsyncStream<[UInt8]>.Continuation

    init(_ texts: String...) {
        (lines, feed) = AsyncStream.makeStream()
        for text in texts { put(text) }
    }

    func put(_ text: String) { feed.yield(Array(text.utf8)) }
    func end() { feed.finish() }

    func nextLine() async -> [UInt8]? {
        var iterator = lines.makeAsyncIterator()
        return await iterator.next()
    }
}

/// An output whose lines a test waits for.
final class LineSink: TextOutput {
    private let lines: AsyncStream<String>
    private let feed: AsyncStream<String>.Continuation

    init() { (lines, feed) = AsyncStream.makeStream() }

    func write(_ text: String) throws(OutputError) { feed.yield(text) }

    func next() async -> String? {
        var iterator = lines.makeAsyncIterator()
        return await iterator.next()
    }
}

/// `seek api --batch` with a server behind it, request by request, at moments that the test chooses.
final class Conversation: Sendable {
    /// What came of one line.
    struct Reply {
        var id: String?
        var status: Int?
        var reason: String?
        var headers: [(String, String)] = []
        var body: String?
        var base64: String?
        var error: String?
        /// The requests that reached the server for it.
        var sent: [HTTPRequest] = []

        var isCached: Bool { sent.isEmpty && status != nil }
        func header(_ name: String) -> String? {
            let values = headers.filter { $0.0.lowercased() == name.lowercased() }.map(\.1)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
    }

    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let input = LineQueue()
    private let output = LineSink()
    private let stage: Stage
    private let server: LoopbackServer
    private let running: Task<CommandStatus, Never>
    private var baseURL: URL { server.baseURL }

    init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
        let stage = Stage()
        server = try LoopbackServer { _ in stage.nextAnswer() }
        self.stage = stage
        let context = CommandContext(
            environment: environment,
            input: input,
            output: output,
            messages: RecordingOutput()
        ) {
            $0.environment.now = { stage.now }
        }
        running = Task { await SeekCommand.run(["api", "--batch"] + arguments, context: context) }
    }

    /// The time, and what the server answers next.
    private final class Stage: Sendable {
        private let state = Mutex((now: Conversation.start, answers: [LoopbackServer.Reply]()))

        var now: Date { state.withLock { $0.now } }

        func set(_ seconds: Double, _ answers: [LoopbackServer.Reply]) {
            state.withLock { $0 = (Conversation.start.addingTimeInterval(seconds), answers) }
        }

        /// The server's own `Date` would be the real one.
        func nextAnswer() -> LoopbackServer.Reply {
            let (answer, now) = state.withLock { state in
                (state.answers.isEmpty ? .fault(.resetBeforeResponse) : state.answers.removeFirst(), state.now)
            }
            guard case .response(var response) = answer, response.headerFields[.date] == nil else { return answer }
            response.headerFields[.date] = Conversation.date(now.timeIntervalSince(Conversation.start))
            return .response(response)
        }
    }

    static func date(_ seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: start.addingTimeInterval(seconds))
    }

    /// Sends a line at a moment and waits for its answer.
    ///
    /// - Parameter members: further members of the line's object.
    func ask(
        at seconds: Double = 0,
        _ method: String = "GET",
        _ headers: [[String]] = [],
        path: String = "/thing",
        members: [String: Any] = [:],
        returning answers: LoopbackServer.Reply...
    ) async throws -> Reply {
        stage.set(seconds, answers)
        var line = members
        line["id"] = line["id"] ?? "\(UUID())"
        line["method"] = method
        line["url"] = "\(baseURL.absoluteString)\(path)"
        line["headers"] = headers
        let before = server.received.count
        input.put(String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self))
        var reply = try await self.reply()
        #expect(reply.id == line["id"] as? String)
        reply.sent = Array(server.received.dropFirst(before))
        return reply
    }

    /// Sends a line as it is and waits for an answer.
    func say(_ line: String) async throws -> Reply {
        input.put(line)
        return try await reply()
    }

    func put(_ line: String) { input.put(line) }

    func reply() async throws -> Reply {
        let line = try #require(await output.next())
        #expect(line.hasSuffix("\n") && line.filter { $0 == "\n" }.count == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let headers = object["headers"] as? [[String]] ?? []
        return Reply(
            id: object["id"] as? String,
            status: object["status"] as? Int,
            reason: object["reason"] as? String,
            headers: headers.map { ($0[0], $0[1]) },
            body: object["body"] as? String,
            base64: object["body_base64"] as? String,
            error: object["error"] as? String
        )
    }

    /// Ends the input and waits for the command to end.
    func end() async -> CommandStatus {
        input.end()
        let status = await running.value
        server.stop()
        return status
    }

    /// Sends a line, returns once the server has its request, and waits for no answer.
    func begin(returning answer: LoopbackServer.Reply) async {
        stage.set(0, [answer])
        put(#"{"id":"begun","url":"\#(baseURL.absoluteString)/begun"}"#)
        await server.waitUntilReceived(1)
    }

    func cancel() { running.cancel() }
}

/// An answer of the server.
func served(_ headers: [(String, String)] = [], _ status: HTTPResponse.Status = .ok, _ body: String = "body")
    -> LoopbackServer.Reply
{
    var fields = HTTPFields()
    for (name, value) in headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return .response(HTTPResponse(status: status, headerFields: fields, body: Data(body.utf8)))
}

public import Seek
import SeekBasics

/// A server of the Model Context Protocol, with which assistants search YouTube and GitHub.
///
/// ```swift
/// let server = AssistantServer(SeekClient(configuration))
/// await server.run(reading: chunks) { line in write(line) }
/// ```
/// It supports the revisions with a session, up to 2025-11-25, and the stateless revision 2026-07-28. The revision that
/// a client requests decides.
public final class AssistantServer: Sendable {
    /// The limits of a server.
    public struct Options: Sendable {
        /// The number of YouTube searches that all calls together may cost, 20 by default: YouTube allows 100 a day.
        public var youTubeBudget = 20
        /// The maximum size of a result in characters, 20,000 by default; at least 2,000.
        public var maximumResultSize = 20_000
        /// The maximum number of requests at once, 64 by default. Further requests are read when one of them ends, so
        /// that a client that does not read its responses does not fill the memory.
        public var maximumConcurrentRequests = 64
        /// Returns the current time, to which times in messages are relative.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options.
        public init() {}
    }

    private let tools: Toolbox
    private let options: Options

    /// Creates a server. Its budget is that of all its runs.
    public init(_ client: SeekClient, _ options: Options = Options()) {
        self.options = options
        tools = Toolbox(client, options)
    }

    /// Serves a client until its bytes end, and returns when the running requests have ended. If `write` returns false,
    /// the client is gone: the running requests are cancelled.
    ///
    /// - Parameters:
    ///   - input: The bytes of the client.
    ///   - write: Writes a line, and returns whether the client can receive more. It is called for one line at a time.
    public func run(
        reading input: some AsyncSequence<[UInt8], Never>,
        writing write: @escaping @Sendable ([UInt8]) async -> Bool
    ) async {
        let session = ServerSession(tools, LineWriter(write))
        await withTaskGroup(of: Void.self) { group in
            var reader = MessageReader()
            var count = 0
            for await bytes in input {
                reader.append(bytes)
                while let message = reader.next() {
                    guard let task = session.start(message) else { continue }
                    if count == options.maximumConcurrentRequests { await group.next() } else { count += 1 }
                    group.addTask {
                        await withTaskCancellationHandler {
                            await task.value
                        } onCancel: {
                            task.cancel()
                        }
                    }
                }
                if await session.writer.isClosed { break }
            }
        }
    }
}

/// Writes one line after another.
actor LineWriter {
    private let write: @Sendable ([UInt8]) async -> Bool
    private var last: Task<Void, Never>?
    private(set) var isClosed = false

    init(_ write: @escaping @Sendable ([UInt8]) async -> Bool) { self.write = write }

    /// Writes a message, and returns when it is written.
    func send(_ message: JSONValue) async {
        let previous = last
        let task = Task {
            await previous?.value
            guard !isClosed else { return }
            isClosed = !(await write(Array(message.data) + [UInt8(ascii: "\n")]))
        }
        last = task
        await task.value
    }
}

/// The connection with a client.
final class ServerSession: Sendable {
    private struct State {
        var isInitialized = false
        var running: [JSONValue: Task<Void, Never>] = [:]
    }

    let writer: LineWriter
    private let tools: Toolbox
    private let state = Mutex(State())

    init(_ tools: Toolbox, _ writer: LineWriter) {
        self.tools = tools
        self.writer = writer
    }

    func cancelAll() {
        for task in state.withLock({ Array($0.running.values) }) { task.cancel() }
    }

    /// Starts to respond to a message; nil if it needs no response.
    func start(_ message: ClientMessage) -> Task<Void, Never>? {
        switch message {
        case .response: return nil
        case .invalid(let id, let error): return Task { await writer.send(error.response(to: id)) }
        case .notification(let method, let params):
            if method == "notifications/cancelled" {
                state.withLock { $0.running[params["requestId"]] }?.cancel()
            }
            return nil
        case .request(let id, let method, let params):
            // The task waits for the lock, so that it is registered before it ends.
            return state.withLock { state in
                guard state.running[id] == nil else {
                    let error = RPCError.invalidRequest("a request with this id is running; use another id")
                    return Task { await writer.send(error.response(to: id)) }
                }
                // Requests can follow before the response.
                if method == "initialize" { state.isInitialized = true }
                let isInitialized = state.isInitialized
                let task = Task {
                    let response = await response(to: id, method, params, isInitialized: isInitialized)
                    // A cancelled request has no response. Its id can be used again once the response is written.
                    if !Task.isCancelled { await writer.send(response) }
                    self.state.withLock { $0.running[id] = nil }
                    if await writer.isClosed { cancelAll() }
                }
                state.running[id] = task
                return task
            }
        }
    }

    private func response(
        to id: JSONValue,
        _ method: String,
        _ params: JSONValue,
        isInitialized: Bool
    ) async -> JSONValue {
        do throws(RPCError) {
            let revision = try ProtocolRevision(of: method, params, isInitialized: isInitialized)
            let result = try await result(of: method, params, revision)
            return ["jsonrpc": "2.0", "id": id, "result": .object(result)]
        } catch {
            return error.response(to: id)
        }
    }

    private func result(
        of method: String,
        _ params: JSONValue,
        _ revision: ProtocolRevision
    ) async throws(RPCError) -> JSONObject {
        switch (method, revision) {
        case ("initialize", .session): return ProtocolRevision.initializeResult(params)
        case ("ping", .session): return [:]
        case ("server/discover", .stateless): return revision.listed(ProtocolRevision.discoverResult, isPublic: true)
        case ("tools/list", _):
            try Self.checkNoCursor(params)
            return revision.listed(["tools": .array(Tool.all.map(\.value))], isPublic: true)
        case ("tools/call", _):
            guard let name = params["name"].string, let tool = Tool.all.first(where: { $0.name == name }) else {
                let names = Tool.all.map(\.name).joined(separator: ", ")
                throw .invalidParams("there is no tool with this name; the tools are \(names)")
            }
            let arguments = params["arguments"]
            guard arguments.isNull || arguments.object != nil else {
                throw .invalidParams("arguments must be an object")
            }
            return revision.complete(await tools.call(tool, arguments, report: progress(for: params)))
        case ("resources/list", _):
            try Self.checkNoCursor(params)
            return revision.listed(["resources": .array(try await tools.resources())])
        case ("resources/templates/list", _): return revision.listed(["resourceTemplates": []])
        case ("resources/read", _):
            return revision.listed(["contents": [try await tools.resource(params["uri"], revision)]])
        default: throw RPCError(code: -32601, message: "this method is not supported")
        }
    }

    /// Lists have one page, so that every cursor is invalid.
    private static func checkNoCursor(_ params: JSONValue) throws(RPCError) {
        guard params["cursor"].isNull else { throw .invalidParams("the cursor is not valid; omit it") }
    }

    /// Returns a function that notifies the client of the progress of a request; one without effect if the request has
    /// no token.
    private func progress(for params: JSONValue) -> Toolbox.Report {
        let token = params["_meta"]["progressToken"]
        guard token.string != nil || token.integer != nil else { return { _, _, _ in } }
        return { [writer] count, total, message in
            guard !Task.isCancelled else { return }
            await writer.send([
                "jsonrpc": "2.0", "method": "notifications/progress",
                "params": [
                    "progressToken": token, "progress": .number(count), "total": .number(total),
                    "message": .string(message),
                ],
            ])
        }
    }
}

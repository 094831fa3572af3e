import Foundation
import Seek
import SeekAssistants
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers

/// A server over the sample API, without a socket. When it is deallocated, its folder is removed.
final class SampleServer: Sendable {
    /// Responds with the sample API.
    let transport: StubTransport
    private let box: GateBox
    let folder: TemporaryFolder
    let seek: SeekClient
    let server: AssistantServer

    init(
        _ options: AssistantServer.Options = .init(),
        _ api: SampleAPIConfiguration = .init(),
        configure: (inout SeekConfiguration) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        var configuration = SeekConfiguration(youTubeAPIKey: "demo-key", gitHubToken: "demo-token")
        configuration.cacheFolder = folder.url.appending(path: "cache")
        configuration.stateFolder = folder.url.appending(path: "state")
        configuration.client.clock = ImmediateClock()
        configure(&configuration)
        let sample = try SampleAPI(
            folder: SampleAPI.sampleFolder(),
            configuration: api,
            now: configuration.client.now
        )
        let gate = GateBox()
        box = gate
        transport = StubTransport([
            stub(
                .get,
                "/{+path}",
                times: .any,
                returning: .closure { request throws(NetworkError) in
                    _ = await gate.gate.withLock { $0 }?.pass()
                    if Task.isCancelled { throw .cancelled(NetworkError.Context(request: request)) }
                    return sample.response(to: request)
                }
            )
        ])
        configuration.client.transport = transport
        seek = SeekClient(configuration)
        server = AssistantServer(seek, options)
    }

    private final class GateBox: Sendable {
        let gate = Mutex<Gate?>(nil)
    }

    /// Holds all further responses at a gate.
    func hold(at gate: Gate) { box.gate.withLock { $0 = gate } }

    /// The number of requests that were sent.
    var sentCount: Int { transport.received.count }

    /// Calls a tool in a new connection.
    func call(_ tool: String, _ arguments: JSONValue = [:]) async -> JSONValue {
        await connected { await $0.call(tool, arguments) }
    }

    /// Runs a body with an initialized connection.
    func connected<Value>(_ body: (Connection) async -> Value) async -> Value {
        let connection = Connection(server)
        _ = await connection.request("initialize", ["protocolVersion": "2025-11-25"])
        let value = await body(connection)
        await connection.close()
        return value
    }
}

/// A client of a server.
final class Connection: Sendable {
    private struct State {
        var lines: [JSONValue] = []
        var nextID = 1
        var waiting: [JSONValue: CheckedContinuation<JSONValue, Never>] = [:]
    }

    private let state = Mutex(State())
    private let input: AsyncStream<[UInt8]>.Continuation
    private let task: Task<Void, Never>

    init(_ server: AssistantServer, write: @escaping @Sendable () async -> Bool = { true }) {
        let (stream, input) = AsyncStream<[UInt8]>.makeStream()
        self.input = input
        let receiver = Receiver()
        task = Task {
            await server.run(reading: stream) { line in
                guard await write() else { return false }
                if let value = try? JSONValue(json: line) { receiver.connection.withLock { $0 }?.receive(value) }
                return true
            }
        }
        receiver.connection.withLock { $0 = self }
    }

    /// The connection that receives the lines of a server, which starts before the connection is initialized.
    private final class Receiver: Sendable {
        let connection = Mutex<Connection?>(nil)
    }

    private func receive(_ value: JSONValue) {
        let continuation = state.withLock { state in
            state.lines.append(value)
            return value["method"].isNull ? state.waiting.removeValue(forKey: value["id"]) : nil
        }
        continuation?.resume(returning: value)
    }

    /// All messages of the server.
    var received: [JSONValue] { state.withLock { $0.lines } }

    func send(_ line: some Sequence<UInt8>) { input.yield(Array(line) + [UInt8(ascii: "\n")]) }
    func send(_ value: JSONValue) { send(value.data) }

    /// Sends a request, and returns the response.
    func request(_ method: String, _ params: JSONValue = [:], id: JSONValue? = nil) async -> JSONValue {
        await withCheckedContinuation { continuation in
            let id = state.withLock { state in
                let id = id ?? .number(state.nextID)
                state.nextID += 1
                state.waiting[id] = continuation
                return id
            }
            send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
        }
    }

    /// Calls a tool, and returns the result.
    func call(_ tool: String, _ arguments: JSONValue = [:]) async -> JSONValue {
        await request("tools/call", ["name": .string(tool), "arguments": arguments])["result"]
    }

    /// Closes the input, and waits until the server has ended.
    func close() async {
        input.finish()
        await task.value
    }
}

extension JSONValue {
    /// The text of a result of a tool.
    var toolText: String { self["content"][0]["text"].string ?? "" }
    /// The structured result of a tool.
    var structured: JSONValue { self["structuredContent"] }
    /// The results of a search.
    var results: [JSONValue] { structured["results"].array ?? [] }
}

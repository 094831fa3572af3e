import SeekBasics
import SeekNetworking
import SeekSampleAPI
@_spi(Seek) import SeekTestHelpers

/// Handles the requests to the server: `/__admin` first, then the stubs (the newest first), the recording, and the sample
/// API.
final class ServedAPIs: Sendable {
    private struct State {
        var journal = RequestJournal()
        var exchanges: [Recording.Exchange] = []
        /// The recording that is replayed; nil if there is none.
        var replay: Replay?
    }

    private let options: ServerOptions
    private let api: SampleAPI
    private let stubs: StubTransport
    private let initialStubs: [Stub]
    private let recorded: Recording?
    private let secrets: SecretRules
    private let state: Mutex<State>

    /// - Parameter recorded: A recording that takes precedence over the sample API; nil if there is none.
    init(_ options: ServerOptions, api: SampleAPI, stubs: [Stub], recorded: Recording? = nil) {
        self.options = options
        self.api = api
        self.recorded = recorded
        state = Mutex(State(replay: recorded.map { Replay($0, isForServer: true) }))
        // `#filePath` would make a release depend on the folder in which it was built.
        self.stubs = StubTransport(stubs, strictness: .lenient, filePath: #fileID)
        initialStubs = stubs
        secrets = SecretRules(values: [options.api.apiKey, options.api.token])
    }

    /// The recorded exchanges, without secrets.
    var recording: Recording { secrets.removingSecrets(from: Recording(state.withLock { $0.exchanges })) }

    func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        let path = request.url.path(percentEncoded: true)
        if path == "/__admin" || path.hasPrefix("/__admin/") { return .response(adminResponse(to: request, path)) }
        let reply = servedReply(to: request)
        record(request, reply)
        return options.latency > .zero ? .delayed(options.latency, reply) : reply
    }

    private func servedReply(to request: HTTPRequest) -> LoopbackServer.Reply {
        guard let reply = stubs.replyIfStubbed(to: request) ?? replayedReply(to: request) else {
            return api.reply(to: request)
        }
        // The sample API applies the fault to its own responses.
        return options.api.fault.map { reply.applying($0) } ?? reply
    }

    private func replayedReply(to request: HTTPRequest) -> LoopbackServer.Reply? {
        guard recorded != nil else { return nil }
        let cleaned = secrets.removingSecrets(from: request)
        return state.withLock { $0.replay?.nextExchange(for: cleaned) }.map { .response($0.response) }
    }

    private func record(_ request: HTTPRequest, _ reply: LoopbackServer.Reply) {
        let entry = RequestJournal.Entry(request, reply, secrets: secrets)
        let exchange = options.record == nil ? nil : Recording.Exchange(request, reply)
        state.withLock { state in
            state.journal.append(entry)
            if let exchange { state.exchanges.append(exchange) }
        }
    }
}

extension LoopbackServer.Reply {
    /// Returns the reply with a fault. Chunked responses, early hints and faults are unchanged.
    fileprivate func applying(_ fault: SampleAPIFault) -> LoopbackServer.Reply {
        switch self {
        case .response(let response): fault.reply(response)
        case .delayed(let delay, let reply): .delayed(delay, reply.applying(fault))
        case .chunked, .earlyHints, .fault: self
        }
    }

    /// The response if it is sent completely; nil for every fault except `slow`.
    fileprivate var completeResponse: HTTPResponse? {
        switch self {
        case .response(let response), .chunked(let response, _), .earlyHints(_, let response): response
        case .delayed(_, let reply): reply.completeResponse
        case .fault(.slow(let response, _)): response
        case .fault: nil
        }
    }
}

extension Recording.Exchange {
    /// Creates the exchange that a client would record: without a complete response, it is a failed exchange.
    fileprivate init(_ request: HTTPRequest, _ reply: LoopbackServer.Reply) {
        if let response = reply.completeResponse {
            self.init(request: request, response: response, date: Date())
        } else {
            self.init(request: request, failure: LogLine.outcome(of: reply), date: Date())
        }
    }
}

extension ServedAPIs {
    private func adminResponse(to request: HTTPRequest, _ path: String) -> HTTPResponse {
        if let rejection = AdminGuard.rejection(of: request) { return rejection }
        switch (request.method, path) {
        case (.post, "/__admin/stubs"):
            return addStubs(request.body ?? Data())
        case (.get, "/__admin/stubs"):
            return HTTPResponse(json: ["stubs": .array(stubs.stubs.map { .string("\($0.matcher)") })])
        case (.get, "/__admin/requests"):
            return HTTPResponse(json: state.withLock { $0.journal }.json)
        case (.post, "/__admin/reset"):
            stubs.reset()
            for stub in initialStubs { stubs.add(stub) }
            state.withLock { state in
                state.journal = RequestJournal()
                state.replay = recorded.map { Replay($0, isForServer: true) }
            }
            api.reset()
            return HTTPResponse(json: ["reset": true])
        default:
            let paths = "POST and GET /__admin/stubs, GET /__admin/requests, POST /__admin/reset"
            return AdminGuard.rejection(404, "there is no such path; the paths are: \(paths)")
        }
    }

    private func addStubs(_ json: Data) -> HTTPResponse {
        do throws(FixtureError) {
            let added = try StubFile.stubs(from: json, in: "in the request body", filePath: #fileID)
            guard stubs.stubs.count + added.count <= AdminGuard.maximumStubCount else {
                let reason =
                    "the limit is \(AdminGuard.maximumStubCount) stubs; POST /__admin/reset removes the added ones"
                return AdminGuard.rejection(413, reason)
            }
            for stub in added { stubs.add(stub) }
            return HTTPResponse(json: ["added": .number(Double(added.count))], status: 201)
        } catch {
            return AdminGuard.rejection(400, "\(error)")
        }
    }
}

/// Restricts the admin interface to programs on this machine, and excludes web pages of other origins.
///
/// A browser can send requests to 127.0.0.1 on behalf of any web page. `Origin` identifies the page. If the page's own
/// host name resolves to 127.0.0.1 (DNS rebinding), `Host` contains that name. Without a preflight request, a browser
/// can send forms and text, but not JSON.
enum AdminGuard {
    /// The maximum size of a body, in bytes: 1 MiB.
    static let maximumBodySize = 1 << 20
    /// The maximum number of stubs after an addition, including those that later stubs override: 1,000. A reset removes
    /// the stubs that were added through the admin interface.
    static let maximumStubCount = 1_000

    private static let host = HTTPField.Name("Host")
    private static let origin = HTTPField.Name("Origin")

    /// Returns the response to a rejected request; nil if the request is permitted.
    static func rejection(of request: HTTPRequest) -> HTTPResponse? {
        let host = request.headerFields[Self.host]?.lowercased() ?? ""
        guard ["127.0.0.1", "localhost", "[::1]"].contains(withoutPort(host)) else {
            return rejection(403, "the admin interface is for 127.0.0.1 and localhost, not for the host '\(host)'")
        }
        if let origin = request.headerFields[Self.origin], origin.lowercased() != "http://\(host)" {
            return rejection(403, "the admin interface is not for the web page '\(origin)'")
        }
        guard let body = request.body, !body.isEmpty else { return nil }
        guard body.count <= maximumBodySize else {
            return rejection(413, "the body is larger than \(maximumBodySize) bytes")
        }
        guard HTTPResponse(headerFields: request.headerFields).mediaType == "application/json" else {
            return rejection(415, "send JSON, as Content-Type: application/json")
        }
        return nil
    }

    private static func withoutPort(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) else {
            return host
        }
        return String(host[..<colon])
    }

    static func rejection(_ status: HTTPResponse.Status, _ reason: String) -> HTTPResponse {
        HTTPResponse(json: ["error": .string(reason)], status: status)
    }
}

import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What answers: stubs first, of which those added last come first, then the sample API; and `/__admin`, which changes the stubs.
final class ServedAPIs: Sendable {
    private struct State {
        var requests: [JSONValue] = []
        var exchanges: [Recording.Exchange] = []
    }

    private let options: ServerOptions
    private let api: SampleAPI
    private let stubs = StubTransport(strictness: .lenient)
    private let initialStubs: [Stub]
    private let state = Mutex(State())

    /// How many requests `/__admin/requests` tells.
    private static let requestLimit = 10_000

    init(_ options: ServerOptions, api: SampleAPI, stubs: [Stub]) {
        self.options = options
        self.api = api
        initialStubs = stubs
        for stub in stubs { self.stubs.add(stub) }
    }

    /// What was answered, for a recording.
    var recording: Recording { Recording(state.withLock { $0.exchanges }) }

    func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        let path = request.url.path(percentEncoded: true)
        if path == "/__admin" || path.hasPrefix("/__admin/") { return .response(administer(request, path)) }
        let reply = answer(to: request)
        note(request, reply)
        return options.latency > .zero ? .delayed(options.latency, reply) : reply
    }

    private func answer(to request: HTTPRequest) -> LoopbackServer.Reply {
        guard let stubbed = stubs.replyIfStubbed(to: request) else { return api.reply(to: request) }
        guard case .response(let response) = stubbed, let fault = options.api.fault else { return stubbed }
        return fault.reply(response)
    }

    private func note(_ request: HTTPRequest, _ reply: LoopbackServer.Reply) {
        let line = JSONValue.string(RequestLine.text(request, reply))
        let exchange: Recording.Exchange? =
            if options.record != nil, case .response(let response) = reply {
                Recording.Exchange(request: request, response: response, date: Date())
            } else {
                nil
            }
        state.withLock { state in
            if state.requests.count == Self.requestLimit { state.requests.removeFirst(Self.requestLimit / 10) }
            state.requests.append(line)
            if let exchange { state.exchanges.append(exchange) }
        }
    }
}

extension ServedAPIs {
    private func administer(_ request: HTTPRequest, _ path: String) -> HTTPResponse {
        switch (request.method, path) {
        case (.post, "/__admin/stubs"):
            do throws(FixtureError) {
                let added = try StubsLoader.stubs(from: request.body ?? Data(), in: "the request")
                for stub in added { stubs.add(stub) }
                return HTTPResponse(json: ["added": .number(Double(added.count))], status: 201)
            } catch {
                return HTTPResponse(json: ["error": .string("\(error)")], status: 400)
            }
        case (.get, "/__admin/stubs"):
            return HTTPResponse(json: ["stubs": .array(stubs.stubs.map { .string("\($0.match)") })])
        case (.get, "/__admin/requests"):
            return HTTPResponse(json: ["requests": .array(state.withLock { $0.requests })])
        case (.post, "/__admin/reset"):
            stubs.reset()
            for stub in initialStubs { stubs.add(stub) }
            state.withLock { $0.requests = [] }
            api.reset()
            return HTTPResponse(json: ["reset": true])
        default:
            let help = "POST and GET /__admin/stubs, GET /__admin/requests, POST /__admin/reset"
            return HTTPResponse(json: ["error": .string("there is only: \(help)")], status: 404)
        }
    }
}

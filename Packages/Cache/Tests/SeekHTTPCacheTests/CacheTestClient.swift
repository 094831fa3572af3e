import Foundation
import SeekBasics
@_spi(Seek) import SeekNetworking
import Testing

@testable import SeekHTTPCache

/// A cache over a store in memory, with a manual clock and scripted responses of the server.
final class CacheTestClient: Sendable {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let defaultURL = "https://api.example.com/thing"

    /// The result of a request.
    struct CallResult {
        var response: HTTPResponse?
        var error: NetworkError?
        /// The requests that reached the server; empty if the response was served from the store and revalidated in the
        /// background.
        var sent: [HTTPRequest]

        /// Whether a response was returned without waiting for the server.
        var isCached: Bool { sent.isEmpty && response != nil }
        /// Whether a stored response was confirmed by the server and served.
        var isRevalidated: Bool { response?.provenance.isRevalidated == true && sent.count == 1 }
        var body: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
        var code: Int? { response?.status.code }
        func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { response?.headerFields[$0] } }
        func sentField(_ name: String) -> String? { HTTPField.Name(name).flatMap { sent.first?.headerFields[$0] } }
    }

    let store: TestStore
    private let server = ScriptedServer()
    let cache: HTTPCacheMiddleware

    init(store: TestStore = TestStore(), partition: String = "") {
        self.store = store
        cache = HTTPCacheMiddleware(
            store: store,
            partition: partition,
            coalescing: nil,
            now: { [server] in server.now }
        )
    }

    /// Returns the value of a date field for a number of seconds after the start.
    static func date(_ seconds: Double) -> String { HTTPDate.string(from: start.addingTimeInterval(seconds)) }

    /// Sends a request at a given time, and returns the result.
    ///
    /// - Parameter responses: The responses of the server, in order. Once they are used up, the connection is lost. An
    ///   empty body is replaced by the number of requests that the server has received, including this one, except with
    ///   a 304 or a HEAD request.
    func send(
        at seconds: Double = 0,
        _ method: HTTPRequest.Method = .get,
        _ fields: HTTPFields = [:],
        to url: String = CacheTestClient.defaultURL,
        body: String? = nil,
        mode: RequestOptions.CacheMode = .default,
        allowsStale: Bool = true,
        timeToLive: Duration? = nil,
        returning responses: HTTPResponse...
    ) async -> CallResult {
        let remaining = Mutex(responses)
        var request = request(url, method, fields)
        request.body = body.map { Data($0.utf8) }
        return await send(at: seconds, request, mode: mode, allowsStale: allowsStale, timeToLive: timeToLive) { _ in
            remaining.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    /// Sends a request to a server whose response depends on the request; nil means that the connection is lost.
    func send(
        at seconds: Double,
        _ request: HTTPRequest,
        mode: RequestOptions.CacheMode = .default,
        allowsStale: Bool = true,
        timeToLive: Duration? = nil,
        returning script: @escaping @Sendable (HTTPRequest) -> HTTPResponse?
    ) async -> CallResult {
        server.begin(at: CacheTestClient.start.addingTimeInterval(seconds), script)
        let previousCount = sentCount
        var options = RequestOptions.within()
        options.cacheMode = mode
        options.allowsStale = allowsStale
        options.timeToLive = timeToLive
        let outcome = await Outcome { [options] () async throws(NetworkError) in
            try await cache.intercept(request, options: options) { [server] request, _ throws(NetworkError) in
                try server.receive(request)
            }
        }
        let isRevalidating = cache.isRevalidating
        while cache.isRevalidating { await Task.yield() }
        let foregroundRequests = isRevalidating ? [] : Array(server.sent.dropFirst(previousCount))
        return CallResult(response: outcome.response, error: outcome.error, sent: foregroundRequests)
    }

    /// Returns the exchanges with the server since the last call.
    func takeLog() -> [(request: HTTPRequest, response: HTTPResponse)] { server.takeLog() }

    /// The number of requests that reached the server.
    var sentCount: Int { server.sent.count }
}

/// The server of a ``CacheTestClient``, and the clock.
private final class ScriptedServer: Sendable {
    private struct State {
        var now = CacheTestClient.start
        var script: @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
        var sent: [HTTPRequest] = []
        var log: [(request: HTTPRequest, response: HTTPResponse)] = []
    }

    private let state = Mutex(State())
    var now: Date { state.withLock(\.now) }
    var sent: [HTTPRequest] { state.withLock(\.sent) }

    /// Sets the time and the responses to the following requests.
    func begin(at now: Date, _ script: @escaping @Sendable (HTTPRequest) -> HTTPResponse?) {
        state.withLock { ($0.now, $0.script) = (now, script) }
    }

    func takeLog() -> [(request: HTTPRequest, response: HTTPResponse)] {
        state.withLock { state in
            defer { state.log = [] }
            return state.log
        }
    }

    func receive(_ request: HTTPRequest) throws(NetworkError) -> HTTPResponse {
        let response = state.withLock { state -> HTTPResponse? in
            state.sent.append(request)
            guard var response = state.script(request) else { return nil }
            if response.body.isEmpty, response.status.code != 304, request.method != .head {
                response.body = Data("\(state.sent.count)".utf8)
            }
            state.log.append((request, response))
            return response
        }
        guard let response else { throw .transport(.connectionLost, .init(request: request)) }
        return response
    }
}

/// Returns a response with the given fields.
func response(_ fields: HTTPFields = [:], _ status: HTTPResponse.Status = .ok, body: String = "") -> HTTPResponse {
    HTTPResponse(status: status, headerFields: fields, body: Data(body.utf8))
}

/// Returns the key under which the response to a request is stored.
func cacheKey(of request: HTTPRequest, partition: String = "") -> String {
    CacheKey(request, CacheKey.Rules(partition: partition)).text
}

extension HTTPCacheMiddleware {
    /// Whether a stored response is being validated in the background.
    var isValidatingInBackground: Bool { isRevalidating }
}

extension LocalCopies {
    /// Whether an invalidation has not been applied to all copies yet.
    var hasPendingInvalidation: Bool { isApplying }
}

extension TestStore {
    /// Whether no entry contains a response.
    var hasNoResponse: Bool {
        entries.withLock { $0.values.allSatisfy { CacheRecord(serialized: $0.data)?.items.isEmpty == true } }
    }
}

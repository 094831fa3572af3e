import Foundation
import SeekBasics
import Testing

@testable import SeekNetworking

/// A cache over a store in memory, with a manual clock and scripted responses of the server.
final class CacheTestClient: Sendable {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let defaultURL = "https://api.example.com/thing"

    /// The result of a request.
    struct CallResult {
        var response: HTTPResponse?
        var error: NetworkError?
        /// The requests that reached the server; empty if the response was served while it was revalidated.
        var sent: [HTTPRequest]

        var isCached: Bool { sent.isEmpty && response != nil }
        /// Whether a stored response was confirmed by the server and served.
        var isRevalidated: Bool { response?.provenance.isRevalidated == true && sent.count == 1 }
        var body: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
        var code: Int? { response?.status.code }
        func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { response?.headerFields[$0] } }
        func sentField(_ name: String) -> String? { HTTPField.Name(name).flatMap { sent.first?.headerFields[$0] } }
    }

    let store: TestStore
    private let clock = Mutex(CacheTestClient.start)
    private let script = Mutex<@Sendable (HTTPRequest) -> HTTPResponse?>({ _ in nil })
    private let sent = Mutex<[HTTPRequest]>([])
    private let log = Mutex<[(request: HTTPRequest, response: HTTPResponse)]>([])
    private let cache: HTTPCacheMiddleware
    private let handler: HTTPHandler

    init(store: TestStore = TestStore(), partition: String = "") {
        self.store = store
        let reference = WeakReference()
        let cache = HTTPCacheMiddleware(
            store: store,
            partition: partition,
            now: { reference.client?.now ?? CacheTestClient.start }
        )
        self.cache = cache
        handler = { request, options throws(NetworkError) in
            try await cache.intercept(request, options: options) { request, _ throws(NetworkError) in
                guard let client = reference.client else { throw .cancelled(.init(request: request)) }
                return try client.receive(request)
            }
        }
        reference.resolve.withLock { $0 = { [weak self] in self } }
    }

    /// Breaks the reference cycle between the client and its handler.
    private final class WeakReference: Sendable {
        let resolve = Mutex<@Sendable () -> CacheTestClient?>({ nil })
        var client: CacheTestClient? { resolve.withLock { $0 }() }
    }

    var now: Date { clock.withLock { $0 } }

    /// Returns the value of a date field for a number of seconds after the start.
    static func date(_ seconds: Double) -> String { HTTPDate.string(from: start.addingTimeInterval(seconds)) }

    /// Sends a request at a given time, and returns the result.
    ///
    /// - Parameter responses: The responses of the server, in order. Once they are used up, the connection is lost. An
    ///   empty body is replaced by the number of requests so far, except with a 304 or a HEAD request.
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
        let script = Script(responses)
        var request = request(url, method, fields)
        request.body = body.map { Data($0.utf8) }
        return await send(at: seconds, request, mode: mode, allowsStale: allowsStale, timeToLive: timeToLive) { _ in
            script.next()
        }
    }

    /// The scripted responses of a server; once they are used up, the connection is lost.
    private final class Script: Sendable {
        private let remaining: Mutex<[HTTPResponse]>
        init(_ responses: [HTTPResponse]) { remaining = Mutex(responses) }
        func next() -> HTTPResponse? { remaining.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
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
        clock.withLock { $0 = CacheTestClient.start.addingTimeInterval(seconds) }
        self.script.withLock { $0 = script }
        let previousCount = sentCount
        var options = RequestOptions.within()
        options.cacheMode = mode
        options.allowsStale = allowsStale
        options.timeToLive = timeToLive
        let outcome = await Outcome { [request, options] () async throws(NetworkError) in
            try await handler(request, options)
        }
        let isRevalidating = cache.isRevalidating
        while cache.isRevalidating { await Task.yield() }
        let foregroundRequests = isRevalidating ? [] : Array(sent.withLock { $0 }.dropFirst(previousCount))
        return CallResult(response: outcome.response, error: outcome.error, sent: foregroundRequests)
    }

    /// Returns the exchanges with the server since the last call.
    func takeLog() -> [(request: HTTPRequest, response: HTTPResponse)] {
        log.withLock { log in
            defer { log = [] }
            return log
        }
    }

    /// The number of requests that reached the server.
    var sentCount: Int { sent.withLock { $0.count } }

    private func receive(_ request: HTTPRequest) throws(NetworkError) -> HTTPResponse {
        let number = sent.withLock {
            $0.append(request)
            return $0.count
        }
        guard var response = script.withLock({ $0 })(request) else {
            throw .transport(.connectionLost, .init(request: request))
        }
        if response.body.isEmpty, response.status.code != 304, request.method != .head {
            response.body = Data("\(number)".utf8)
        }
        log.withLock { [response] in $0.append((request, response)) }
        return response
    }
}

/// Returns a response with the given fields.
func response(_ fields: HTTPFields = [:], _ status: HTTPResponse.Status = .ok, body: String = "") -> HTTPResponse {
    HTTPResponse(status: status, headerFields: fields, body: Data(body.utf8))
}

import Foundation
import SeekBasics
import Testing

@testable import SeekNetworking

/// A cache over a store in memory, with a manual clock and scripted responses of the server.
final class CacheLab: Sendable {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let place = "https://api.example.com/thing"

    /// The result of a request.
    struct Seen {
        var response: HTTPResponse?
        var error: NetworkError?
        /// The requests that reached the server.
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
    private let clock = Mutex(CacheLab.start)
    private let script = Mutex<@Sendable (HTTPRequest) -> HTTPResponse?>({ _ in nil })
    private let sent = Mutex<[HTTPRequest]>([])
    private let log = Mutex<[(request: HTTPRequest, answer: HTTPResponse)]>([])
    private let cache: HTTPCacheMiddleware
    private let handler: HTTPHandler

    init(store: TestStore = TestStore(), partition: String = "") {
        self.store = store
        let box = Box()
        let cache = HTTPCacheMiddleware(store: store, partition: partition, now: { box.lab?.now ?? CacheLab.start })
        self.cache = cache
        handler = { request, options throws(NetworkError) in
            try await cache.intercept(request, options: options) { request, _ throws(NetworkError) in
                guard let lab = box.lab else { throw .cancelled(.init(request: request)) }
                return try lab.answer(request)
            }
        }
        box.state.withLock { $0 = { [weak self] in self } }
    }

    /// Breaks the reference cycle between the lab and its handler.
    private final class Box: Sendable {
        let state = Mutex<@Sendable () -> CacheLab?>({ nil })
        var lab: CacheLab? { state.withLock { $0 }() }
    }

    var now: Date { clock.withLock { $0 } }

    /// Returns a date of a header field, a number of seconds after the start.
    static func date(_ seconds: Double) -> String { HTTPDate.string(from: start.addingTimeInterval(seconds)) }

    /// Sends a request at a given time, and returns the result.
    ///
    /// - Parameter answers: The responses of the server, in order. Once they are used up, the connection is lost. The
    ///   body of a 200 that has none is set to the number of requests so far.
    func send(
        at seconds: Double = 0,
        _ method: HTTPRequest.Method = .get,
        _ fields: HTTPFields = [:],
        to place: String = CacheLab.place,
        body: String? = nil,
        mode: RequestOptions.CacheMode = .default,
        timeToLive: Duration? = nil,
        returning answers: HTTPResponse...
    ) async -> Seen {
        let rest = Mutex(answers)
        let script = Script(rest: rest)
        var request = request(place, method, fields)
        request.body = body.map { Data($0.utf8) }
        return await send(at: seconds, request, mode: mode, timeToLive: timeToLive) { _ in script.next() }
    }

    /// The scripted responses of a server; once they are used up, the connection is lost.
    private final class Script: Sendable {
        private let rest: Mutex<[HTTPResponse]>
        init(rest: consuming Mutex<[HTTPResponse]>) { self.rest = rest }
        func next() -> HTTPResponse? { rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }

    /// Sends a request to a server whose response depends on the request; nil means that the connection is lost.
    func send(
        at seconds: Double,
        _ request: HTTPRequest,
        mode: RequestOptions.CacheMode = .default,
        timeToLive: Duration? = nil,
        returning script: @escaping @Sendable (HTTPRequest) -> HTTPResponse?
    ) async -> Seen {
        clock.withLock { $0 = CacheLab.start.addingTimeInterval(seconds) }
        self.script.withLock { $0 = script }
        let before = sentCount
        var options = RequestOptions.within()
        options.cacheMode = mode
        options.timeToLive = timeToLive
        let outcome = await Outcome { [request, options] () async throws(NetworkError) in
            try await handler(request, options)
        }
        let isBehind = cache.isRevalidating
        while cache.isRevalidating { await Task.yield() }
        let foreground = isBehind ? [] : Array(sent.withLock { $0 }.dropFirst(before))
        return Seen(
            response: outcome.response,
            error: outcome.error,
            sent: foreground
        )
    }

    /// Returns the exchanges with the server since the last call.
    func takeLog() -> [(request: HTTPRequest, answer: HTTPResponse)] {
        log.withLock { log in
            defer { log = [] }
            return log
        }
    }

    /// The number of requests that reached the server.
    var sentCount: Int { sent.withLock { $0.count } }

    private func answer(_ request: HTTPRequest) throws(NetworkError) -> HTTPResponse {
        let number = sent.withLock {
            $0.append(request)
            return $0.count
        }
        guard var answer = script.withLock({ $0 })(request) else {
            throw .transport(.connectionLost, .init(request: request))
        }
        if answer.body.isEmpty, answer.status.code != 304, request.method != .head {
            answer.body = Data("\(number)".utf8)
        }
        log.withLock { [answer] in $0.append((request, answer)) }
        return answer
    }
}

/// Returns a response with some fields.
func answer(_ fields: HTTPFields = [:], _ status: HTTPResponse.Status = .ok, body: String = "") -> HTTPResponse {
    HTTPResponse(status: status, headerFields: fields, body: Data(body.utf8))
}

/// Returns a field name.
func name(_ text: StaticString) -> HTTPField.Name { HTTPField.Name(constant: text) }

import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
@_spi(Seek) import SeekNetworking

/// A server that holds each request until the test responds to it, so that the test determines the order in which
/// responses arrive.
final class ManualServer: Sendable {
    /// A request that is waiting for its response.
    struct PendingRequest: Sendable {
        let request: HTTPRequest
        private let continuation: CheckedContinuation<HTTPResponse?, Never>

        fileprivate init(_ request: HTTPRequest, _ continuation: CheckedContinuation<HTTPResponse?, Never>) {
            self.request = request
            self.continuation = continuation
        }

        /// Sends the response, or closes the connection if it is nil.
        func respond(_ response: HTTPResponse?) { continuation.resume(returning: response) }
    }

    private let arrivals: AsyncStream<PendingRequest>
    private let arrivalsContinuation: AsyncStream<PendingRequest>.Continuation

    init() { (arrivals, arrivalsContinuation) = AsyncStream.makeStream() }

    /// Waits for the next request and returns it.
    func next() async throws -> PendingRequest {
        for await pending in arrivals { return pending }
        throw CancellationError()
    }

    /// Receives a request, and waits until the test responds to it.
    func receive(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let response = await withCheckedContinuation { arrivalsContinuation.yield(PendingRequest(request, $0)) }
        guard let response else { throw .transport(.connectionLost, .init(request: request)) }
        return response
    }
}

/// One user's cache over a manual server.
struct RaceClient: Sendable {
    let server: ManualServer
    let cache: HTTPCacheMiddleware
    private let send: HTTPHandler

    init(_ server: ManualServer, _ store: any RecordStore, coalescing: CoalescingMiddleware? = nil) {
        self.server = server
        let clock = AdvancingClock()
        let cache = HTTPCacheMiddleware(store: store, partition: "", coalescing: coalescing, now: { clock.now })
        self.cache = cache
        send = chain([cache]) { request, _ throws(NetworkError) in
            try await server.receive(request)
        }
    }

    /// Starts a request, waits until it has reached the server, and returns it with its task.
    func begin(_ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:]) async throws -> (
        pending: ManualServer.PendingRequest, task: Task<HTTPResponse, any Error>
    ) {
        let task = start(method, fields)
        return (try await server.next(), task)
    }

    /// Starts a request and returns its task, without waiting.
    func start(
        _ method: HTTPRequest.Method = .get,
        _ fields: HTTPFields = [:],
        mode: RequestOptions.CacheMode = .default
    ) -> Task<HTTPResponse, any Error> {
        var options = RequestOptions.within()
        options.cacheMode = mode
        return Task { [options] in try await send(request(CacheTestClient.defaultURL, method, fields), options) }
    }

    /// Sends a request, responds to it, and returns the response that the client receives.
    @discardableResult
    func perform(
        _ method: HTTPRequest.Method = .get,
        _ fields: HTTPFields = [:],
        _ response: HTTPResponse
    ) async throws -> HTTPResponse {
        let (pending, task) = try await begin(method, fields)
        pending.respond(response)
        return try await task.value
    }

    /// Returns the body that is stored for a request, or nil if there is none.
    func stored(_ fields: HTTPFields = [:]) async -> String? {
        try? await start(.get, fields, mode: .onlyIfCached).value.text
    }
}

#if os(Linux)
package import BenchKit
package import Foundation
import SeekCurlTransport
import SeekNetworking

/// The bench `networking`: Seek's client and transport compared with URLSession and a C program on libcurl, in one
/// process and with one peer.
package struct NetworkingBench: Sendable {
    package struct Load: Sendable {
        var rounds = 31
        /// The number of requests per round; through URLSession, an eighth of them.
        var requestsPerRound = 1_200
        /// The number of requests over which memory is measured.
        var memoryRequests = 100_000

        /// The load used for the figures in the README.
        package static let full = Load()
    }

    /// The decoded body of `small.json`, which is 11 bytes long.
    struct Status: Decodable, Sendable {
        var ok: Bool
    }

    static let concurrency = 16
    static let maximumBodySize = 1 << 20

    let peer: URL
    let load: Load
    let small: URL
    let large: URL

    /// - Parameter peer: The URL of a server with `{"ok":true}` at `/small.json` and about 35 KB of JSON at
    /// `/large.json`.
    package init(peer: URL, load: Load = .full) {
        self.peer = peer
        self.load = load
        small = peer.appending(path: "small.json")
        large = peer.appending(path: "large.json")
    }

    /// Measures all rows and passes each to `emit`. Memory is measured first, because URLSession retains memory in
    /// the process.
    package func run(_ emit: (BenchResult) -> Void) async throws {
        emit(try await memoryGrowth())
        emit(try await stubbedRequest())
        for row in try await sequential() { emit(row) }
        for row in try await throughput() { emit(row) }
    }

    /// Returns a client with the middleware of Seek's clients, except the cache.
    func client(over transport: any HTTPTransport) -> APIClient {
        APIClient(baseURL: peer, transport: transport) { configuration in
            configuration.middleware = Self.middleware(for: peer)
        }
    }

    /// Returns the middleware of Seek's clients without the cache, which would prevent the requests.
    static func middleware(for url: URL) -> [any HTTPMiddleware] {
        let stack = MiddlewareStack {
            $0.budgets = [RateLimitMiddleware()]
            $0.authentication = Origin(url).map { AuthenticationMiddleware(.bearer("0123456789abcdef"), for: $0) }
        }
        return stack.middleware
    }

    /// - Parameter caller: A number in the query, which prevents the coalescing of concurrent requests.
    static func status(for caller: Int = 0) -> Endpoint<Status> {
        Endpoint(of: Status.self, at: .path("small.json", ["caller": "\(caller)"]))
    }

    /// The deadline of a request; enforcing it is part of a transport's cost.
    static var deadline: ContinuousClock.Instant { .now + .seconds(30) }

    func bodySize(of url: URL, over transport: any HTTPTransport) async throws -> Int {
        let response = try await transport.send(
            HTTPRequest(url: url),
            deadline: Self.deadline,
            maximumBodySize: Self.maximumBodySize
        )
        guard response.status.isSuccessful, !response.body.isEmpty else {
            throw BenchFailure(description: "\(url) returned \(response.status)")
        }
        return response.body.count
    }
}
#endif

#if os(Linux)
public import BenchKit
import SeekCurlTransport
import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The bench `networking`: Seek's client and transport beside URLSession and a plain C program on libcurl, all in one
/// process against one peer.
public struct NetworkingBench: Sendable {
    /// The body of `small.json`: 11 bytes.
    struct Status: Decodable, Sendable {
        var ok: Bool
    }

    static let concurrency = 16
    static let maximumBodySize = 1 << 20

    let peer: URL
    let load: BenchLoad
    let small: URL
    let large: URL

    /// Makes a bench.
    ///
    /// - Parameters:
    ///   - peer: a server that answers `/small.json` by `{"ok":true}` and `/large.json` by about 35 KB of JSON.
    ///   - load: how much is done.
    public init(peer: URL, load: BenchLoad = .full) {
        self.peer = peer
        self.load = load
        small = peer.appending(path: "small.json")
        large = peer.appending(path: "large.json")
    }

    /// Measures everything; each row is handed over once it is known. Memory comes first, before URLSession has left
    /// anything behind in the process.
    public func run(_ emit: (Row) -> Void) async throws {
        emit(try await memoryGrowth())
        emit(try await stubbedRequest())
        for row in try await sequential() { emit(row) }
        for row in try await throughput() { emit(row) }
    }

    /// A client as an app has it, with the middleware that is always there.
    func client(over transport: any HTTPTransport) -> APIClient {
        APIClient(baseURL: peer, transport: transport) { configuration in
            configuration.middleware = Self.middleware(for: peer)
        }
    }

    /// What stands between an app's client and its transport: the chain of Seek's own clients, without a cache, which
    /// would leave nothing to time.
    static func middleware(for url: URL) -> [any HTTPMiddleware] {
        let stack = MiddlewareStack {
            $0.budgets = [RateLimitMiddleware()]
            $0.authentication = Origin(url).map { AuthenticationMiddleware(.bearer("0123456789abcdef"), for: $0) }
        }
        return stack.middleware
    }

    /// - Parameter caller: told apart in the query, so that requests in flight at one time are not taken for one.
    static func status(for caller: Int = 0) -> Endpoint<Status> {
        Endpoint(of: Status.self, at: .path("small.json", ["caller": "\(caller)"]))
    }

    /// The deadline a request is sent with. A transport must keep one, so that is part of its cost.
    static var deadline: ContinuousClock.Instant { .now + .seconds(30) }

    /// Asks once and tells how large the body is.
    func bodySize(of url: URL, over transport: any HTTPTransport) async throws -> Int {
        let response = try await transport.send(
            HTTPRequest(url: url),
            deadline: Self.deadline,
            maximumBodySize: Self.maximumBodySize
        )
        guard response.status.isSuccessful, !response.body.isEmpty else {
            throw BenchFailure(description: "\(url) is answered by \(response.status)")
        }
        return response.body.count
    }
}
#endif

package import BenchKit
package import Foundation
import SeekNetworking
import SeekTestHelpers

/// The bench `testhelpers`: the cost of few and of many stubs, and the loopback server compared with nginx.
package struct TestHelpersBench: Sendable {
    package struct Load: Sendable {
        var rounds = 31
        var requests = 4_000

        /// The load used for the figures in the README.
        package static let full = Load()
    }

    private struct Status: Decodable, Sendable {
        var ok: Bool
    }

    private let peer: URL
    private let load: Load

    /// - Parameter peer: The URL of nginx with one worker, which serves 1 KB at `/kilobyte.json`.
    package init(peer: URL, load: Load = .full) {
        self.peer = peer
        self.load = load
    }

    package func run(_ emit: (BenchResult) -> Void) async throws {
        for row in try await stubs() { emit(row) }
        emit(try await server())
    }

    /// `stubbed-request` and `match-growth`: a request through a client, including decoding, with 10 stubs and with
    /// 10,000.
    private func stubs() async throws -> [BenchResult] {
        let contestants = [10, 10_000].map { count in
            Contestant("\(count) stubs") { try await requests(withStubs: count) }
        }
        let figures = try await compare(contestants, rounds: load.rounds)
        return [
            BenchResult("stubbed-request", figures.median(of: "10 stubs"), "µs", goal: .valueAtMost(15)),
            figures.timeRow("match-growth", of: "10000 stubs", to: "10 stubs", goal: .ratioAtMost(2)),
        ]
    }

    /// Sends requests. Half of the stubs differ in their paths, half only in their queries.
    private func requests(withStubs count: Int) async throws -> [Measure: Double] {
        let stubs = (0..<count).map { number in
            let target = number.isMultiple(of: 2) ? "item/\(number)" : "search?q=swift&page=\(number)"
            return stub(.get, "https://h.example/\(target)", times: .any, returning: .json(["ok": true]))
        }
        let transport = StubTransport(stubs)
        guard let base = URL(string: "https://h.example") else { return [:] }
        let client = APIClient(baseURL: base, transport: transport)
        let decode = { @Sendable (response: HTTPResponse) in try JSONDecoder().decode(Status.self, from: response.body)
        }
        // The last stub that has its own path.
        let item = Endpoint(at: .path("item/\(count - 2)"), decode: decode)
        return try await timed(load.requests) {
            for _ in 0..<load.requests { _ = try await client.send(item) }
        }
    }

    /// `server-vs-nginx`: requests per second over four persistent connections, 1 KB each.
    private func server() async throws -> BenchResult {
        let response = HTTPResponse(
            headerFields: [.contentType: "application/json"],
            body: Data(repeating: UInt8(ascii: "x"), count: 1_024)
        )
        let server = try LoopbackServer(recordsRequests: false) { _ in .response(response) }
        defer { server.stop() }
        let requests = load.requests
        let contestants = [("server", server.baseURL), ("nginx", peer)].map { name, url in
            Contestant(name) {
                let client = try KeepAliveClient(url, target: "/kilobyte.json")
                return [.time: 1e6 / (try client.requestsPerSecond(requests, connections: 4))]
            }
        }
        let figures = try await compare(contestants, rounds: load.rounds)
        return figures.rateRow(
            "server-vs-nginx",
            of: "server",
            to: "nginx",
            unit: "requests/s",
            goal: .ratioAtLeast(0.4)
        )
    }
}

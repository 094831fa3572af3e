#if os(Linux)
import BenchKit
import Foundation
import SeekCurlTransport
import SeekNetworking

extension NetworkingBench {
    /// `stubbed-request`: a request through the whole client, including decoding, over a transport that responds
    /// immediately.
    func stubbedRequest() async throws -> BenchResult {
        let fields: HTTPFields = [.contentType: "application/json"]
        let response = HTTPResponse(headerFields: fields, body: Data(#"{"ok":true}"#.utf8))
        let client = client(over: InstantTransport(response: response))
        let requests = load.requestsPerRound * 10
        let endpoint = Self.status()
        let contestant = Contestant("client") {
            try await timed(requests) {
                for _ in 0..<requests { _ = try await client.send(endpoint) }
            }
        }
        let time = try await compare([contestant], rounds: load.rounds).median(of: contestant.name)
        return BenchResult("stubbed-request", time, "µs", goal: .valueAtMost(12))
    }

    /// `memory-growth`: the growth of resident memory over the requests, after a warm-up with a tenth as many.
    func memoryGrowth() async throws -> BenchResult {
        let client = client(over: CurlTransport())
        func send(_ requests: Int) async throws {
            try await concurrently(requests, tasks: Self.concurrency) {
                _ = try await client.send(Self.status(for: $0 % Self.concurrency))
            }
        }
        try await send(load.memoryRequests / 10)
        let before = ResidentMemory.megabytes() ?? .nan
        try await send(load.memoryRequests)
        let growth = ResidentMemory.megabytes().map { $0 - before }
        return BenchResult("memory-growth", growth, "MB", goal: .valueAtMost(1))
    }
}

/// A transport that returns a constant response immediately, so that only the client's time is measured.
private struct InstantTransport: HTTPTransport {
    let response: HTTPResponse

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        response
    }
}
#endif

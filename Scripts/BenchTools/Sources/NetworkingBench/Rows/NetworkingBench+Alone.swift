#if os(Linux)
import BenchKit
import SeekCurlTransport
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rows without baselines.
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
            try await Measure.perRequest(requests) {
                for _ in 0..<requests { _ = try await client.send(endpoint) }
            }
        }
        let times = try await compare([contestant], rounds: load.rounds)[Measure.time]
        let value = times?.median(of: contestant.name) ?? .nan
        return BenchResult("stubbed-request", value, "µs", baseline: nil, ratio: nil, goal: .valueAtMost(10))
    }

    /// `memory-growth`: the growth of resident memory over the requests, after a warm-up with a tenth as many.
    func memoryGrowth() async throws -> BenchResult {
        let client = client(over: CurlTransport())
        func send(_ requests: Int) async throws {
            try await concurrently(requests, tasks: Self.concurrency) {
                _ = try await client.send(Self.status(for: $0))
            }
        }
        try await send(load.memoryRequests / 10)
        let before = Usage.residentBytes
        try await send(load.memoryRequests)
        let after = Usage.residentBytes
        let growth = before.flatMap { before in after.map { Double($0 - before) / 1e6 } } ?? .nan
        return BenchResult("memory-growth", growth, "MB", baseline: nil, ratio: nil, goal: .valueAtMost(1))
    }
}
#endif

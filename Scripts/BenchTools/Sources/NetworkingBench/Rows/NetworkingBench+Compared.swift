#if os(Linux)
import BenchKit
import SeekCurlTransport
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rows with baselines.
extension NetworkingBench {
    /// Sequential requests for 11 bytes of JSON.
    func sequential() async throws -> [BenchResult] {
        let contestants = try await contestants(for: small, tasks: 1) { program, requests, size in
            program.easy(requests, bodySize: size)
        }
        let client = client(over: CurlTransport())
        let requests = load.requestsPerRound
        let endpoint = Self.status()
        let wholeClient = Contestant("client") {
            try await Measure.perRequest(requests) {
                for _ in 0..<requests { _ = try await client.send(endpoint) }
            }
        }
        let times = try await compare([wholeClient] + contestants, rounds: load.rounds)[Measure.time] ?? Comparison()
        func row(
            _ name: String,
            _ contestant: String,
            _ baseline: String,
            _ ratio: Double?,
            _ goal: Goal
        ) -> BenchResult {
            BenchResult(name, times.median(of: contestant) ?? .nan, "µs", baseline: baseline, ratio: ratio, goal: goal)
        }
        return [
            row(
                "client-overhead",
                "client",
                "transport",
                times.ratio(of: "client", to: "transport"),
                .ratioAtMost(1.15)
            ),
            row("transport-vs-c", "transport", "C", times.ratio(of: "transport", to: "C"), .ratioAtMost(1.6)),
            row(
                "sequential-vs-urlsession",
                "transport",
                "URLSession",
                times.ratio(of: "URLSession", to: "transport"),
                .ratioAtLeast(3.5)
            ),
        ]
    }

    /// Sixteen concurrent requests for 35 KB of JSON.
    func throughput() async throws -> [BenchResult] {
        let contestants = try await contestants(for: large, tasks: Self.concurrency) { program, requests, size in
            program.multi(requests, bodySize: size)
        }
        let handed = try await handedOver()
        let measures = try await compare(contestants + [handed], rounds: load.rounds)
        let times = measures[Measure.time] ?? Comparison()
        let processor = measures[Measure.processor] ?? Comparison()
        let perSecond = times.median(of: "transport").map { 1e6 / $0 } ?? .nan
        func row(_ name: String, _ baseline: String, _ goal: Goal) -> BenchResult {
            let ratio = times.ratio(of: baseline, to: "transport")
            return BenchResult(name, perSecond, "requests/s", baseline: baseline, ratio: ratio, goal: goal)
        }
        return [
            row("throughput-vs-urlsession", "URLSession", .ratioAtLeast(8)),
            row("throughput-vs-c", "C", .ratioAtLeast(0.55)),
            // The cost of handing requests and responses to other threads, without Swift.
            BenchResult(
                "handed-c-vs-c",
                times.median(of: handed.name).map { 1e6 / $0 } ?? .nan,
                "requests/s",
                baseline: "C",
                ratio: times.ratio(of: "C", to: handed.name),
                goal: .ratioAtLeast(0.9)
            ),
            BenchResult(
                "cpu-vs-urlsession",
                processor.median(of: "transport") ?? .nan,
                "µs",
                baseline: "URLSession",
                ratio: processor.ratio(of: "transport", to: "URLSession"),
                goal: .ratioAtMost(0.125)
            ),
        ]
    }

    /// Returns the C program with callers on two other threads as a contestant.
    private func handedOver() async throws -> Contestant {
        let size = try await bodySize(of: large, over: CurlTransport())
        guard let program = CurlProgram(large, concurrency: Self.concurrency) else {
            throw BenchFailure(description: "libcurl could not be started")
        }
        let requests = load.requestsPerRound
        return Contestant("C, handed over") {
            try await Measure.perRequest(requests) {
                guard program.handed(requests, bodySize: size) == requests else {
                    throw BenchFailure(
                        description: "C, handed over: \(large) did not return the same response as before"
                    )
                }
            }
        }
    }

    /// Returns the transport, the C program and URLSession as contestants that send the same requests.
    private func contestants(
        for url: URL,
        tasks: Int,
        c run: @escaping @Sendable (CurlProgram, _ requests: Int, _ size: Int) -> Int
    ) async throws -> [Contestant] {
        let transport = CurlTransport()
        let size = try await bodySize(of: url, over: transport)
        guard let program = CurlProgram(url, concurrency: tasks) else {
            throw BenchFailure(description: "libcurl could not be started")
        }
        let session = URLSessionBaseline(concurrency: tasks)
        let requests = load.requestsPerRound
        let urlSessionRequests = max(requests / 8, tasks)
        @Sendable func check(_ isGood: Bool, _ name: String) throws {
            guard isGood else {
                throw BenchFailure(description: "\(name): \(url) did not return the same response as before")
            }
        }
        return [
            Contestant("transport") {
                try await Measure.perRequest(requests) {
                    try await concurrently(requests, tasks: tasks) { _ in
                        let request = HTTPRequest(url: url)
                        let response = try await transport.send(
                            request,
                            deadline: Self.deadline,
                            maximumBodySize: Self.maximumBodySize
                        )
                        try check(response.status == .ok && response.body.count == size, "transport")
                    }
                }
            },
            Contestant("C") {
                try await Measure.perRequest(requests) {
                    try check(run(program, requests, size) == requests, "C")
                }
            },
            Contestant("URLSession") {
                try await Measure.perRequest(urlSessionRequests) {
                    try await concurrently(urlSessionRequests, tasks: tasks) { _ in
                        try check(await session.get(url) == size, "URLSession")
                    }
                }
            },
        ]
    }
}
#endif

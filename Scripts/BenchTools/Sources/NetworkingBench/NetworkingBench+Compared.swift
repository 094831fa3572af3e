#if os(Linux)
import BenchKit
import Foundation
import SeekCurlTransport
import SeekNetworking

extension NetworkingBench {
    /// Sequential requests for 11 bytes of JSON.
    func sequential() async throws -> [BenchResult] {
        let contestants = try await contestants(for: small, tasks: 1) { program, requests, size in
            program.runEasy(requests, bodySize: size)
        }
        let client = client(over: CurlTransport())
        let requests = load.requestsPerRound
        let endpoint = Self.status()
        let wholeClient = Contestant("client") {
            try await timed(requests) {
                for _ in 0..<requests { _ = try await client.send(endpoint) }
            }
        }
        let figures = try await compare([wholeClient] + contestants, rounds: load.rounds)
        return [
            figures.timeRow("client-overhead", of: "client", to: "transport", goal: .ratioAtMost(1.25)),
            figures.timeRow("transport-vs-c", of: "transport", to: "C", goal: .ratioAtMost(2)),
            BenchResult(
                "sequential-vs-urlsession",
                figures.median(of: "transport"),
                "µs",
                baseline: "URLSession",
                ratio: figures.ratio(of: "URLSession", to: "transport"),
                goal: .ratioAtLeast(4)
            ),
        ]
    }

    /// Concurrent requests for 35 KB of JSON.
    func throughput() async throws -> [BenchResult] {
        let contestants = try await contestants(for: large, tasks: Self.concurrency) { program, requests, size in
            program.runMulti(requests, bodySize: size)
        }
        let figures = try await compare(contestants, rounds: load.rounds)
        func row(_ name: String, to baseline: String, _ goal: Goal) -> BenchResult {
            figures.rateRow(name, of: "transport", to: baseline, unit: "requests/s", goal: goal)
        }
        return [
            row("throughput-vs-urlsession", to: "URLSession", .ratioAtLeast(8)),
            row("throughput-vs-c", to: "C", .ratioAtLeast(0.55)),
            BenchResult(
                "cpu-vs-urlsession",
                figures.median(of: "transport", .processor),
                "µs",
                baseline: "URLSession",
                ratio: figures.ratio(of: "transport", to: "URLSession", .processor),
                goal: .ratioAtMost(0.125)
            ),
        ]
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
        // Fewer, because URLSession is much slower.
        let urlSessionRequests = max(requests / 8, tasks)
        @Sendable func check(_ isGood: Bool, _ name: String) throws {
            guard isGood else {
                throw BenchFailure(description: "\(name): \(url) did not return the same response as before")
            }
        }
        return [
            Contestant("transport") {
                try await timed(requests) {
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
                try await timed(requests) {
                    try check(run(program, requests, size) == requests, "C")
                }
            },
            Contestant("URLSession") {
                try await timed(urlSessionRequests) {
                    try await concurrently(urlSessionRequests, tasks: tasks) { _ in
                        try check(await session.get(url) == size, "URLSession")
                    }
                }
            },
        ]
    }
}
#endif

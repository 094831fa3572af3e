import BenchKit
import Foundation
import SeekNetworking
import SeekTestHelpers

/// Creates and releases many transports, some with a request that was just cancelled or timed out.
struct Churn {
    static let transportCount = 2000
    private static let workerCount = 8
    private static let body = Data("here".utf8)

    let make: @Sendable () -> any HTTPTransport

    func run(_ scale: Scale, _ random: SeededGenerator) async throws -> StressTestRecord {
        let server = try LoopbackServer(recordsRequests: false) { request in
            request.url.path == "/stall" ? .fault(.stall) : .response(HTTPResponse(body: Self.body))
        }
        let base = server.baseURL
        let count = scale.count(Self.transportCount)
        return await runWorkers(Self.workerCount, random) { worker, random in
            var record = StressTestRecord()
            for _ in 0..<share(count, of: Self.workerCount, for: worker) {
                record.add(await useTransport(base, &random))
            }
            return record
        }
    }

    private func useTransport(_ base: URL, _ random: inout SeededGenerator) async -> StressTestRecord {
        let transport = make()
        var record = StressTestRecord()
        func check(_ outcome: RequestOutcome, _ expected: ExpectedOutcome) {
            record.add(outcome, violation: expected.violation(by: outcome))
        }
        let stalled = HTTPRequest(url: base.appending(path: "stall"))
        if Bool.random(using: &random) {
            check(
                await transport.outcome(of: HTTPRequest(url: base), deadline: .now + .seconds(10)),
                .response(Self.body)
            )
        }
        if Bool.random(using: &random) {
            check(await transport.outcome(of: stalled, deadline: .now + .milliseconds(5)), .timeout)
        }
        if Bool.random(using: &random) {
            let task = Task { await transport.outcome(of: stalled, deadline: .now + .seconds(10)) }
            await Task.yield()
            task.cancel()
            let outcome = await task.value
            record.add(outcome, violation: Cancellation.violation(by: outcome))
        }
        return record
    }
}

import BenchKit
import Foundation
import SeekNetworking
import SeekTestHelpers

/// Sends requests while no descriptor is available. Each must end with a typed error or, over a connection that is
/// already open, with a response. The same transports must work again once there are descriptors.
///
/// The exhaustion lasts only milliseconds, because libdispatch opens files in `/proc` once per second and traps if it
/// cannot (`_dispatch_workq_monitor_pools`).
struct Exhaustion {
    private static let requestCount = 32
    private static let body = Data("here".utf8)
    private static let timeout = Duration.milliseconds(300)

    let make: @Sendable () -> any HTTPTransport

    func run(_ scale: Scale, _ random: SeededGenerator) async throws -> StressTestRecord {
        var record = StressTestRecord()
        for _ in 0..<scale.count(6) { record.add(try await exhaustOnce()) }
        return record
    }

    private func exhaustOnce() async throws -> StressTestRecord {
        let server = try LoopbackServer(recordsRequests: false) { _ in .response(HTTPResponse(body: Self.body)) }
        let request = HTTPRequest(url: server.baseURL)
        let (old, new) = (make(), make())
        var record = await send(old, request, .response(Self.body), timeout: .seconds(5))
        guard let exhaustion = DescriptorExhaustion.begin() else {
            return .failed("the limit of descriptors could not be lowered")
        }
        let duringExhaustion = await withTaskGroup(of: StressTestRecord.self) { group in
            for index in 0..<Self.requestCount {
                let transport = index.isMultiple(of: 2) ? old : new
                group.addTask { await send(transport, request, .either, timeout: Self.timeout) }
            }
            return await group.reduce(into: StressTestRecord()) { $0.add($1) }
        }
        exhaustion.end()
        if duringExhaustion.count(of: "transport") == 0 {
            record.addViolation("no request failed with a transport error, although no descriptor was available")
        }
        record.add(duringExhaustion)
        for (name, transport) in [("used", old), ("new", new)] {
            let after = await send(transport, request, .response(Self.body), timeout: .seconds(5))
            if after.count(of: "200") == 0 {
                record.addViolation("the \(name) transport does not work after the exhaustion")
            }
            record.add(after)
        }
        return record
    }

    private func send(
        _ transport: any HTTPTransport,
        _ request: HTTPRequest,
        _ expected: ExpectedOutcome,
        timeout: Duration
    ) async -> StressTestRecord {
        var record = StressTestRecord()
        let outcome = await transport.outcome(of: request, deadline: .now + timeout)
        record.add(outcome, violation: expected.violation(by: outcome))
        return record
    }
}

import BenchKit
import Foundation
import SeekNetworking
import SeekTestHelpers

/// Deadlines under load: many more requests than connections. The server never responds to half of these requests.
/// Meanwhile, other workers send requests to which it responds at once.
struct Deadlines {
    /// The number of workers whose requests have short deadlines; half of these requests never get a response.
    private static let waitingWorkerCount = 200
    /// The number of workers whose requests have long deadlines and get a response.
    private static let busyWorkerCount = 8

    let make: @Sendable () -> any HTTPTransport

    func run(_ scale: Scale, _ random: SeededGenerator) async throws -> StressTestRecord {
        let body = Data(repeating: 0x62, count: 16 * 1024)
        let server = try LoopbackServer(recordsRequests: false) { request in
            request.url.path == "/stall" ? .fault(.stall) : .response(HTTPResponse(body: body))
        }
        let (transport, base) = (make(), server.baseURL)
        let end = ContinuousClock.now + scale.duration(.seconds(6))
        return await runWorkers(Self.waitingWorkerCount + Self.busyWorkerCount, random) { worker, random in
            var record = StressTestRecord()
            while ContinuousClock.now < end {
                let stalls = worker < Self.waitingWorkerCount && Bool.random(using: &random)
                let timeout = Duration.milliseconds(
                    worker < Self.waitingWorkerCount ? Int.random(in: 10...500, using: &random) : 5000
                )
                let request = HTTPRequest(url: base.appending(path: stalls ? "/stall" : "/quick"))
                let outcome = await transport.outcome(of: request, deadline: .now + timeout)
                let expected = stalls ? ExpectedOutcome.timeout : .response(body)
                record.add(outcome, violation: expected.violation(by: outcome))
            }
            return record
        }
    }
}

import BenchKit
import Foundation
import SeekNetworking
import SeekTestHelpers

/// Cancels requests at random times. Each must end as cancelled or with a response that was received before the
/// cancellation.
struct Cancellation {
    static let requestCount = 30_000
    private static let workerCount = 64
    private static let paths = ["/", "/long", "/stall", "/slow", "/redirect", "/challenge"]
    private static let sentStatuses: Set<Int> = [200, 302, 401]

    let make: @Sendable () -> any HTTPTransport

    func run(_ scale: Scale, _ random: SeededGenerator) async throws -> StressTestRecord {
        let server = try LoopbackServer(recordsRequests: false, handler: Self.reply)
        let (transport, base) = (make(), server.baseURL)
        let count = scale.count(Self.requestCount)
        var record = await runWorkers(Self.workerCount, random) { worker, random in
            var record = StressTestRecord()
            for _ in 0..<share(count, of: Self.workerCount, for: worker) {
                let url = base.appending(path: Self.paths[Int.random(in: 0..<Self.paths.count, using: &random)])
                let outcome = await Self.sendAndCancel(HTTPRequest(url: url), over: transport, &random)
                record.add(outcome, violation: Self.violation(by: outcome))
            }
            return record
        }
        // The transport must still work.
        let last = await transport.outcome(of: HTTPRequest(url: base), deadline: .now + .seconds(5))
        record.add(last, violation: ExpectedOutcome.response(Self.body).violation(by: last))
        return record
    }

    /// Sends a request, cancels it after a random time, and returns the outcome.
    private static func sendAndCancel(
        _ request: HTTPRequest,
        over transport: any HTTPTransport,
        _ random: inout SeededGenerator
    ) async -> RequestOutcome {
        let task = Task { await transport.outcome(of: request, deadline: .now + .seconds(20)) }
        switch random.next() % 4 {
        case 0: break
        case 1: try? await Task.sleep(for: .microseconds(Int.random(in: 1...20_000, using: &random)))
        case 2: for _ in 0..<Int.random(in: 1...20, using: &random) { await Task.yield() }
        default: try? await Task.sleep(for: .microseconds(Int.random(in: 1...4000, using: &random)))
        }
        task.cancel()
        return await task.value
    }

    static func violation(by outcome: RequestOutcome) -> String? {
        switch outcome.result {
        case .failure(.cancelled): nil
        case .success(let response) where sentStatuses.contains(response.status.code): nil
        case .success(let response): "a response the server did not send: \(response.status)"
        case .failure(let error): "unexpected: \(error)"
        }
    }

    static let body = Data("here".utf8)
    private static let long = Data(repeating: 0x6C, count: 500_000)

    @Sendable
    private static func reply(_ request: HTTPRequest) -> LoopbackServer.Reply {
        switch request.url.path {
        case "/long": .response(HTTPResponse(body: long))
        case "/stall": .fault(.stall)
        case "/slow": .fault(.slow(HTTPResponse(body: body), byteInterval: .milliseconds(1)))
        case "/redirect": .response(HTTPResponse(status: 302, headerFields: [.location: "/"]))
        case "/challenge": .response(HTTPResponse(status: 401, headerFields: [.wwwAuthenticate: "Basic realm=\"x\""]))
        default: .response(HTTPResponse(body: body))
        }
    }
}

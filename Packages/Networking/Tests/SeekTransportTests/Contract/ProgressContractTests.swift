import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Progress of every transport", .timeLimit(.minutes(3)))
struct ProgressContractTests {
    /// Sends a request, and returns the progress that was reported, in order, and the kind of the outcome.
    private func reports(of request: HTTPRequest, by kind: TransportKind) async -> ([TransferProgress], OutcomeKind) {
        let reports = Recorder<TransferProgress>()
        let transport = kind.make()
        let outcome = await TransferProgress.observe {
            reports.record($0)
        } during: {
            await transport.outcome(of: request, limit: 64 << 20).kind
        }
        return (reports.all, outcome)
    }

    @Test(
        "the number of received bytes never decreases, and ends at the size of the body",
        arguments: TransportKind.allCases,
        [true, false]
    )
    func download(kind: TransportKind, declaresLength: Bool) async throws {
        let response = HTTPResponse(200, String(repeating: "0123456789", count: 400_000))
        let server = try LoopbackServer(
            always: declaresLength ? .response(response) : .chunked(response, chunkSize: 100_000)
        )
        let (reports, outcome) = await reports(of: try server.get(), by: kind)
        #expect(outcome == .response(200))
        let last = try #require(reports.last)
        #expect(last.received == 4_000_000)
        #expect(last.expectedToReceive == (declaresLength ? 4_000_000 : nil))
        #expect(last.sent == 0)
        #expect(last.expectedToSend == 0)
        #expect(last.fraction == (declaresLength ? 1 : nil))
        #expect(reports.map(\.received) == reports.map(\.received).sorted())
    }

    @Test(
        "the number of sent bytes never decreases, and ends at the size of the body",
        arguments: TransportKind.allCases
    )
    func upload(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "ok")))
        let body = Data(repeating: UInt8(ascii: "x"), count: 20_000_000)
        let request = HTTPRequest(method: .post, url: server.baseURL, body: body)
        let (reports, outcome) = await reports(of: request, by: kind)
        #expect(outcome == .response(200))
        let last = try #require(reports.last)
        #expect(last.expectedToSend == 20_000_000)
        #expect(last.sent == 20_000_000)
        #expect(last.received == 2)
        #expect(reports.map(\.sent) == reports.map(\.sent).sorted())
        #expect(reports.allSatisfy { $0.expectedToSend == 20_000_000 })
    }

    @Test("a slow response is reported at most every 50 ms", arguments: TransportKind.allCases)
    func throttled(kind: TransportKind) async throws {
        let response = HTTPResponse(200, String(repeating: "x", count: 400))
        let server = try LoopbackServer(always: .fault(.slow(response, byteInterval: .milliseconds(1))))
        let start = ContinuousClock.now
        let (reports, outcome) = await reports(of: try server.get(), by: kind)
        let elapsed = ContinuousClock.now - start
        #expect(outcome == .response(200))
        #expect(reports.last?.received == 400)
        #expect(reports.contains { (1..<400).contains($0.received) })
        // The first and the last report are exempt. Gaps are not compared: a busy machine delivers late reports
        // together.
        #expect(Double(reports.count - 2) <= elapsed / .milliseconds(50))
    }

    @Test("a response without a body is reported at the end", arguments: TransportKind.allCases)
    func empty(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(204, "")))
        let (reports, outcome) = await reports(of: try server.get(), by: kind)
        #expect(outcome == .response(204))
        #expect(reports.last?.received == 0)
    }

    @Test("a truncated response is not reported as complete", arguments: TransportKind.allCases)
    func truncated(kind: TransportKind) async throws {
        let response = HTTPResponse(200, String(repeating: "x", count: 1_000_000))
        let server = try LoopbackServer(always: .fault(.truncatedBody(response)))
        let (reports, outcome) = await reports(of: try server.get(), by: kind)
        #expect(outcome == .connectionLost)
        // The server sends half of the body.
        #expect(reports.allSatisfy { $0.received <= 500_000 })
    }

    @Test("a request can be cancelled while its progress is reported", arguments: TransportKind.allCases)
    func cancelling(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .fault(.endlessBody))
        let request = try server.get()
        let transport = kind.make()
        let gate = Gate()
        let task = Task {
            await TransferProgress.observe {
                if $0.received > 0 { gate.open() }
            } during: {
                await transport.outcome(of: request, limit: .max).kind
            }
        }
        _ = await gate.pass()
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}

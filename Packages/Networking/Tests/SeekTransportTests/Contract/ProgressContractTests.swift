import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Progress of every transport", .timeLimit(.minutes(3)))
struct ProgressContractTests {
    /// The progress values that were reported, in order.
    private final class Reports: Sendable {
        private let all = Mutex<[TransferProgress]>([])

        var progress: [TransferProgress] { all.withLock(\.self) }

        func add(_ progress: TransferProgress) { all.withLock { $0.append(progress) } }
    }

    private func reports(of request: HTTPRequest, by kind: TransportKind) async -> (Reports, OutcomeKind) {
        let reports = Reports()
        let transport = kind.make()
        let result = await TransferProgress.observe {
            reports.add($0)
        } during: {
            await transport.outcome(of: request, limit: 64 << 20).kind
        }
        return (reports, result)
    }

    @Test("the last report counts the whole body", arguments: TransportKind.allCases, [true, false])
    func download(kind: TransportKind, declaresLength: Bool) async throws {
        let response = HTTPResponse(200, String(repeating: "0123456789", count: 400_000))
        let server = try LoopbackServer(
            always: declaresLength ? .response(response) : .chunked(response, chunkSize: 100_000)
        )
        let (reports, result) = await reports(of: try server.get(), by: kind)
        #expect(result == .response(200))
        let last = try #require(reports.progress.last)
        #expect(last.received == 4_000_000)
        #expect(last.expectedToReceive == (declaresLength ? 4_000_000 : nil))
        #expect(last.sent == 0 && last.expectedToSend == 0)
        #expect(last.fraction == (declaresLength ? 1 : nil))
        #expect(reports.progress.map(\.received) == reports.progress.map(\.received).sorted())
    }

    @Test("an upload is reported as it is sent", arguments: TransportKind.allCases)
    func upload(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "ok")))
        let body = Data(repeating: UInt8(ascii: "x"), count: 20_000_000)
        let request = HTTPRequest(method: .post, url: server.baseURL, body: body)
        let (reports, result) = await reports(of: request, by: kind)
        #expect(result == .response(200))
        let last = try #require(reports.progress.last)
        #expect(last.expectedToSend == 20_000_000)
        #expect(last.sent == 20_000_000)
        #expect(last.received == 2)
        #expect(reports.progress.map(\.sent) == reports.progress.map(\.sent).sorted())
        #expect(reports.progress.allSatisfy { $0.expectedToSend == 20_000_000 })
    }

    @Test("a slow response is reported at most every 50 ms", arguments: TransportKind.allCases)
    func throttled(kind: TransportKind) async throws {
        let response = HTTPResponse(200, String(repeating: "x", count: 400))
        let server = try LoopbackServer(always: .fault(.slow(response, byteInterval: .milliseconds(1))))
        let start = ContinuousClock.now
        let (reports, result) = await reports(of: try server.get(), by: kind)
        let elapsed = ContinuousClock.now - start
        #expect(result == .response(200))
        #expect(reports.progress.last?.received == 400)
        #expect(reports.progress.contains { (1..<400).contains($0.received) })
        // The first and the last report are exempt. Gaps are not compared: a busy machine delivers late reports
        // together.
        #expect(Double(reports.progress.count - 2) <= elapsed / .milliseconds(50))
    }

    @Test("a response without a body is reported at the end", arguments: TransportKind.allCases)
    func empty(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(204, "")))
        let (reports, result) = await reports(of: try server.get(), by: kind)
        #expect(result == .response(204))
        #expect(reports.progress.last?.received == 0)
    }

    @Test("a truncated response is not reported as complete", arguments: TransportKind.allCases)
    func broken(kind: TransportKind) async throws {
        let response = HTTPResponse(200, String(repeating: "x", count: 1_000_000))
        let server = try LoopbackServer(always: .fault(.truncatedBody(response)))
        let (reports, result) = await reports(of: try server.get(), by: kind)
        #expect(result == .connectionLost)
        #expect(reports.progress.allSatisfy { $0.received <= 500_000 })
    }

    @Test("an observer may cancel the request", arguments: TransportKind.allCases)
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

import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Limits and deadlines of every transport", .timeLimit(.minutes(3)))
struct LimitContractTests {
    /// How late a result may be on a busy machine.
    static let slack = Duration.seconds(30)

    @Test(
        "a body of exactly the limit is accepted, one byte more is rejected",
        arguments: TransportKind.allCases,
        [false, true]
    )
    func limit(kind: TransportKind, isChunked: Bool) async throws {
        let response = HTTPResponse(200, String(repeating: "x", count: 100_000))
        let server = try LoopbackServer(
            always: isChunked ? .chunked(response, chunkSize: 1_000) : .response(response)
        )
        let transport = kind.make()
        #expect(await transport.outcome(of: try server.get(), limit: 100_000).response?.body.count == 100_000)
        let error = await transport.outcome(of: try server.get(), limit: 99_999).error
        guard case .bodyTooLarge(limit: 99_999, _) = error else {
            Issue.record("expected the body to be too large, got \(String(describing: error))")
            return
        }
    }

    @Test("a limit of zero or less accepts only an empty body", arguments: TransportKind.allCases, [0, -1])
    func zero(kind: TransportKind, limit: Int) async throws {
        let server = try LoopbackServer { .response(HTTPResponse(200, $0.url.path == "/empty" ? "" : "x")) }
        let transport = kind.make()
        #expect(await transport.outcome(of: try server.get("/empty"), limit: limit).kind == .response(200))
        #expect(await transport.outcome(of: try server.get("/one"), limit: limit).kind == .bodyTooLarge)
    }

    static let largeHeaders: [(name: String, fields: HTTPFields, outcome: OutcomeKind)] = [
        ("900 fields", fields(900, of: 10), .response(200)),
        ("1,001 fields", fields(1_001, of: 10), .malformedResponse),
        ("200 KB", fields(20, of: 10_000), .response(200)), ("300 KB", fields(30, of: 10_000), .malformedResponse),
    ]

    private static func fields(_ count: Int, of size: Int) -> HTTPFields {
        HTTPFields(
            (0..<count).compactMap { number in
                HTTPField.Name("X-\(number)").map { HTTPField(name: $0, value: String(repeating: "v", count: size)) }
            }
        )
    }

    @Test("header fields are rejected only beyond the limits", arguments: TransportKind.allCases, largeHeaders.indices)
    func headerLimits(kind: TransportKind, row: Int) async throws {
        let (name, fields, expected) = Self.largeHeaders[row]
        let server = try LoopbackServer(always: .response(HTTPResponse(headerFields: fields)))
        let outcome = await kind.make().outcome(of: try server.get())
        #expect(outcome.kind == expected, "\(name)")
    }

    @Test("an endless body ends the transfer at the limit", arguments: TransportKind.allCases)
    func endless(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .fault(.endlessBody))
        let transport = kind.make()
        #expect(await transport.outcome(of: try server.get(), limit: 1 << 20).kind == .bodyTooLarge)
        // The transfer was stopped, not only abandoned.
        await eventually { server.openConnectionCount == 0 }
    }

    static let incompleteResponses: [LoopbackServer.Fault] = [
        .stall, .stallInBody(HTTPResponse(200, "half of this")),
        .slow(HTTPResponse(200, String(repeating: "trickle", count: 1_000_000)), byteInterval: .milliseconds(2)),
    ]

    @Test(
        "a response that does not complete times out at the deadline",
        arguments: TransportKind.allCases,
        incompleteResponses
    )
    func deadline(kind: TransportKind, fault: LoopbackServer.Fault) async throws {
        let server = try LoopbackServer(always: .fault(fault))
        let transport = kind.make()
        let request = try server.get()
        let start = ContinuousClock.now
        #expect(await transport.outcome(of: request, within: .milliseconds(150)).kind == .timedOut)
        let elapsed = ContinuousClock.now - start
        #expect(elapsed >= .milliseconds(150))
        #expect(elapsed < .milliseconds(150) + Self.slack)
        await eventually { server.openConnectionCount == 0 }
    }

    @Test("concurrent requests time out at their own deadlines, in any order", arguments: TransportKind.allCases)
    func deadlines(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .fault(.stall))
        let transport = kind.make()
        let request = try server.get()
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for milliseconds in [300, 50, 150] {
                group.addTask {
                    let outcome = await transport.outcome(of: request, within: .milliseconds(milliseconds))
                    #expect(outcome.kind == .timedOut)
                    #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
                }
            }
        }
        #expect(ContinuousClock.now - start < Self.slack)
    }

    @Test("a request whose deadline has passed is not sent", arguments: TransportKind.allCases)
    func pastDeadline(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let outcome = await kind.make().outcome(of: try server.get(), within: .milliseconds(-1))
        #expect(outcome.kind == .timedOut)
        #expect(outcome.error?.context.attempts == 0)
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test("a distant deadline has no effect", arguments: TransportKind.allCases)
    func distantDeadline(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        #expect(
            await kind.make().outcome(of: try server.get(), within: .seconds(400 * 24 * 3600)).kind == .response(200)
        )
    }
}

import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Every transport keeps limit and deadline", .timeLimit(.minutes(3)))
struct LimitContractTests {
    /// How late an answer may be on a busy machine. What is tested is that it comes; benchmarks look at milliseconds.
    static let slack = Duration.seconds(30)

    @Test(
        "a body of exactly the limit passes, one byte more does not",
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

    @Test("a limit of zero accepts an empty body", arguments: TransportKind.allCases, [0, -1])
    func zero(kind: TransportKind, limit: Int) async throws {
        let server = try LoopbackServer { .response(HTTPResponse(200, $0.url.path == "/empty" ? "" : "x")) }
        let transport = kind.make()
        #expect(await transport.outcome(of: try server.get("/empty"), limit: limit).word == .response(200))
        #expect(await transport.outcome(of: try server.get("/one"), limit: limit).word == .bodyTooLarge)
    }

    static let largeHeaders: [(what: String, fields: HTTPFields, word: Word)] = [
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

    @Test("header fields beyond the limits are refused", arguments: TransportKind.allCases, largeHeaders.indices)
    func headerLimits(kind: TransportKind, row: Int) async throws {
        let (what, fields, word) = Self.largeHeaders[row]
        let server = try LoopbackServer(always: .response(HTTPResponse(headerFields: fields)))
        let outcome = await kind.make().outcome(of: try server.get())
        #expect(outcome.word == word, "\(what)")
    }

    @Test("an endless body is stopped by the limit", arguments: TransportKind.allCases)
    func endless(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .fault(.endlessBody))
        let transport = kind.make()
        #expect(await transport.outcome(of: try server.get(), limit: 1 << 20).word == .bodyTooLarge)
        // The transfer was stopped, not only forgotten.
        await eventually { server.openConnections == 0 }
    }

    static let late: [LoopbackServer.Fault] = [
        .stall, .stallInBody(HTTPResponse(200, "half of this")),
        .slow(HTTPResponse(200, String(repeating: "trickle", count: 1_000_000)), byteInterval: .milliseconds(2)),
    ]

    @Test("a server that does not come to an end is left at the deadline", arguments: TransportKind.allCases, late)
    func deadline(kind: TransportKind, fault: LoopbackServer.Fault) async throws {
        let server = try LoopbackServer(always: .fault(fault))
        let transport = kind.make()
        let request = try server.get()
        let start = ContinuousClock.now
        #expect(await transport.outcome(of: request, within: .milliseconds(150)).word == .timedOut)
        let elapsed = ContinuousClock.now - start
        #expect(elapsed >= .milliseconds(150))
        #expect(elapsed < .milliseconds(150) + Self.slack)
        await eventually { server.openConnections == 0 }
    }

    @Test("a deadline in the past sends nothing", arguments: TransportKind.allCases)
    func past(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        #expect(await kind.make().outcome(of: try server.get(), within: .milliseconds(-1)).word == .timedOut)
        #expect(server.acceptedConnections == 0)
    }

    @Test("a deadline far ahead is no deadline", arguments: TransportKind.allCases)
    func far(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        #expect(
            await kind.make().outcome(of: try server.get(), within: .seconds(400 * 24 * 3600)).word == .response(200)
        )
    }
}

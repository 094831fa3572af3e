#if os(Linux)
import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCurlTransport

@Suite("A hostile server does not delay other transfers", .timeLimit(.minutes(3)))
struct CurlHostileServerTests {
    /// The bytes that a hostile server sends, and the expected outcome.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let outcome: OutcomeKind
        var maximumBodySize = 16 << 20
        let bytes: @Sendable () -> Data
    }

    private static func repeated(_ string: String, _ count: Int, after start: String = "HTTP/1.1 200 OK\r\n") -> Data {
        Data((start + String(repeating: string, count: count)).utf8)
    }

    private static let emptyMember = Codings.gzip(Data())
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let rows: [Row] = [
        Row(testDescription: "a field folded over 60,000 lines", outcome: .malformedResponse) {
            repeated(" x\r\n", 60_000, after: "HTTP/1.1 200 OK\r\nA: 1\r\n")
        },
        Row(testDescription: "10,000 fields, the last of them folded over 40,000 lines", outcome: .malformedResponse) {
            repeated("A:\r\n", 10_000) + repeated(" x\r\n", 40_000, after: "")
        },
        Row(testDescription: "60,000 fields", outcome: .malformedResponse) { repeated("A:\r\n", 60_000) },
        Row(testDescription: "60,000 lines that are not fields", outcome: .malformedResponse) {
            repeated("x\r\n", 60_000)
        },
        Row(testDescription: "20,000 interim responses", outcome: .malformedResponse) {
            repeated("HTTP/1.1 103 Early Hints\r\n\r\n", 20_000, after: "")
        },
        Row(testDescription: "20,000 status lines", outcome: .malformedResponse) {
            repeated("HTTP/1.1 200 OK\r\n", 20_000)
        },
        Row(testDescription: "a status line of 8 MB", outcome: .malformedResponse) {
            repeated("x", 8 << 20, after: "HTTP/1.1 200 ")
        },
        Row(testDescription: "a field of 8 MB", outcome: .malformedResponse) {
            repeated("x", 8 << 20, after: "HTTP/1.1 200 OK\r\nA: ")
        },
        Row(testDescription: "60,000 trailer fields", outcome: .malformedResponse) {
            repeated("X-Trailer: y\r\n", 60_000, after: chunked + "0\r\n")
        },
        Row(testDescription: "a chunk extension of 8 MB", outcome: .connectionLost) {
            repeated("x", 8 << 20, after: chunked + "5;")
        },
        Row(testDescription: "300,000 chunks of a byte", outcome: .connectionLost) {
            repeated("1\r\nx\r\n", 300_000, after: chunked)
        },
        Row(testDescription: "a gzip bomb", outcome: .bodyTooLarge) {
            Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + Codings.bomb(rounds: 200_000)
        },
        Row(testDescription: "400,000 empty gzip members", outcome: .bodyTooLarge, maximumBodySize: 1 << 20) {
            Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8)
                + (0..<400_000).reduce(into: Data()) { bytes, _ in bytes += emptyMember }
        },
    ]

    /// The maximum processor time of a turn, which is one iteration of the loop that serves all transfers.
    static let limit = Duration.milliseconds(300)

    /// Whether a sanitizer multiplies the processor time, which is then not judged.
    static let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(nil, name) != nil }

    @Test("no turn of the loop exceeds the limit of processor time, except under a sanitizer", arguments: rows)
    func turns(row: Row) async throws {
        let bytes = row.bytes()
        let server = try LoopbackServer { request in
            request.url.path == "/healthy" ? .response(HTTPResponse(200, "here")) : .fault(.bytes(bytes))
        }
        let longestTurn = Mutex(Duration.zero)
        let transport = CurlTransport {
            $0.connection.proxy = .direct
            $0.turnObserver = { time in longestTurn.withLock { $0 = max($0, time) } }
        }
        let healthy = try server.get("/healthy")
        #expect(await transport.outcome(of: healthy).kind == .response(200))
        // The first request, which also prepares the transport, is not measured.
        longestTurn.withLock { $0 = .zero }
        let hostile = try server.get("/hostile")
        async let outcome = transport.outcome(of: hostile, limit: row.maximumBodySize)
        for _ in 0..<20 { #expect(await transport.outcome(of: healthy).kind == .response(200)) }
        let result = await outcome
        #expect(result.kind == row.outcome, "\(String(describing: result.error))")
        if !Self.isSanitized { #expect(longestTurn.withLock(\.self) < Self.limit) }
    }
}
#endif

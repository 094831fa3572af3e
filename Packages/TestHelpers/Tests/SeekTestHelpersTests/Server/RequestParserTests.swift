import SeekNetworking
import Testing

@testable import SeekTestHelpers

@Suite("Parsing of HTTP requests")
struct RequestParserTests {
    /// Returns the events of a parser that receives the text in pieces of `pieceSize` bytes, except `needsBytes`. The
    /// parser stops at the first rejection.
    private func events(
        of text: String,
        pieceSize: Int = .max,
        limits: RequestParser.Limits = .init()
    ) -> [RequestParser.Event] {
        var parser = RequestParser(limits: limits)
        var events: [RequestParser.Event] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            parser.receive(rest.prefix(pieceSize))
            rest = rest.dropFirst(pieceSize)
            while true {
                let event = parser.next()
                if event == .needsBytes { break }
                events.append(event)
                if case .rejected = event { return events }
            }
        }
        return events
    }

    private func requests(of text: String, pieceSize: Int = .max) throws -> [ParsedRequest] {
        try events(of: text, pieceSize: pieceSize).map { event in
            guard case .request(let request) = event else { throw Unexpected(event: event) }
            return request
        }
    }

    struct Unexpected: Error {
        let event: RequestParser.Event
    }

    static let sizes = [1, 2, 3, 7, 64, .max]

    @Test("requests are parsed correctly however their bytes are split", arguments: sizes)
    func pieces(size: Int) throws {
        let text = """
            POST /a%20b?c=d HTTP/1.1\r\nHost: x\r\nX-Empty:\r\nX-Text:  \t あ b \t\r\nContent-Length: 5\r\n\r\nhello\
            GET /next HTTP/1.1\r\nHost: x\r\n\r\n\
            \r\n\r\nPUT /chunks HTTP/1.1\nHost: x\nTransfer-Encoding: Chunked\n\n\
            5;ext=1\r\nhello\r\n6 \r\n world\r\n0\r\nX-Trailer: y\r\n\r\n\
            DELETE /last HTTP/1.0\r\nContent-Length: 0\r\n\r\n
            """
        let requests = try requests(of: text, pieceSize: size)
        #expect(requests.map(\.head.method.rawValue) == ["POST", "GET", "PUT", "DELETE"])
        #expect(requests.map(\.head.target) == ["/a%20b?c=d", "/next", "/chunks", "/last"])
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["hello", "", "hello world", ""])
        #expect(requests.map(\.head.keepsAlive) == [true, true, true, false])
        let fields = requests[0].head.fields.map { "\($0.name)=\($0.value)" }
        #expect(fields == ["Host=x", "X-Empty=", "X-Text=あ b", "Content-Length=5"])
    }

    static let persistence: [(version: String, connection: String, keepsAlive: Bool)] = [
        ("1.1", "", true), ("1.1", "close", false), ("1.1", "Upgrade, Close", false), ("1.1", "keep-alive", true),
        ("1.0", "", false), ("1.0", "Keep-Alive", true),
    ]

    @Test("the HTTP version and the Connection field determine whether the connection persists", arguments: persistence)
    func keepAlive(row: (version: String, connection: String, keepsAlive: Bool)) throws {
        let text = "GET / HTTP/\(row.version)\r\nHost: x\r\nConnection: \(row.connection)\r\n\r\n"
        #expect(try requests(of: text).map(\.head.keepsAlive) == [row.keepsAlive])
    }

    static let invalid: [(text: String, status: Int)] = [
        ("nonsense\r\n\r\n", 400),
        ("GET /\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\n\r\n", 400),
        ("G(T / HTTP/1.1\r\n\r\n", 400),
        ("GET /\u{7F} HTTP/1.1\r\n\r\n", 400),
        ("GET / FTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\n\r\n", 505),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nName : y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n", 413),
    ]

    @Test("malformed, ambiguous and unsupported requests are rejected however they are split", arguments: invalid)
    func rejection(row: (text: String, status: Int)) {
        for size in Self.sizes {
            guard case .rejected(let error) = events(of: row.text, pieceSize: size).last else {
                Issue.record("not rejected in pieces of \(size)")
                continue
            }
            #expect(error.status.code == row.status)
            #expect(!error.reason.isEmpty)
        }
    }

    @Test("input after a rejected request is ignored")
    func afterRejection() {
        var parser = RequestParser()
        parser.receive(Array("nonsense\r\n".utf8))
        let first = parser.next()
        parser.receive(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        let second = parser.next()
        #expect(first == second)
    }

    static let oversized: [(text: String, error: RequestParsingError)] = [
        ("GET /\(String(repeating: "x", count: 200))", .headTooLarge),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "x", count: 200))\r\n", .headTooLarge),
        ("GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 30))", .headTooLarge),
        ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 51\r\n\r\n", .bodyTooLarge),
        ("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n33\r\n", .bodyTooLarge),
        (
            "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n30\r\n", .bodyTooLarge
        ),
        (
            "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\(String(repeating: "A: b\r\n", count: 30))",
            .headTooLarge
        ),
    ]

    @Test("oversized heads, trailers and bodies are rejected before they are complete", arguments: oversized)
    func limits(row: (text: String, error: RequestParsingError)) {
        let limits = RequestParser.Limits(head: 100, body: 50)
        for size in Self.sizes {
            #expect(events(of: row.text, pieceSize: size, limits: limits).last == .rejected(row.error))
        }
    }

    @Test("Expect: 100-continue is reported once, before the body")
    func expectContinue() throws {
        var parser = RequestParser()
        parser.receive(Array("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n".utf8))
        let eventsBeforeBody = [parser.next(), parser.next()]
        #expect(eventsBeforeBody == [.expectsContinue, .needsBytes])
        parser.receive(Array("ok".utf8))
        guard case .request(let request) = parser.next() else {
            Issue.record("no request")
            return
        }
        #expect(request.body == Array("ok".utf8))
    }

    @Test("the body of a corrupted request is not longer than what was received", arguments: 0..<20 as Range<UInt64>)
    func corruption(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = "PUT /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        for _ in 0..<200 {
            var bytes = Array(text.utf8)
            for _ in 0...random.next() % 4 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            var parser = RequestParser()
            let cut = Int(random.next() % UInt64(bytes.count))
            for part in [bytes[..<cut], bytes[cut...]] {
                parser.receive(part)
                var eventCount = 0
                while eventCount < 10, case let event = parser.next(), event != .needsBytes {
                    if case .request(let request) = event { #expect(request.body.count < bytes.count) }
                    eventCount += 1
                }
            }
        }
    }
}

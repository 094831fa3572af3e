import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Every transport tells what went wrong", .timeLimit(.minutes(3)))
struct FailureContractTests {
    @Test(
        "an unsafe request is refused before anything is sent",
        arguments: TransportKind.allCases,
        [
            "file:///etc/hosts", "ftp://127.0.0.1/x", "data:text/plain,x", "/relative", "http://user:secret@127.0.0.1/",
            "http:///nohost",
        ]
    )
    func refusedURL(kind: TransportKind, text: String) async throws {
        let url = try #require(URL(string: text))
        let outcome = await kind.make().outcome(of: HTTPRequest(url: url))
        #expect(outcome.word == .invalidRequest)
        #expect(outcome.error?.description.contains("secret") == false)
    }

    @Test(
        "a field that could smuggle in another is refused",
        arguments: TransportKind.allCases,
        ["a\r\nX-Injected: b", "a\nb", "a\rb", "a\0b", "a\u{7F}"]
    )
    func injection(kind: TransportKind, value: String) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let request = try server.get("/", [try .named("X-Text"): value])
        #expect(await kind.make().outcome(of: request).word == .invalidRequest)
        #expect(server.received.isEmpty)
    }

    @Test(
        "a line break in a URL adds no field to the request",
        arguments: TransportKind.allCases,
        ["/a%0D%0AX-Injected:%20b", "/a\r\nX-Injected: b", "/?q=\r\nX-Injected:b", "/#\r\nX-Injected:b"]
    )
    func injectionByURL(kind: TransportKind, target: String) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        guard let url = URL(string: server.baseURL.absoluteString + target) else { return }
        _ = await kind.make().outcome(of: HTTPRequest(url: url))
        let injected = try HTTPField.Name.named("X-Injected")
        #expect(server.arrivals.allSatisfy { $0.request?.headerFields[injected] == nil })
        #expect(server.arrivals.count <= 1)
    }

    @Test("a response that follows another one unasked is nobody's", arguments: TransportKind.allCases)
    func unasked(kind: TransportKind) async throws {
        let smuggled = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled"
        let bodies = [
            "Content-Length: 4\r\n\r\nhere\(smuggled)",
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhere\r\n0\r\n\r\n\(smuggled)",
            "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n4\r\nhere\r\n0\r\n\r\n\(smuggled)",
        ]
        for body in bodies {
            let server = try LoopbackServer { request in
                request.url.path == "/whole"
                    ? .response(HTTPResponse(200, "whole")) : .fault(.bytes(Data("HTTP/1.1 200 OK\r\n\(body)".utf8)))
            }
            let transport = kind.make()
            #expect(await transport.outcome(of: try server.get("/hostile")).response?.text == "here")
            #expect(await transport.outcome(of: try server.get("/whole")).response?.text == "whole")
        }
    }

    @Test("nobody listens: cannot connect", arguments: TransportKind.allCases)
    func refusedConnection(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let request = try server.get()
        server.stop()
        #expect(await kind.make().outcome(of: request).word == .cannotConnect)
    }

    @Test("a name nobody has: host not found", arguments: TransportKind.allCases)
    func unknownHost(kind: TransportKind) async throws {
        // The top-level domain 'invalid' never resolves (RFC 6761 §6.4).
        let request = HTTPRequest(url: try #require(URL(string: "http://nonexistent.invalid/")))
        #expect(await kind.make().outcome(of: request).word == .hostNotFound)
    }

    @Test("a server without TLS: not secure, naming the host", arguments: TransportKind.allCases)
    func insecure(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let request = HTTPRequest(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
        let outcome = await kind.make().outcome(of: request)
        #expect(outcome.word == .insecure)
        #expect(outcome.error?.description.contains("127.0.0.1: ") == true)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: LoopbackServer.Fault
        let word: Word
        var shortcoming: Shortcoming?

        init(_ description: String, _ fault: LoopbackServer.Fault, _ word: Word, _ shortcoming: Shortcoming? = nil) {
            testDescription = description
            self.fault = fault
            self.word = word
            self.shortcoming = shortcoming
        }
    }

    static let body = HTTPResponse(200, String(repeating: "half of this arrives ", count: 100))
    /// URLSession on Linux traps on it: `URLSessionTrapTests`.
    static let headCutOff = LoopbackServer.Fault.bytes(Data("HTTP/1.1 200 OK\r\nContent-Le".utf8))
    static let rows: [Row] = [
        Row("reset before the answer", .resetBeforeResponse, .connectionLost),
        Row("reset after the header fields", .resetAfterHeaders, .connectionLost),
        Row("empty answer", .emptyResponse, .connectionLost),
        Row("truncated by length", .truncatedBody(body), .connectionLost),
        Row("length too large", .wrongContentLength(body, declared: 5000), .connectionLost),
        Row("truncated in chunks", .truncatedChunked(body), .connectionLost),
        Row(
            "head that breaks off between lines",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n".utf8)),
            .connectionLost
        ),
        Row("early hints and nothing more", .bytes(Data("HTTP/1.1 103 Early Hints\r\n\r\n".utf8)), .connectionLost),
        Row("not a chunk", .badChunk, .malformedResponse, .invalidResponses),
        Row("not HTTP", .garbage, .malformedResponse),
        Row("header fields without end", .endlessHeaders, .malformedResponse, .invalidResponses),
        Row("a status that is no number", .bytes(Data("HTTP/1.1 abc\r\n\r\n".utf8)), .malformedResponse),
        Row(
            "a length that is no number",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n".utf8)),
            .malformedResponse,
            .invalidResponses
        ),
        Row(
            "two lengths that differ",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nwhole....".utf8)),
            .malformedResponse
        ),
        Row(
            "a list of lengths that differ",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 5, 9\r\n\r\nwhole....".utf8)),
            .malformedResponse
        ),
        Row(
            "a coding that is not what it says",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain".utf8)),
            .malformedResponse,
            .invalidResponses
        ),
    ]

    @Test("a broken answer is an error of its kind, and nothing hangs", arguments: TransportKind.allCases, rows)
    func fault(kind: TransportKind, row: Row) async throws {
        let server = try LoopbackServer { request in
            request.url.path == "/whole" ? .response(HTTPResponse(200, "whole")) : .fault(row.fault)
        }
        let transport = kind.make()
        let outcome = await transport.outcome(of: try server.get("/broken"))
        #expect(outcome.response == nil)
        await kind.check(row.shortcoming) { #expect(outcome.word == row.word) }
        #expect(outcome.error?.context.request == "GET \(server.baseURL.absoluteString)/broken")
        // A broken connection spoils nothing that follows.
        #expect(await transport.outcome(of: try server.get("/whole")).response?.text == "whole")
    }
}

import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Failures of every transport", .timeLimit(.minutes(3)))
struct FailureContractTests {
    @Test(
        "a request with an invalid URL is rejected, and the error contains no password",
        arguments: TransportKind.allCases,
        [
            "file:///etc/hosts", "ftp://127.0.0.1/x", "data:text/plain,x", "/relative", "http://user:secret@127.0.0.1/",
            "http:///nohost",
        ]
    )
    func invalidURL(kind: TransportKind, text: String) async throws {
        let url = try #require(URL(string: text))
        let outcome = await kind.make().outcome(of: HTTPRequest(url: url))
        #expect(outcome.kind == .invalidRequest)
        #expect(outcome.error?.description.contains("secret") == false)
    }

    @Test(
        "a field value with control characters is rejected",
        arguments: TransportKind.allCases,
        ["a\r\nX-Injected: b", "a\nb", "a\rb", "a\0b", "a\u{7F}"]
    )
    func injection(kind: TransportKind, value: String) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let request = try server.get("/", [try .named("X-Text"): value])
        #expect(await kind.make().outcome(of: request).kind == .invalidRequest)
        #expect(server.received.isEmpty)
    }

    @Test(
        "a line break in a URL adds no header field",
        arguments: TransportKind.allCases,
        ["/a%0D%0AX-Injected:%20b", "/a\r\nX-Injected: b", "/?q=\r\nX-Injected:b", "/#\r\nX-Injected:b"]
    )
    func injectionByURL(kind: TransportKind, target: String) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        // Foundation may reject the URL.
        guard let url = URL(string: server.baseURL.absoluteString + target) else { return }
        _ = await kind.make().outcome(of: HTTPRequest(url: url))
        let injected = try HTTPField.Name.named("X-Injected")
        #expect(server.arrivals.allSatisfy { $0.request?.headerFields[injected] == nil })
        #expect(server.arrivals.count <= 1)
    }

    @Test("an unsolicited second response is not returned to any request", arguments: TransportKind.allCases)
    func unsolicitedResponse(kind: TransportKind) async throws {
        let smuggled = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled"
        // The responses without their status line.
        let responses = [
            "Content-Length: 4\r\n\r\nhere\(smuggled)",
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhere\r\n0\r\n\r\n\(smuggled)",
            "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n4\r\nhere\r\n0\r\n\r\n\(smuggled)",
        ]
        for response in responses {
            let server = try LoopbackServer { request in
                request.url.path == "/whole"
                    ? .response(HTTPResponse(200, "whole"))
                    : .fault(.bytes(Data("HTTP/1.1 200 OK\r\n\(response)".utf8)))
            }
            let transport = kind.make()
            #expect(await transport.outcome(of: try server.get("/hostile")).response?.text == "here")
            #expect(await transport.outcome(of: try server.get("/whole")).response?.text == "whole")
        }
    }

    @Test("a request to a closed port fails to connect", arguments: TransportKind.allCases)
    func refusedConnection(kind: TransportKind) async throws {
        // The system never assigns port 1 automatically, so the server of another test does not use it.
        let request = HTTPRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
        #expect(await kind.make().outcome(of: request).kind == .cannotConnect)
    }

    @Test("a request to an unknown host fails because the host is not found", arguments: TransportKind.allCases)
    func unknownHost(kind: TransportKind) async throws {
        // The top-level domain 'invalid' never resolves (RFC 6761 §6.4).
        let request = HTTPRequest(url: try #require(URL(string: "http://nonexistent.invalid/")))
        #expect(await kind.make().outcome(of: request).kind == .hostNotFound)
    }

    @Test(
        "a TLS connection to a server without TLS fails as insecure, and the error contains the host",
        arguments: TransportKind.allCases
    )
    func insecure(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let request = HTTPRequest(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
        let outcome = await kind.make().outcome(of: request)
        #expect(outcome.kind == .insecure)
        #expect(outcome.error?.description.contains("127.0.0.1: ") == true)
    }

    /// A broken response, the expected outcome, and the shortcoming of transports with another outcome, if any.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: LoopbackServer.Fault
        let outcome: OutcomeKind
        var shortcoming: Shortcoming?

        init(
            _ description: String,
            _ fault: LoopbackServer.Fault,
            _ outcome: OutcomeKind,
            _ shortcoming: Shortcoming? = nil
        ) {
            testDescription = description
            self.fault = fault
            self.outcome = outcome
            self.shortcoming = shortcoming
        }
    }

    static let body = HTTPResponse(200, String(repeating: "half of this arrives ", count: 100))
    /// A header that is truncated within a line. It is not a row, because it makes URLSession on Linux terminate the
    /// process; see `URLSessionOnLinuxTests`.
    static let truncatedHead = LoopbackServer.Fault.bytes(Data("HTTP/1.1 200 OK\r\nContent-Le".utf8))
    static let rows: [Row] = [
        Row("reset before the response", .resetBeforeResponse, .connectionLost),
        Row("reset after the header fields", .resetAfterHeaders, .connectionLost),
        Row("empty response", .emptyResponse, .connectionLost),
        Row("half of a body of declared length", .truncatedBody(body), .connectionLost),
        Row("a declared length larger than the body", .wrongContentLength(body, declared: 5000), .connectionLost),
        Row("half of a chunked body", .truncatedChunked(body), .connectionLost),
        Row(
            "header truncated between lines",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n".utf8)),
            .connectionLost
        ),
        Row("early hints and nothing more", .bytes(Data("HTTP/1.1 103 Early Hints\r\n\r\n".utf8)), .connectionLost),
        Row("not a chunk", .badChunk, .malformedResponse, .malformedAsLost),
        Row("not HTTP", .garbage, .malformedResponse),
        Row("header fields without end", .endlessHeaders, .malformedResponse, .malformedAsLost),
        Row("a status that is not a number", .bytes(Data("HTTP/1.1 abc\r\n\r\n".utf8)), .malformedResponse),
        Row(
            "a length that is not a number",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n".utf8)),
            .malformedResponse,
            .malformedAsLost
        ),
        Row(
            "two different lengths",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nwhole....".utf8)),
            .malformedResponse
        ),
        Row(
            "a list of different lengths",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 5, 9\r\n\r\nwhole....".utf8)),
            .malformedResponse
        ),
        Row(
            "a body that does not match its coding",
            .bytes(Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain".utf8)),
            .unsupportedContentCoding,
            .bodiesWithoutCoding
        ),
    ]

    @Test("a broken response maps to its error, and later requests succeed", arguments: TransportKind.allCases, rows)
    func fault(kind: TransportKind, row: Row) async throws {
        let server = try LoopbackServer { request in
            request.url.path == "/whole" ? .response(HTTPResponse(200, "whole")) : .fault(row.fault)
        }
        let transport = kind.make()
        let outcome = await transport.outcome(of: try server.get("/broken"))
        #expect(outcome.response == nil)
        await kind.check(row.shortcoming) { #expect(outcome.kind == row.outcome) }
        #expect(outcome.error?.context.url?.absoluteString == "\(server.baseURL.absoluteString)/broken")
        #expect(await transport.outcome(of: try server.get("/whole")).response?.text == "whole")
    }
}

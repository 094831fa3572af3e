import Foundation
import SeekNetworking
import Testing

@testable import SeekTestHelpers

@Suite("Serialization of HTTP responses")
struct ResponseWriterTests {
    private let response = HTTPResponse(
        headerFields: [.eTag: "\"1\"", .contentLength: "999"],
        body: Data("hello".utf8)
    )
    private let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

    private func text(
        _ response: HTTPResponse,
        to method: HTTPRequest.Method = .get,
        framing: ResponseWriter.Framing = .length(declared: nil),
        closes: Bool = false
    ) -> String {
        let now = Date(timeIntervalSince1970: 784_111_777)
        let bytes = ResponseWriter.bytes(of: response, to: method, framing: framing, closes: closes, now: now)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Content-Length is computed from the body")
    func contentLengthOfBody() {
        #expect(text(response) == "HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\(date)Content-Length: 5\r\n\r\nhello")
    }

    @Test("a response to HEAD has Content-Length or Transfer-Encoding, but no body")
    func head() {
        #expect(text(response, to: .head).hasSuffix("Content-Length: 5\r\n\r\n"))
        #expect(text(response, to: .head, framing: .chunked(size: 2)).hasSuffix("chunked\r\n\r\n"))
    }

    @Test("204 and 304 have neither Content-Length nor a body", arguments: [204, 304])
    func withoutBody(code: Int) {
        let bodiless = HTTPResponse(status: HTTPResponse.Status(code: code), body: Data("hello".utf8))
        #expect(text(bodiless) == "HTTP/1.1 \(code) \r\n\(date)\r\n")
    }

    @Test("a chunked body is split into chunks of the given size, at least one byte", arguments: [2, 0])
    func chunks(size: Int) {
        let body = size == 2 ? "2\r\nhe\r\n2\r\nll\r\n1\r\no\r\n" : "1\r\nh\r\n1\r\ne\r\n1\r\nl\r\n1\r\nl\r\n1\r\no\r\n"
        #expect(text(response, framing: .chunked(size: size)).hasSuffix("chunked\r\n\r\n\(body)0\r\n\r\n"))
    }

    @Test("Date and Connection of the handler's response replace the defaults")
    func customFields() throws {
        let dateName = HTTPField.Name("Date")
        let connectionName = HTTPField.Name("Connection")
        let customResponse = HTTPResponse(headerFields: [dateName: "now", connectionName: "close"])
        #expect(
            text(customResponse, closes: true)
                == "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(text(HTTPResponse(), closes: true).contains("\r\nConnection: close\r\n"))
    }

    static let unsendable: [(response: HTTPResponse, reason: String)] = [
        (HTTPResponse(status: 99), "status 99"),
        (HTTPResponse(status: 1_000), "status 1000"),
        (HTTPResponse(status: HTTPResponse.Status(code: 200, reasonPhrase: "a\r\nb")), "its reason phrase"),
        (HTTPResponse(headerFields: [.eTag: "a\r\nSet-Cookie: x"]), "header field ETag"),
    ]

    @Test("a response that cannot be serialized becomes a 500 with the reason", arguments: unsendable)
    func invalidResponse(row: (response: HTTPResponse, reason: String)) {
        let text = text(row.response)
        #expect(text.hasPrefix("HTTP/1.1 500 "))
        #expect(text.contains(row.reason))
        #expect(!text.contains("Set-Cookie"))
    }

    @Test("early hints omit invalid header fields")
    func earlyHints() throws {
        let bytes = ResponseWriter.earlyHints([.link: "</a>", .eTag: "a\nb"])
        #expect(String(decoding: bytes, as: UTF8.self) == "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
    }
}

#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Bad input over raw sockets")
struct BadInputTests {
    private static let host = "Host: localhost\r\nConnection: close\r\n"

    @Test("is rejected, and the server continues to serve", arguments: badRequests)
    func rejected(request: BadRequest) async throws {
        try await withServer { server in
            let response = try await exchange(request.text, port: server.port)
            // The server may reset the connection while the client sends the rest of a header that is too large.
            if !response.isReset {
                #expect(response.text.hasPrefix("HTTP/1.1 \(request.status) "), "\(response.text)")
            }
            #expect(!response.text.contains("passwd"))
            let next = try await exchange("GET / HTTP/1.1\r\n\(Self.host)\r\n", port: server.port)
            #expect(next.bodies == ["home"])
        }
    }

    /// A request and the status of its response. The description omits the text, which may have megabytes.
    struct BadRequest: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var status: Int

        init(_ testDescription: String, _ text: String, _ status: Int) {
            (self.testDescription, self.text, self.status) = (testDescription, text, status)
        }
    }

    private static let badRequests = [
        BadRequest("a body that is too long", "POST /echo HTTP/1.1\r\n\(host)Content-Length: 65537\r\n\r\n", 413),
        BadRequest(
            "a length of more than 64 bits",
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n",
            413
        ),
        BadRequest("a negative length", "POST /echo HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", 400),
        BadRequest("a length that is not a number", "POST /echo HTTP/1.1\r\n\(host)Content-Length: 1e3\r\n\r\n", 400),
        BadRequest("two lengths", "POST /echo HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\na", 400),
        BadRequest(
            "a length and a transfer encoding",
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400
        ),
        BadRequest(
            "an unknown transfer encoding",
            "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n",
            400
        ),
        BadRequest(
            "a chunk without a size",
            "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n",
            400
        ),
        BadRequest("no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        BadRequest("two hosts", "GET / HTTP/1.1\r\nHost: evil.example\r\n\(host)\r\n", 400),
        BadRequest("a foreign host", "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 421),
        BadRequest("a field with NUL", "GET / HTTP/1.1\r\n\(host)A\0B: c\r\n\r\n", 400),
        BadRequest("a method that is not a token", "G{T / HTTP/1.1\r\n\(host)\r\n", 400),
        BadRequest("a request for a tunnel", "CONNECT example.com:443 HTTP/1.1\r\n\(host)\r\n", 400),
        BadRequest("a path outside the app", "GET /..%2f..%2fetc/passwd HTTP/1.1\r\n\(host)\r\n", 404),
        BadRequest("a path with a backslash", "GET /..\\..\\etc HTTP/1.1\r\n\(host)\r\n", 404),
        BadRequest("a path with NUL", "GET /%00 HTTP/1.1\r\n\(host)\r\n", 400),
        BadRequest(
            "a query of 1 MB",
            "GET /echo?q=\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\n\(host)\r\n",
            414
        ),
        BadRequest(
            "a header of 10 MB",
            "GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 10 << 20))\r\n\(host)\r\n",
            431
        ),
        BadRequest(
            "a million header fields",
            "GET / HTTP/1.1\r\n\(String(repeating: "a:b\r\n", count: 1_000_000))\(host)\r\n",
            431
        ),
    ]

    @Test(
        "ends the connection if it is incomplete or not HTTP/1, and the server continues to serve",
        // The first bytes of a TLS handshake, bytes that are not text, HTTP/2, and incomplete or invalid requests.
        arguments: [
            Array("\u{16}\u{03}\u{01}\u{02}\u{00}\u{01}\u{00}\u{01}".utf8), [0xFF, 0xFE, 0xFD, 0x0A, 0x0A, 0x0A, 0x0A],
            Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8), Array("GET\r\n\r\n".utf8), Array("\r\n\r\n\r\n\r\n".utf8),
            Array("GET / HTTP/9.9\r\nHost: localhost\r\n\r\n".utf8), Array("GET / HTTP/1.1\r\nHost".utf8), [],
            Array("POST / HTTP/1.1\r\n\(host)Content-Length: 9\r\n\r\nabc".utf8),
        ]
    )
    func noise(bytes: [UInt8]) async throws {
        let limits = WebTestServerLimits(headerTime: .milliseconds(300), requestTime: .milliseconds(300))
        try await withServer(TestApp(), limits) { server in
            let text = try await onThread {
                let client = try RawClient(port: server.port)
                client.send(bytes)
                return client.readToEnd()
            }
            #expect(!text.contains("home"))
            let next = try await exchange("GET / HTTP/1.1\r\n\(Self.host)\r\n", port: server.port)
            #expect(next.bodies == ["home"])
        }
    }

    @Test("bytes that are not UTF-8 are replaced with U+FFFD")
    func invalidUTF8() async throws {
        try await withServer { server in
            let text = try await onThread {
                let client = try RawClient(port: server.port)
                client.send(Array("GET /echo?q=%ff".utf8) + [0xFE] + Array(" HTTP/1.1\r\n\(Self.host)\r\n".utf8))
                return client.readToEnd()
            }
            #expect(text.hasSuffix("\r\n\r\n\u{FFFD}\u{FFFD}"))
        }
    }

    @Test(
        "the response to a rejected API request has problem details and security header fields",
        arguments: [
            ("POST /api/v1/saved", "Content-Length: 65537", 413), ("GET /api/v1/search", "Host: localhost", 400),
            ("GET /api/v1/search", "X: \(String(repeating: "a", count: 40_000))", 431),
            ("GET /api/v1/search?q=\(String(repeating: "a", count: 40_000))", "X: a", 414),
        ].map { BadRequest("status \($0.2)", "\($0.0) HTTP/1.1\r\n\(host)\($0.1)\r\n\r\n", $0.2) }
    )
    func problems(request: BadRequest) async throws {
        try await withServer { server in
            let response = try await exchange(request.text, port: server.port)
            #expect(response.text.hasPrefix("HTTP/1.1 \(request.status) "))
            #expect(response.text.contains("\r\nContent-Type: application/problem+json\r\n"))
            #expect(response.text.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
        }
    }

    @Test("the size of a chunked body is limited", arguments: [(65_536, 200), (65_537, 413), (1 << 20, 413)])
    func chunked(size: Int, status: Int) async throws {
        try await withServer { server in
            let body = "\(String(size, radix: 16))\r\n\(String(repeating: "a", count: size))\r\n0\r\n\r\n"
            let response = try await exchange(
                "POST /echo HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n\(body)",
                port: server.port
            )
            #expect(response.text.hasPrefix("HTTP/1.1 \(status) "), "\(response.text)")
        }
    }

    @Test("a client that sends its header byte by byte is dropped when the whole request takes too long")
    func slowHeader() async throws {
        let limits = WebTestServerLimits(headerTime: .milliseconds(500))
        try await withServer(TestApp(), limits) { server in
            let response = try await onThread {
                let client = try RawClient(port: server.port)
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\n")
                // Sends a byte after each response to another client, until the server has closed the connection.
                while client.send("X") {
                    let other = try RawClient(port: server.port).exchange("GET / HTTP/1.1\r\n\(Self.host)\r\n")
                    #expect(other.bodies == ["home"])
                }
                return client.readToEnd()
            }
            #expect(response == "", "the server rejected the size of the header before the time limit")
        }
    }

    @Test("a client that does not read its response is dropped when the whole response takes too long")
    func slowReader() async throws {
        let log = ClientList()
        try await withServer(TestApp(), WebTestServerLimits(responseTime: .milliseconds(300)), log: log) { server in
            let client = try RawClient(port: server.port)
            client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await eventually("the connection is closed") { log.clients.count == 1 }
            client.close()
        }
    }
}
#endif

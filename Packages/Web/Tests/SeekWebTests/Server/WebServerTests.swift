#if os(Linux)
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("The server over real sockets")
struct WebServerTests {
    @Test(
        "a response has the status and the content of the route, or of the rejection",
        arguments: [
            ("GET / HTTP/1.1", "", "200", "home"), ("GET /echo?q=a%20b&q=c HTTP/1.1", "", "200", "a b,c"),
            ("POST /echo HTTP/1.1", "hello", "200", "hello"), ("GET /nothing HTTP/1.1", "", "404", "nothing"),
            ("PATCH /echo HTTP/1.1", "", "405", "not supported"), ("BREW / HTTP/1.1", "", "405", "not supported"),
            ("GET http://example.com/ HTTP/1.1", "", "400", "request line"),
            ("GET /../etc/passwd HTTP/1.1", "", "400", "request line"),
            ("GET /%2e%2e/etc HTTP/1.1", "", "400", "request line"), ("OPTIONS * HTTP/1.1", "", "400", "request line"),
        ]
    )
    func responses(line: String, body: String, status: String, content: String) async throws {
        try await withServer(routes: Self.routes) { server in
            let response = try await exchange(
                "\(line)\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
                port: server.port
            )
            #expect(response.text.hasPrefix("HTTP/1.1 \(status) "))
            #expect(response.text.contains(content))
        }
    }

    @Test("a response to HEAD has the length, and no body")
    func head() async throws {
        try await withServer(routes: Self.routes) { server in
            let request = "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let text = try await exchange(request, port: server.port).text
            #expect(text.contains("\r\nContent-Length: 4\r\n"))
            #expect(text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("the responses to pipelined requests are sent in order")
    func pipelining() async throws {
        try await withServer(routes: Self.routes) { server in
            let requests = (0..<20).map { "GET /echo?q=\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined()
            let last = "GET /echo?q=end HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let response = try await exchange(requests + last, port: server.port)
            #expect(response.bodies == (0..<20).map(String.init) + ["end"])
        }
    }

    static let routes = [
        Route(.get, "/") { _, _ in WebResponse("home", type: "text/plain") },
        Route(.get, "/echo") { request, _ in
            WebResponse(request.query.items.map(\.value).joined(separator: ","), type: "text/plain")
        },
        Route(.post, "/echo") { request, _ in
            WebResponse(String(decoding: request.body, as: UTF8.self), type: "text/plain")
        },
    ]
}
#endif

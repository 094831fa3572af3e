#if os(Linux)
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The server over real sockets")
struct WebServerTests {
    @Test(
        "a response has the status and the content of the route, or of the rejection",
        arguments: [
            ("GET / HTTP/1.1", "", "200", "home"), ("GET /echo?q=a%20b&q=c HTTP/1.1", "", "200", "a b,c"),
            ("POST /echo HTTP/1.1", "hello", "200", "hello"), ("GET /nothing HTTP/1.1", "", "404", "nothing"),
            ("GET /echo?q=c%2B%2B+a&q= HTTP/1.1", "", "200", "c++ a,"),
            // The first matching route responds, and bytes that are not UTF-8 become U+FFFD.
            ("GET /saved/new HTTP/1.1", "", "200", "form"), ("GET /saved/new/ HTTP/1.1", "", "200", "form"),
            ("GET /saved/a%2Fb HTTP/1.1", "", "200", "a/b"), ("GET /saved/%ff%zz HTTP/1.1", "", "200", "\u{FFFD}%zz"),
            ("DELETE /saved/x?q=1 HTTP/1.1", "", "200", "deleted"), ("GET /saved/a/b HTTP/1.1", "", "404", "nothing"),
            ("PATCH /echo HTTP/1.1", "", "405", "not supported"), ("BREW / HTTP/1.1", "", "405", "not supported"),
            ("POST /saved/x HTTP/1.1", "", "405", "\r\nAllow: DELETE, GET, HEAD\r\n"),
        ]
    )
    func responses(line: String, body: String, status: String, content: String) async throws {
        try await withServer { server in
            let response = try await exchange(
                "\(line)\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
                port: server.port
            )
            #expect(response.text.hasPrefix("HTTP/1.1 \(status) "))
            #expect(response.text.contains(content))
        }
    }

    @Test(
        "a target is rejected if it is not a path, or has a dot segment, a control character or a repeated slash",
        arguments: [
            "*", "http://example.com/", "/../etc/passwd", "/%2e%2e/etc", "//", "//a", "/a//", "/a//b", "/a%00b",
            "/a%0Ab",
        ]
    )
    func targets(target: String) async throws {
        try await withServer { server in
            let request = "GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let text = try await exchange(request, port: server.port).text
            #expect(text.hasPrefix("HTTP/1.1 400 "))
            #expect(text.contains("request line"))
        }
    }

    @Test("a response to HEAD has the length, and no body")
    func head() async throws {
        try await withServer { server in
            let request = "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let text = try await exchange(request, port: server.port).text
            #expect(text.contains("\r\nContent-Length: 4\r\n"))
            #expect(text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("the responses to pipelined requests are sent in order")
    func pipelining() async throws {
        try await withServer { server in
            let requests = (0..<20).map { "GET /echo?q=\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined()
            let last = "GET /echo?q=end HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let response = try await exchange(requests + last, port: server.port)
            #expect(response.bodies == (0..<20).map(String.init) + ["end"])
        }
    }
}
#endif

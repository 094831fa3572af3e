import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("LoopbackServer", .timeLimit(.minutes(1)))
struct LoopbackServerTests {
    private let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    private let hello = HTTPResponse(body: Data("hello".utf8))

    private func server(_ reply: LoopbackServer.Reply) throws -> LoopbackServer {
        try LoopbackServer { _ in reply }
    }

    /// Returns the response of a new server to one request on a new connection.
    private func exchange(_ reply: LoopbackServer.Reply) throws -> RawClient.Response {
        let server = try server(reply)
        let client = try RawClient(port: server.port)
        return client.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }

    @Test("requests are recorded in order with target, header fields and body")
    func recording() throws {
        let server = try server(.response(hello))
        let client = try RawClient(port: server.port)
        client.send("POST /a%20b?c=%2B HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nX-A: 2\r\nContent-Length: 2\r\n\r\nok")
        _ = client.exchange("GET http://elsewhere.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let expected = ["\(server.baseURL.absoluteString)/a%20b?c=%2B", "http://elsewhere.example/"]
        #expect(server.received.map(\.url.absoluteString) == expected)
        let first = try #require(server.received.first)
        #expect(first.method == .post)
        #expect(first.headerFields[values: "x-a"] == ["1", "2"])
        #expect(first.body == Data("ok".utf8))
        #expect(server.received.last?.body == nil)
    }

    @Test("pipelined requests on one connection are served in order")
    func pipelining() throws {
        let server = try LoopbackServer { .response(HTTPResponse(body: Data("[\($0.url.path)]".utf8))) }
        let client = try RawClient(port: server.port)
        let requests = (1...3).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
        let response = client.exchange(requests + "GET /4 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(response.bodies == ["[/1]", "[/2]", "[/3]", "[/4]"])
        #expect(!response.isReset)
        #expect(server.acceptedConnectionCount == 1)
    }

    @Test("Connection: close in a response and HTTP/1.0 requests close the connection")
    func closing() throws {
        let close = HTTPField.Name("Connection")
        let server = try server(.response(HTTPResponse(headerFields: [close: "close"], body: hello.body)))
        #expect(try RawClient(port: server.port).exchange(get).bodies == ["hello"])
        let plain = try self.server(.response(hello))
        let response = try RawClient(port: plain.port).exchange("GET / HTTP/1.0\r\n\r\n")
        #expect(response.bodies == ["hello"])
        #expect(response.text.contains("Connection: close"))
    }

    @Test("chunked, slow, exact-byte and early-hints replies are sent as specified")
    func replies() throws {
        let chunked = try exchange(.chunked(hello, chunkSize: 2)).text
        #expect(chunked.hasSuffix("\r\n\r\n2\r\nhe\r\n2\r\nll\r\n1\r\no\r\n0\r\n\r\n"))
        let hints = try exchange(.earlyHints([.link: "</a>"], hello)).text
        #expect(hints.hasPrefix("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n"))
        #expect(try exchange(.fault(.slow(hello, byteInterval: .microseconds(1)))).bodies == ["hello"])
        #expect(try exchange(.fault(.bytes(Data("as is".utf8)))).text == "as is")
    }

    @Test("a request with Expect: 100-continue receives 100 Continue")
    func expectContinue() throws {
        let server = try LoopbackServer { .response(HTTPResponse(body: $0.body ?? Data())) }
        let client = try RawClient(port: server.port)
        client.send(
            "PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
        )
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(client.exchange("hello").bodies == ["hello"])
    }

    static let faults: [(fault: LoopbackServer.Fault, isReset: Bool, hasText: Bool)] = [
        (.resetBeforeResponse, true, false), (.resetAfterHeaders, true, true), (.emptyResponse, false, false),
        (.badChunk, false, true), (.garbage, false, true),
    ]

    @Test("the reset faults reset the connection, and the other faults close it", arguments: faults)
    func fault(row: (fault: LoopbackServer.Fault, isReset: Bool, hasText: Bool)) throws {
        let response = try exchange(.fault(row.fault))
        #expect(response.isReset == row.isReset)
        // Bytes sent before a reset may be lost.
        if !row.isReset || !row.hasText { #expect(response.text.isEmpty == !row.hasText) }
    }

    @Test("truncated bodies and wrong lengths are sent as specified")
    func bodies() throws {
        let truncated = try exchange(.fault(.truncatedBody(hello))).text
        #expect(truncated.hasSuffix("Content-Length: 5\r\n\r\nhe"))
        let chunk = try exchange(.fault(.truncatedChunked(hello))).text
        #expect(chunk.hasSuffix("chunked\r\n\r\n5\r\nhello\r\n"))
        let wrong = try exchange(.fault(.wrongContentLength(hello, declared: 3))).text
        #expect(wrong.hasSuffix("Content-Length: 3\r\n\r\nhello"))
    }

    @Test(
        "a faulty response to HEAD has no body",
        arguments: [
            LoopbackServer.Fault.truncatedBody(HTTPResponse(body: Data("hello".utf8))),
            .truncatedChunked(HTTPResponse(body: Data("hello".utf8))), .badChunk, .endlessBody,
            .wrongContentLength(HTTPResponse(body: Data("hello".utf8)), declared: 3),
        ]
    )
    func faultyHead(fault: LoopbackServer.Fault) throws {
        let server = try server(.fault(fault))
        let client = try RawClient(port: server.port)
        #expect(client.exchange("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n").text.hasSuffix("\r\n\r\n"))
    }

    @Test("a truncated 304 response ends after its header fields")
    func truncatedWithoutContent() throws {
        let response = HTTPResponse(status: 304, headerFields: [.eTag: "x"], body: hello.body)
        #expect(try exchange(.fault(.truncatedBody(response))).text.hasSuffix("\r\n\r\n"))
    }

    @Test(
        "stalled, endless and very slow replies last until the client disconnects or the server stops",
        arguments: [
            LoopbackServer.Fault.stall, .stallInBody(HTTPResponse(body: Data("hello".utf8))), .endlessBody,
            .endlessHeaders,
            .slow(HTTPResponse(body: Data(count: 100_000)), byteInterval: .milliseconds(1)),
        ],
        [true, false]
    )
    func endless(fault: LoopbackServer.Fault, clientDisconnects: Bool) async throws {
        let server = try server(.fault(fault))
        let client = try RawClient(port: server.port)
        client.send(get)
        await server.waitUntilReceived(1)
        if fault != .stall { #expect(client.read(until: "HTTP/1.1 200 OK\r\n").hasPrefix("HTTP/1.1 200 OK\r\n")) }
        if clientDisconnects { client.close() } else { server.stop() }
        await eventually { server.openConnectionCount == 0 }
    }

    static let invalid: [(text: String, status: Int)] = [
        ("nonsense\r\n\r\n", 400), ("GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "x", count: 70_000))\r\n\r\n", 431),
        ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999\r\n\r\nbody", 413),
        ("GET / HTTP/9.9\r\n\r\n", 505),
    ]

    @Test("an invalid request is rejected with the expected status and is not in received", arguments: invalid)
    func rejection(row: (text: String, status: Int)) throws {
        let server = try server(.response(hello))
        let response = try RawClient(port: server.port).exchange(row.text)
        #expect(response.text.hasPrefix("HTTP/1.1 \(row.status) "))
        #expect(server.received.isEmpty)
    }

    /// Returns a server on a random port outside the range from which the system assigns ports, so that another test
    /// is unlikely to take the port once it is free.
    private func serverOnUnassignedPort() throws -> LoopbackServer {
        for _ in 0..<100 {
            do {
                return try LoopbackServer(port: .random(in: 20_000..<32_000)) { _ in .response(hello) }
            } catch LoopbackServer.Failure.portTaken {}
        }
        return try server(.response(hello))
    }

    @Test("stop() frees the port, wakes up waiters and can be called twice")
    func stopping() async throws {
        let server = try serverOnUnassignedPort()
        let client = try RawClient(port: server.port)
        let waiting = Task { await server.waitUntilReceived(.max) }
        server.stop()
        server.stop()
        await waiting.value
        await server.waitUntilReceived(.max)
        #expect(client.exchange(get).text.isEmpty)
        let successor = try LoopbackServer(port: server.port) { _ in .response(HTTPResponse()) }
        #expect(successor.port == server.port)
    }

    @Test("waiting for requests ends when the task is cancelled")
    func cancelledWait() async throws {
        let server = try server(.response(hello))
        let waiting = Task { await server.waitUntilReceived(1) }
        waiting.cancel()
        await waiting.value
        #expect(server.received.isEmpty)
    }

    @Test("a server stops when it is deallocated")
    func deallocation() throws {
        var server: LoopbackServer? = try serverOnUnassignedPort()
        let port = try #require(server?.port)
        server = nil
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }

    @Test("a port that is already in use is named in the error")
    func takenPort() throws {
        let server = try server(.response(hello))
        #expect(throws: LoopbackServer.Failure.portTaken(server.port)) {
            try LoopbackServer(port: server.port) { _ in .response(HTTPResponse()) }
        }
        let failure = LoopbackServer.Failure.portTaken(80)
        #expect(failure.description == "port 80 is taken: choose another, or 0 for any free one")
        #expect(LoopbackServer.Failure.system("no").description == "the loopback server could not start: no")
    }

    @Test("a blocked handler does not delay other connections")
    func blockingHandler() async throws {
        let semaphore = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request in
            if request.url.path == "/blocked" { semaphore.wait() }
            return .response(HTTPResponse(body: Data("done".utf8)))
        }
        let blocked = try RawClient(port: server.port)
        blocked.send("GET /blocked HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        await server.waitUntilReceived(1)
        let free = try RawClient(port: server.port)
        #expect(free.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").bodies == ["done"])
        semaphore.signal()
        #expect(blocked.exchange("").bodies == ["done"])
    }

    @Test("requests are counted but not recorded if recordsRequests is false")
    func withoutRecording() async throws {
        let server = try LoopbackServer(recordsRequests: false) { _ in .response(HTTPResponse(status: 204)) }
        let client = try RawClient(port: server.port)
        client.send(get)
        await server.waitUntilReceived(1)
        #expect(server.received.isEmpty)
    }
}

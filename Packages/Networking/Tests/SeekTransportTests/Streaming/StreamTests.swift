#if os(Linux)
import Foundation
import SeekBasics
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("A streamed body arrives", .timeLimit(.minutes(3)))
struct StreamTests {
    private let transport = CurlTransport { $0.usesProxiesFromEnvironment = false }

    @Test(
        "whole and in order, however it is framed and whoever reads it how fast",
        arguments: [nil, 1_000, 65_537, 4_000_000],
        [0, 1, 5_000, 1_500_000]
    )
    func bytes(chunkSize: Int?, size: Int) async throws {
        let response = HTTPResponse(body: numbers(size))
        let server = try LoopbackServer { request in
            if request.url.path == "/short" { return .response(HTTPResponse(200, "short")) }
            return chunkSize.map { .chunked(response, chunkSize: $0) } ?? .response(response)
        }
        let fast = await transport.reading(try server.get())
        #expect(fast.status == 200)
        #expect(fast.error == nil)
        expectSame(fast.body, response.body)
        // Between two chunks, a whole request: meanwhile the buffer fills and the transfer pauses.
        let short = try server.get("/short")
        let slow = await transport.reading(try server.get()) { _ in _ = await transport.outcome(of: short) }
        #expect(slow.error == nil)
        expectSame(slow.body, response.body)
    }

    @Test("from any status, and head and fields come first", arguments: [200, 404, 503])
    func head(code: Int) async throws {
        let server = try LoopbackServer(always: .fault(.stallInBody(HTTPResponse(code, "half", [.eTag: "\"1\""]))))
        // The body never ends: the stream is there all the same.
        let stream = try await transport.stream(try server.get(), deadline: .now + .seconds(30))
        #expect(stream.status.code == code)
        #expect(stream.headerFields[.eTag] == "\"1\"")
    }

    @Test("empty where there is none", arguments: [HTTPRequest.Method.head, .get], [200, 204, 304])
    func empty(method: HTTPRequest.Method, code: Int) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(code, "")))
        let reading = await transport.reading(HTTPRequest(method: method, url: server.baseURL))
        #expect(reading.status == code)
        #expect(reading.chunks == 0)
        #expect(reading.error == nil)
    }

    @Test("to a request with a body, and the connection serves on")
    func post() async throws {
        let server = try LoopbackServer { .response(HTTPResponse(body: $0.body ?? Data())) }
        let body = numbers(700_000)
        for _ in 1...3 {
            let reading = await transport.reading(HTTPRequest(method: .post, url: server.baseURL, body: body))
            expectSame(reading.body, body)
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test("once, whoever reads it: two readers share its bytes")
    func shared() async throws {
        let server = try LoopbackServer(always: .chunked(HTTPResponse(body: numbers(2_000_000)), chunkSize: 10_000))
        let stream = try await transport.stream(try server.get(), deadline: .now + .seconds(30))
        let read = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...2 {
                group.addTask { try await stream.reduce(0) { $0 + $1.count } }
            }
            return try await group.reduce(0, +)
        }
        #expect(read == 2_000_000)
    }

    @Test("however the reader lets go of the transport meanwhile")
    func letGo() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(body: numbers(1_000_000))))
        let stream = try await CurlTransport { $0.usesProxiesFromEnvironment = false }
            .stream(try server.get(), deadline: .now + .seconds(30))
        #expect(try await stream.reduce(0) { $0 + $1.count } == 1_000_000)
    }

    @Test("with its progress told: the last report before the end tells all of it")
    func progress() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(body: numbers(2_000_000))))
        let request = try server.get()
        let last = Mutex(TransferProgress())
        let reading = await TransferProgress.observe { progress in
            last.withLock { $0 = progress }
        } during: {
            await transport.reading(request)
        }
        #expect(reading.body.count == 2_000_000)
        #expect(last.withLock { $0.received } == 2_000_000)
        #expect(last.withLock { $0.fraction } == 1)
    }

    @Test("only to a request that may be sent")
    func refused() async throws {
        let url = try #require(URL(string: "file:///etc/passwd"))
        #expect(await transport.reading(HTTPRequest(url: url)).word == .invalidRequest)
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        #expect(await transport.reading(try server.get(), within: .zero).word == .timedOut)
        #expect(server.acceptedConnections == 0)
    }
}
#endif

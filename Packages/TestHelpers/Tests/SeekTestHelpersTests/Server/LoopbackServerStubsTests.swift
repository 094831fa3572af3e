import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("LoopbackServer with stubs", .timeLimit(.minutes(1)))
struct LoopbackServerStubsTests {
    private func get(_ target: String, from server: LoopbackServer) throws -> RawClient.Response {
        try RawClient(port: server.port).exchange("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }

    @Test("stubs are served regardless of their origin, and requests are recorded")
    func responses() throws {
        let stubs = StubTransport([
            stub(
                .get,
                "https://api.example/users/{user}",
                returning: .closure { _, values in
                    HTTPResponse(json: ["login": .string(values["user"] ?? "")])
                }
            ),
            stub(.get, "/file", returning: .json(file: "youtube/search_no_items")),
            stub(.get, "/late", returning: .delayed(by: .milliseconds(5), .text("late"))),
        ])
        let server = try LoopbackServer(returning: stubs)
        #expect(try get("/users/octocat", from: server).bodies == [#"{"login":"octocat"}"#])
        #expect(try get("/file", from: server).bodies == [try load(.text("youtube/search_no_items.json"))])
        #expect(try get("/late", from: server).bodies == ["late"])
        #expect(stubs.received.map { $0.url.path() } == ["/users/octocat", "/file", "/late"])
        #expect(stubs.problems.isEmpty)
    }

    @Test("an unmatched request receives 404 with an explanation, and a stub whose fixture is missing returns 500")
    func unmatched() throws {
        let stubs = StubTransport([
            stub(.get, "/gone", returning: .json(file: "youtube/serch")),
            stub(.get, "https://api.example/a", returning: .text("")),
        ])
        let server = try LoopbackServer(returning: stubs)
        let text = try get("/b", from: server).text
        #expect(text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(
            text.contains("no stub for GET \(server.baseURL.absoluteString)/b; nearest: GET https://api.example/a (")
        )
        #expect(text.hasSuffix("path is /b, not /a\n"))
        let missing = try get("/gone", from: server).text
        #expect(missing.hasPrefix("HTTP/1.1 500 "))
        #expect(missing.contains("did you mean 'youtube/search'?"))
        #expect(stubs.problems.map(\.kind) == [.unmatchedRequest, .missingFixture, .wrongUseCount])
    }

    @Test("faults and transport errors of stubs break the connection")
    func faults() throws {
        let stubs = StubTransport([
            stub(.get, "/cut", returning: .fault(.truncatedBody(HTTPResponse(body: Data("hello".utf8))))),
            stub(.get, "/lost", returning: .failure(.connectionLost)),
            stub(
                .get,
                "/thrown",
                returning: .closure { (request: HTTPRequest) throws(NetworkError) in
                    throw .transport(.connectionLost, .init(request: request))
                }
            ),
        ])
        let server = try LoopbackServer(returning: stubs)
        #expect(try get("/cut", from: server).text.hasSuffix("\r\n\r\nhe"))
        #expect(try get("/lost", from: server).isReset)
        #expect(try get("/thrown", from: server).isReset)
    }

    @Test("a held response waits for its gate and a delayed one for the clock; a stubbed timeout sends no response")
    func waiting() async throws {
        let (gate, clock) = (Gate(), ManualClock())
        let stubs = StubTransport(
            [
                stub(.get, "/held", returning: .held(at: gate, .text("held"))),
                stub(.get, "/late", returning: .delayed(by: .seconds(9), .text("late"))),
                stub(.get, "/never", returning: .failure { .timedOut(.init(request: $0)) }),
            ],
            clock: clock
        )
        let server = try LoopbackServer(returning: stubs)
        let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
        for (client, target) in zip(clients, ["held", "late", "never"]) {
            client.send("GET /\(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        }
        await gate.waitForArrivals()
        await clock.waitForSleepers()
        await stubs.waitUntilReceived(3)
        gate.open()
        clock.advance(by: .seconds(9))
        #expect(clients[0].exchange("").bodies == ["held"])
        #expect(clients[1].exchange("").bodies == ["late"])
        server.stop()
        #expect(clients[2].exchange("").text.isEmpty)
    }

    @Test("a server can serve the stubs of the test's trait", .stubbed(stub(.get, "/a", returning: .text("trait"))))
    func current() throws {
        let server = try LoopbackServer(returning: .current)
        #expect(try get("/a", from: server).bodies == ["trait"])
    }
}

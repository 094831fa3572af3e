import Foundation
import Seek
import SeekAssistants
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

private let stateless: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
]

@Suite("A session")
struct SessionTests {
    @Test(
        "has the version that the client requests, or the latest",
        arguments: [
            ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-11-25", "2025-11-25"),
            ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"),
        ]
    )
    func versions(requested: String, negotiated: String) async throws {
        let connection = Connection(try SampleServer().server)
        let response = await connection.request("initialize", ["protocolVersion": .string(requested)])
        await connection.close()
        #expect(response["result"]["protocolVersion"].string == negotiated)
        #expect(response["result"]["serverInfo"]["name"] == "seek")
        #expect(response["result"]["resultType"].isNull)
    }

    @Test("is not needed by requests that state the version 2026-07-28")
    func discovery() async throws {
        let connection = Connection(try SampleServer().server)
        let discovery = await connection.request("server/discover", ["_meta": stateless])["result"]
        let list = await connection.request("tools/list", ["_meta": stateless])["result"]
        let resources = await connection.request("resources/list", ["_meta": stateless])["result"]
        let call = await connection.request(
            "tools/call",
            ["_meta": stateless, "name": "search_repositories", "arguments": ["query": "swift"]]
        )["result"]
        await connection.close()
        #expect(discovery["supportedVersions"] == ["2026-07-28"])
        #expect(list["resultType"] == "complete")
        #expect(list["cacheScope"] == "public")
        #expect(resources["cacheScope"] == "private")
        #expect(resources["ttlMs"] == 0)
        #expect(call["resultType"] == "complete")
        #expect(call["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "seek")
        #expect(!call.results.isEmpty)
    }

    @Test(
        "rejects requests with a mistake in the protocol",
        arguments: [
            ("tools/list", [:], -32602), ("server/discover", [:], -32602),
            ("tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2099-01-01"]], -32022),
            ("tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": 1]], -32602),
            ("tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]], -32602),
            ("ping", ["_meta": stateless], -32601), ("initialize", ["_meta": stateless], -32601),
            ("prompts/list", ["_meta": stateless], -32601),
            ("tools/call", ["_meta": stateless], -32602), ("tools/call", ["_meta": stateless, "name": "x"], -32602),
            ("tools/call", ["_meta": stateless, "name": 1], -32602),
            ("tools/call", ["_meta": stateless, "name": "search", "arguments": []], -32602),
            ("tools/list", ["_meta": stateless, "cursor": "x"], -32602),
            ("resources/read", ["_meta": stateless], -32602),
            ("resources/read", ["_meta": stateless, "uri": "seek://saved/x"], -32602),
        ] as [(String, JSONValue, Int)]
    )
    func mistakes(method: String, params: JSONValue, code: Int) async throws {
        let connection = Connection(try SampleServer().server)
        let error = await connection.request(method, params)["error"]
        await connection.close()
        #expect(error["code"].integer == code)
        #expect(error["message"].string?.isEmpty == false)
        if code == -32022 { #expect(error["data"]["supported"] == ["2026-07-28"]) }
    }

    @Test("responds to requests with string ids and to pings, and rejects the id of a running request")
    func ids() async throws {
        let sample = try SampleServer()
        let gate = Gate()
        sample.hold(at: gate)
        let connection = Connection(sample.server)
        #expect(await connection.request("ping", id: "a") == ["jsonrpc": "2.0", "id": "a", "result": [:]])
        connection.send([
            "jsonrpc": "2.0", "id": 7, "method": "tools/call",
            "params": ["_meta": stateless, "name": "search_repositories", "arguments": ["query": "swift"]],
        ])
        await gate.waitForArrivals()
        #expect(await connection.request("ping", id: 7)["error"]["code"] == -32600)
        gate.open()
        await connection.close()
        #expect(connection.received.count { $0["id"] == 7 } == 2)
    }

    @Test("cancels a request without a response, and cancellations of unknown requests have no effect")
    func cancellation() async throws {
        let sample = try SampleServer()
        let gate = Gate()
        sample.hold(at: gate)
        let connection = Connection(sample.server)
        func cancel(_ id: JSONValue) {
            connection.send(["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id]])
        }
        cancel(1)
        cancel(.null)
        connection.send([
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["_meta": stateless, "name": "search_repositories", "arguments": ["query": "swift"]],
        ])
        await gate.waitForArrivals()
        cancel(1)
        await gate.waitForCancellations()
        #expect(await connection.request("ping", id: 2)["result"] == [:])
        await connection.close()
        #expect(connection.received.map { $0["id"] } == [2])
    }

    @Test("ends after the running requests when the input is closed")
    func closedInput() async throws {
        let sample = try SampleServer()
        let gate = Gate()
        sample.hold(at: gate)
        let connection = Connection(sample.server)
        connection.send([
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["_meta": stateless, "name": "search_repositories", "arguments": ["query": "swift"]],
        ])
        connection.send(Array(#"{"jsonrpc":"2.0","id":2,"method":"pi"#.utf8))
        async let end: Void = connection.close()
        await gate.waitForArrivals()
        gate.open()
        await end
        #expect(connection.received.contains { $0["id"] == 1 && $0["result"]["isError"] == false })
    }

    @Test("reads no further requests while a client does not read its responses")
    func unreadResponses() async throws {
        let gate = Gate()
        let count = Mutex(0)
        let line = Array(#"{"jsonrpc":"2.0","id":"ID","method":"ping"}"#.utf8)
        let input = AsyncStream<[UInt8]> {
            count.withLock { count in
                count += 1
                let text = String(decoding: line, as: UTF8.self).replacing("ID", with: "\(count)")
                return count > 1_000 ? nil : Array((text + "\n").utf8)
            }
        }
        let server = try SampleServer().server
        let written = Mutex(0)
        let run = Task {
            await server.run(reading: input) { _ in
                _ = await gate.pass()
                written.withLock { $0 += 1 }
                return true
            }
        }
        await gate.waitForArrivals()
        await eventually("64 requests wait") { count.withLock { $0 } >= 65 }
        #expect(count.withLock { $0 } == 65)
        gate.open()
        await run.value
        #expect(written.withLock { $0 } == 1_000)
    }

    @Test("ends when the client is gone, and cancels its requests")
    func closedOutput() async throws {
        let sample = try SampleServer()
        let gate = Gate()
        sample.hold(at: gate)
        let connection = Connection(sample.server) { false }
        connection.send([
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["_meta": stateless, "name": "search_repositories", "arguments": ["query": "swift"]],
        ])
        await gate.waitForArrivals()
        for _ in 0..<10 { connection.send(["jsonrpc": "2.0", "id": 2, "method": "ping"]) }
        await connection.close()
        #expect(connection.received.isEmpty)
    }

    @Test("notifies of progress with the token of the request")
    func progress() async throws {
        let connection = Connection(try SampleServer().server)
        var meta = stateless
        meta["progressToken"] = "t"
        let response = await connection.request(
            "tools/call",
            ["_meta": meta, "name": "search", "arguments": ["query": "swift"]]
        )
        await connection.close()
        #expect(response["result"]["isError"] == false)
        let progress = connection.received.filter { $0["method"] == "notifications/progress" }.map { $0["params"] }
        #expect(progress.map { $0["progressToken"] }.allSatisfy { $0 == "t" })
        #expect(progress.last?["progress"] == 2)
        #expect(progress.last?["total"] == 2)
    }
}

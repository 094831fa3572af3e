#if os(Linux)
import Foundation
import SeekBasics
import SeekTestingSupport
import Testing

@testable import SeekRedis
@testable import SeekTestHelpers

@Suite("A connection to Redis", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct RedisConnectionTests {
    private let metrics = RedisMetrics()

    /// Returns a connection, by default with a timeout for a heavily loaded machine.
    private func connect(
        _ url: String,
        timeout: Duration = .seconds(20),
        connectionTimeout: Duration = .seconds(1)
    ) throws -> RedisConnection {
        let configuration = RedisConnection.Configuration(
            address: try RedisAddress(url),
            timeout: timeout,
            connectionTimeout: connectionTimeout
        )
        return RedisConnection(configuration, metrics: metrics)
    }

    @Test("sends commands and returns replies of each kind")
    func replies() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url)
        #expect(try await redis.send(["SET", "key", .bytes(Data([0, 255, 10]))]) == .bytes(Data("OK".utf8)))
        #expect(try await redis.send(["GET", "key"]) == .bytes(Data([0, 255, 10])))
        #expect(try await redis.send(["GET", "missing"]) == .null)
        #expect(try await redis.send(["INCR", "n"]) == .integer(1))
        #expect(try await redis.send(["MGET", "n", "missing"]) == .array([.bytes(Data("1".utf8)), .null]))
        let error = await #expect(throws: RedisError.self) { try await redis.send(["INCR", "key"]) }
        #expect(error == .rejected(code: "ERR", message: "value is not an integer or out of range"))
        #expect(metrics.counters.commands == 6)
    }

    @Test("returns values of all sizes, including those larger than the buffers of the socket")
    func sizes() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url)
        for size in [0, 1, 35_000, 131_072, 3_000_000] {
            let value = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            _ = try await redis.send(["SET", "key", .bytes(value)])
            #expect(try await redis.send(["GET", "key"]).bytes == value)
        }
        // The sum of the sizes is 3,166,073.
        #expect(metrics.counters.bytesSent > 3_166_000)
        #expect(metrics.counters.bytesReceived > 3_166_000)
    }

    @Test("many callers share one connection, and each receives its own reply")
    func pipelining() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url)
        let isOwnReply = try await withThrowingTaskGroup(of: Bool.self) { group in
            for caller in 0..<200 {
                group.addTask { try await redis.send(["ECHO", .text("\(caller)")]).text == "\(caller)" }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(!isOwnReply.contains(false))
        // The server counts the connection of this command as well.
        #expect(try server.execute("INFO", "clients").contains("connected_clients:2\r\n"))
    }

    @Test("authenticates and selects the database")
    func handshake() async throws {
        let server = try await RedisServer(["--requirepass", "p@ss"])
        let redis = try connect("unix://:p@ss@\(server.path)?db=3")
        _ = try await redis.send(["SET", "key", "value"])
        #expect(try await redis.send(["CLIENT", "INFO"]).text?.contains("db=3") == true)
    }

    @Test("connects to a port")
    func port() async throws {
        let server = try await RedisServer(listensOnTCP: true)
        let redis = try connect("redis://127.0.0.1:\(#require(server.port))")
        #expect(try await redis.send(["PING"]).text == "PONG")
    }

    @Test(
        "reports why the server cannot be used, but not the password",
        arguments: [("unix://", "NOAUTH"), ("unix://:secret@", "WRONGPASS"), ("unix://me:secret@", "WRONGPASS")]
    )
    func authentication(scheme: String, code: String) async throws {
        let server = try await RedisServer(["--requirepass", "other"])
        let redis = try connect(scheme + server.path)
        for _ in 0..<2 {
            let error = try await #require(throws: RedisError.self) { try await redis.send(["PING"]) }
            guard case .rejected(code, _) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!error.description.contains("secret"))
        }
    }

    @Test("a missing server is an error at once, not a timeout")
    func missing() async throws {
        let redis = try connect("unix:///nonexistent/redis.sock")
        await #expect(throws: RedisError.unavailable("No such file or directory")) { try await redis.send(["PING"]) }
        #expect(metrics.counters.timeouts == 0)
    }

    @Test("a script is sent once, and again after the server has removed it")
    func scripts() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url)
        let script = RedisScript("return {KEYS[1], ARGV[1], ARGV[2]}")
        let result = RedisValue.array([.bytes(Data("k".utf8)), .bytes(Data("a".utf8)), .bytes(Data("1".utf8))])
        #expect(try await redis.run(script, keys: ["k"], ["a", 1]) == result)
        // The server rejected the digest of the script, which was then sent itself.
        #expect(metrics.counters.commands == 2)
        #expect(try await redis.run(script, keys: ["k"], ["a", 1]) == result)
        #expect(metrics.counters.commands == 3)
        try server.execute("SCRIPT", "FLUSH")
        #expect(try await redis.run(script, keys: ["k"], ["a", 1]) == result)
    }

    @Test("after a crash of the server, commands fail until it is back")
    func crash() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url)
        _ = try await redis.send(["PING"])
        server.kill()
        await eventually("a command fails") { (try? await redis.send(["PING"])) == nil }
        try await server.start()
        await eventually("a command succeeds") { (try? await redis.send(["PING"])) != nil }
        #expect(metrics.counters.reconnections == 1)
    }

    @Test("a server that does not reply costs one timeout, and later commands fail at once")
    func unresponsiveServer() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url, timeout: .milliseconds(200))
        await eventually("the connection is open") { (try? await redis.send(["PING"])) != nil }
        server.suspend()
        let timeoutsBefore = metrics.counters.timeouts
        await #expect(throws: RedisError.timedOut) { try await redis.send(["PING"]) }
        for _ in 0..<100 { await #expect(throws: RedisError.self) { try await redis.send(["PING"]) } }
        #expect(metrics.counters.timeouts == timeoutsBefore + 1)
        server.resume()
        await eventually("a command succeeds") { (try? await redis.send(["PING"])) != nil }
    }

    @Test("a connection that the server closed while idle is opened again without an error")
    func idle() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url)
        _ = try await redis.send(["PING"])
        for _ in 0..<5 {
            try server.execute("CLIENT", "KILL", "TYPE", "normal")
            #expect(try await redis.send(["PING"]).text == "PONG")
        }
    }

    @Test("a connection that cannot be opened in time costs one timeout, and later commands fail at once")
    func slowConnection() async throws {
        // A server whose queue of connections is full does not respond to further ones.
        let server = try Socket.listening(on: 0)
        #expect(listen(server.descriptor, 0) == 0)
        let first = try Socket.connected(to: server.localPort)
        defer { for socket in [first, server] { socket.close() } }
        let redis = try connect(
            "redis://127.0.0.1:\(server.localPort)",
            timeout: .milliseconds(50),
            connectionTimeout: .seconds(3_600)
        )
        for _ in 0..<3 { await #expect(throws: RedisError.timedOut) { try await redis.send(["PING"]) } }
        #expect(!redis.acceptsCommands)
        #expect(metrics.counters.timeouts == 1)
    }

    @Test("a cancelled caller stops waiting, and the replies to the other callers are not mixed up")
    func cancellation() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url, timeout: .seconds(3_600))
        _ = try await redis.send(["PING"])
        server.suspend()
        let cancelled = Task { try await redis.send(["ECHO", "cancelled"], isCancellable: true) }
        let other = Task { try await redis.send(["ECHO", "other"], isCancellable: true) }
        await eventually("both commands are submitted") { metrics.counters.commands == 3 }
        cancelled.cancel()
        await #expect(throws: RedisError.cancelled) { try await cancelled.value }
        server.resume()
        #expect(try await other.value.text == "other")
        #expect(try await redis.send(["ECHO", "next"]).text == "next")
    }

    @Test("a caller that is already cancelled sends nothing, unless its command must not be interrupted")
    func cancelledBefore() async throws {
        let server = try await RedisServer()
        let redis = try connect(server.url)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await redis.send(["SET", "key", "value"])
            _ = try await redis.send(["SET", "key", "other"], isCancellable: true)
        }
        await #expect(throws: RedisError.cancelled) { try await task.value }
        #expect(try server.execute("GET", "key") == "value")
        #expect(metrics.counters.commands == 1)
    }

    @Test("deallocation closes the connection")
    func deallocation() async throws {
        let server = try await RedisServer()
        var redis: RedisConnection? = try connect(server.url)
        _ = try await redis?.send(["PING"])
        redis = nil
        try await eventually("the connection is closed") {
            try server.execute("CLIENT", "LIST").split(separator: "\n").count == 1
        }
    }
}
#endif

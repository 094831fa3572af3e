#if os(Linux)
import Glibc
import SeekTestHelpers
import Testing

@Suite("A Redis server for tests", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct RedisServerTests {
    @Test("starts empty and executes commands")
    func commands() async throws {
        let server = try await RedisServer()
        #expect(try server.execute("PING") == "PONG")
        #expect(try server.execute("DBSIZE") == "0")
        #expect(try server.execute("GET", "missing") == "")
        try server.execute("RPUSH", "list", "a", "b\r\nc")
        #expect(try server.execute("LRANGE", "list", "0", "-1") == "a\nb\r\nc")
        #expect(try server.execute("NOTHING").hasPrefix("ERR unknown command"))
    }

    @Test("a server with a password executes commands only with that password")
    func password() async throws {
        let server = try await RedisServer(["--requirepass", "secret"])
        #expect(try server.execute("PING").hasPrefix("NOAUTH"))
        #expect(try server.execute("PING", password: "wrong").hasPrefix("NOAUTH"))
        #expect(try server.execute("PING", password: "secret") == "PONG")
    }

    @Test("loses its data when it is killed, unless it persists the data")
    func restart() async throws {
        for options in [[], ["--appendonly", "yes", "--appendfsync", "always"]] {
            let server = try await RedisServer(options)
            try server.execute("SET", "key", "value")
            server.kill()
            #expect(throws: RawClient.Failure.self) { try server.execute("PING") }
            try await server.start()
            #expect(try server.execute("GET", "key") == (options.isEmpty ? "" : "value"))
        }
    }

    @Test("reports why it did not start")
    func invalidOption() async throws {
        let failure = try await #require(throws: ChildProgram.Failure.self) {
            try await RedisServer(["--nonsense", "1"])
        }
        #expect(failure.description.contains("nonsense"))
    }

    @Test("stops when it is deallocated")
    func deallocation() async throws {
        let pid = try await Int32(
            #require(RedisServer().execute("INFO", "server").firstMatch(of: /process_id:(\d+)/)?.1)
        )
        #expect(kill(try #require(pid), 0) == -1)
    }

    @Test("listens on a TCP port if requested")
    func port() async throws {
        let server = try await RedisServer(listensOnTCP: true)
        let client = try RawClient(port: #require(server.port))
        client.send("PING\r\n")
        #expect(client.read(until: "\r\n") == "+PONG\r\n")
    }
}
#endif

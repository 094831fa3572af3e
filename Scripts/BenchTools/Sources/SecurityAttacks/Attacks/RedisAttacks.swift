#if os(Linux)
import BenchKit
import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers

extension Attack {
    /// Attacks by a Redis server, and by a client that may write to it.
    static let redisAttacks = [
        Attack("numbers in the keys of Redis beyond their range") { try await redisNumbers() },
        Attack("replies of Redis beyond their range, and without end") { try await redisReplies() },
        Attack("a private response for another user of Redis") { try await privateResponse() },
        Attack("an entry of Redis under the key of another URL") { try await movedEntry() },
    ]

    private static func redisNumbers() async throws -> String? {
        let redis = try await RedisServer()
        let server = try LoopbackServer { searchPage($0) }
        defer { server.stop() }
        let variables = ["SEEK_REDIS_URL": redis.url]
        for number in ["9223372036854775807", "-9223372036854775808", "1e308", "nan"] {
            let environment = try AttackEnvironment()
            for name in ["repos", "videos"] {
                _ = await environment.seek(name, "before", server: server, environment: variables)
            }
            // Limits of GitHub are stored only if it reports them.
            try redis.execute("HSET", "seek:{x}:limits", "blocked", number)
            for key in try redis.execute("KEYS", "seek:*").split(separator: "\n").map(String.init) {
                if key.contains(":quota:20") {
                    try redis.execute("HSET", key, "used", number, "granted", number)
                } else if key.hasSuffix(":limits") {
                    try redis.execute("HSET", key, "blocked", number, "limit:search", "30 0 9 \(number)")
                }
            }
            // The attack succeeds if this process traps, or if GitHub, which has no daily quota, can be blocked.
            for arguments in ["quota", "videos"] {
                _ = await environment.seek(arguments, "after", server: server, environment: variables)
            }
            let outcome = await environment.seek("repos", "after", server: server, environment: variables)
            if outcome.status != .success { return "\(number): \(outcome.messages)" }
            try redis.execute("FLUSHALL")
        }
        return nil
    }

    private static func redisReplies() async throws -> String? {
        let time = "*2\r\n$10\r\n1790000000\r\n$1\r\n0\r\n"
        let part = String(repeating: "A", count: 65_536)
        let servers = [
            try ScriptedRedis(time: "*2\r\n$19\r\n9223372036854775807\r\n$1\r\n0\r\n"),
            try ScriptedRedis(time: time, reply: "*3\r\n$-1\r\n:-9223372036854775808\r\n$5\r\nfresh\r\n"),
            try ScriptedRedis(time: time, reply: "*4\r\n$3\r\nyes\r\n:9223372036854775807\r\n:-1\r\n:9\r\n"),
            try ScriptedRedis(time: time, reply: "$100000000000\r\n\(part)", isEndless: true),
            try ScriptedRedis(time: time, reply: "*2\r\n$1\r\n7\r\n*0\r\n", isEndless: true),
        ]
        for (index, redis) in servers.enumerated() {
            let server = try LoopbackServer { searchPage($0) }
            defer { server.stop() }
            let environment = try AttackEnvironment()
            for name in ["repos", "videos"] {
                let variables = ["SEEK_REDIS_URL": redis.url]
                let outcome = await environment.seek(name, "x", server: server, environment: variables)
                if outcome.status != .success { return "script \(index), \(name): \(outcome.messages)" }
            }
        }
        return nil
    }

    /// The server recognizes users by something other than a credential of Seek, such as their address.
    private static func privateResponse() async throws -> String? {
        let redis = try await RedisServer()
        for fields in [
            [.cacheControl: "private, max-age=600"], [.cacheControl: "max-age=600"],
            [.cacheControl: "public, max-age=600", "Set-Cookie": "session=secret"],
        ] as [HTTPFields] {
            let server = try LoopbackServer { request in json("\"page of one user at \(request.url.path())\"", fields) }
            defer { server.stop() }
            let api = try LoopbackServer { searchPage($0) }
            defer { api.stop() }
            for user in 1...2 {
                _ = await (try AttackEnvironment()).seek(
                    "api",
                    "\(server.baseURL.absoluteString)/me",
                    server: api,
                    environment: ["SEEK_REDIS_URL": redis.url]
                )
                if server.received.count != user { return "user \(user) received the response of another: \(fields)" }
            }
            for key in try redis.execute("KEYS", "*").split(separator: "\n") {
                if try redis.execute("TYPE", String(key)) != "string" { continue }
                if try redis.execute("GET", String(key)).contains("one user") { return "stored in Redis: \(fields)" }
            }
        }
        return nil
    }

    private static func movedEntry() async throws -> String? {
        let redis = try await RedisServer()
        let server = try LoopbackServer { request in
            let name = request.url.query()?.contains("forged") == true ? "forged" : "honest"
            return json(repositories(name), [.cacheControl: "max-age=600"])
        }
        defer { server.stop() }
        func search(_ text: String) async throws -> AttackEnvironment.Outcome {
            await (try AttackEnvironment())
                .seek("repos", text, server: server, environment: ["SEEK_REDIS_URL": redis.url])
        }
        for text in ["forged", "honest"] { _ = try await search(text) }
        let keys = try redis.execute("KEYS", "*:response:*").split(separator: "\n").map(String.init)
        guard let source = keys.first(where: { $0.contains("forged") }),
            let target = keys.first(where: { $0.contains("honest") })
        else { return "cannot be run: nothing was shared" }
        try redis.execute("COPY", source, target, "REPLACE")
        let outcome = try await search("honest")
        return outcome.output.contains("forged") ? "the other response was used" : nil
    }

    /// Returns a page of results of either service.
    static func searchPage(_ request: HTTPRequest) -> LoopbackServer.Reply {
        let fields: HTTPFields = [.cacheControl: "max-age=600"]
        guard request.url.path().contains("youtube") else { return json(repositories("swift"), fields) }
        return json(#"{"pageInfo":{"totalResults":0,"resultsPerPage":0},"items":[]}"#, fields)
    }
}
#endif

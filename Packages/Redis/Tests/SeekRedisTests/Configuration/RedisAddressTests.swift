import Testing

@testable import SeekRedis

@Suite("The address of a Redis server")
struct RedisAddressTests {
    struct Row: Sendable {
        var url: String
        var endpoint: RedisAddress.Endpoint
        var authentication: [String]?
        var database = 0
    }

    private static let rows: [Row] = [
        Row(url: "redis://cache.example", endpoint: .host("cache.example", port: 6_379)),
        Row(url: "REDIS://cache.example/", endpoint: .host("cache.example", port: 6_379)),
        Row(url: "redis://127.0.0.1:7000/3", endpoint: .host("127.0.0.1", port: 7_000), database: 3),
        Row(url: "redis://[::1]:7000", endpoint: .host("::1", port: 7_000)),
        Row(url: "redis://[::1]", endpoint: .host("::1", port: 6_379)),
        Row(url: "redis://:pass@host", endpoint: .host("host", port: 6_379), authentication: ["AUTH", "pass"]),
        Row(
            url: "redis://me:p%2F%3A%40s@host",
            endpoint: .host("host", port: 6_379),
            authentication: ["AUTH", "me", "p/:@s"]
        ),
        Row(
            url: "redis://me:p:a@ss@host/1",
            endpoint: .host("host", port: 6_379),
            authentication: ["AUTH", "me", "p:a@ss"],
            database: 1
        ),
        Row(url: " redis://host:7000\n", endpoint: .host("host", port: 7_000)),
        Row(url: "unix:///run/redis.sock ", endpoint: .unixSocket(path: "/run/redis.sock")),
        Row(url: "redis://:a#b?c@host", endpoint: .host("host", port: 6_379), authentication: ["AUTH", "a#b?c"]),
        Row(url: "unix:///run/redis.sock", endpoint: .unixSocket(path: "/run/redis.sock")),
        Row(url: "unix:///run/a%20b.sock?db=2", endpoint: .unixSocket(path: "/run/a b.sock"), database: 2),
        Row(url: "unix:///run/a@b.sock", endpoint: .unixSocket(path: "/run/a@b.sock")),
        Row(
            url: "unix://:p@ss@/run/a@b.sock",
            endpoint: .unixSocket(path: "/run/a@b.sock"),
            authentication: ["AUTH", "p@ss"]
        ),
        Row(
            url: "unix://:pass@/run/redis.sock",
            endpoint: .unixSocket(path: "/run/redis.sock"),
            authentication: ["AUTH", "pass"]
        ),
    ]

    @Test("is parsed from a URL", arguments: rows)
    func valid(_ row: Row) throws {
        let address = try RedisAddress(row.url)
        #expect(address.endpoint == row.endpoint)
        #expect(address.authentication == row.authentication)
        #expect(address.database == row.database)
    }

    @Test(
        "is rejected with an error that contains the reason but not the password",
        arguments: [
            ("cache.example", "redis://"), ("http://secret@host", "user:password"), ("http://host", "scheme"),
            ("redis://", "host"), ("redis://:secret@", "host"), ("redis://host:x", "port"), ("redis://host:0", "port"),
            ("redis://host:70000", "port"), ("redis://::1", "brackets"), ("redis://[::1:6379", "brackets"),
            ("redis://host/x", "database"), ("redis://host/-1", "database"),
            ("redis://secret@host", "user:password"), ("redis://:se/cret@host", "%2F"),
            ("unix://:se/cret@/run/redis.sock", "%2F"),
            ("redis://:@host", "user:password"),
            ("unix://run/redis.sock", "absolute"), ("unix:///", "absolute"), ("unix:///a?x=1", "db"),
            ("rediss://:secret@host", "TLS"), ("", "redis://"),
            ("redis://:sec%a@re:t/d#1@127.0.0.1:7391", "%2F %23 %40 %3A and %25"),
            ("redis://:secret%zz@host", "%25"), ("redis://:secret%2@host", "%25"), ("unix:///run/%", "%25"),
            ("redis://host:7391?db=3", "/3"), ("redis://host:", "port"), ("redis://host:7391 /3", "white space"),
            ("unix://:secret@x/y@/run/redis.sock", "%2F %23 %40 %3A and %25"), ("unix://host:7391", "redis://HOST"),
            ("redis://run/redis.sock", "unix:///PATH"), ("unix://:secret@host", "redis://HOST"),
        ]
    )
    func invalid(url: String, reason: String) throws {
        let error = try #require(throws: RedisError.self) { try RedisAddress(url) }
        #expect(error.description.contains(reason))
        #expect(!error.description.contains("secret"))
        #expect(error.errorDescription == error.description)
    }

    @Test(
        "is described without the credentials",
        arguments: [
            ("redis://me:secret@cache.example", "cache.example:6379"), ("redis://[::1]:7000/3", "[::1]:7000/3"),
            ("unix://:secret@/run/redis.sock", "/run/redis.sock"), ("unix:///run/a.sock?db=2", "/run/a.sock?db=2"),
        ]
    )
    func description(url: String, description: String) throws {
        #expect(try RedisAddress(url).description == description)
    }
}

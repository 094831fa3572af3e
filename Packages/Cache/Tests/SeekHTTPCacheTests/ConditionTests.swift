import Foundation
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// Conditions of the client (RFC 9110 §13, RFC 9111 §4.3.2) and of the cache (§4.3.1).
@Suite("Conditional requests")
struct ConditionTests {
    private static func date(_ seconds: Double) -> String { CacheTestClient.date(seconds) }

    @Test(
        "the tags in If-None-Match are compared weakly with the tag of a fresh response",
        arguments: [
            ("\"abc\"", "\"abc\"", 304), ("\"abc\"", "\"x\", \"abc\", \"y\"", 304), ("\"abc\"", "\"x\",\"abc\"", 304),
            ("\"abc\"", "\"x\"", 200), ("W/\"abc\"", "W/\"abc\"", 304), ("W/\"abc\"", "\"abc\"", 304),
            ("\"abc\"", "W/\"abc\"", 304),
            ("\"abc\"", "*", 304), ("\"a,c\"", "\"x\", \"a,c\"", 304), ("\"a,c\"", "\"a\", \"c\"", 200),
            ("\"abcü\"", "\"abcü\"", 304), ("\"\u{E9}\"", "\"e\u{301}\"", 200),
            ("abc", "abc", 304), ("\"abc\"", "\"ABC\"", 200), ("\"abc\"", "", 200), ("w/\"abc\"", "w/\"abc\"", 304),
        ]
    )
    func ifNoneMatch(tag: String, condition: String, code: Int) async {
        let client = CacheTestClient()
        let fields: HTTPFields = [
            .cacheControl: "max-age=60", .eTag: tag, .contentType: "text/plain", .contentLength: "1", .vary: "Accept",
            .contentLocation: "/x", .expires: Self.date(9), .date: Self.date(0),
        ]
        _ = await client.send(returning: response(fields))
        let later = await client.send(at: 3, .get, [.ifNoneMatch: condition])
        #expect(later.isCached)
        #expect(later.code == code)
        #expect(later.body == (code == 304 ? "" : "1"))
        for name in ["ETag", "Cache-Control", "Vary", "Content-Location", "Expires", "Date", "Age"] {
            #expect(later.field(name) != nil, "\(name)")
        }
        if code == 304 {
            #expect(later.field("Content-Length") == nil)
            #expect(later.field("Content-Type") == nil)
        }
    }

    @Test("a response without a tag matches only If-None-Match: *")
    func noTag() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60"]))
        #expect(await client.send(.get, [.ifNoneMatch: "\"x\""]).code == 200)
        #expect(await client.send(.get, [.ifNoneMatch: "*"]).code == 304)
        #expect(await client.send(.head, [.ifNoneMatch: "*"]).code == 304)
    }

    @Test(
        "If-Modified-Since is compared with the Last-Modified, Date or time of arrival of a fresh response",
        arguments: [
            ([.lastModified: date(-3_000)], date(-3_000), 304), ([.lastModified: date(-3_000)], date(-2_000), 304),
            ([.lastModified: date(-3_000)], date(-4_000), 200), ([.date: date(-50)], date(-50), 304),
            ([.date: date(-50)], date(-60), 200), ([:], date(0), 304), ([:], date(-1), 200),
            ([.lastModified: date(-3_000)], "never", 200),
            ([.lastModified: "Saturday, 14-Jan-80 00:00:00 GMT"], date(0), 304),
        ] as [(HTTPFields, String, Int)]
    )
    func ifModifiedSince(fields: HTTPFields, condition: String, code: Int) async {
        let client = CacheTestClient()
        var fields = fields
        fields[.cacheControl] = "max-age=60"
        _ = await client.send(returning: response(fields))
        let later = await client.send(at: 3, .get, [.ifModifiedSince: condition])
        #expect(later.isCached)
        #expect(later.code == code)
        // If-None-Match takes precedence.
        let both = await client.send(at: 3, .get, [.ifModifiedSince: condition, .ifNoneMatch: "\"other\""])
        #expect(both.isCached)
        #expect(both.code == 200)
    }

    @Test("the conditions of a request apply only to a stored response with status 200")
    func otherStatuses() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60", .eTag: "\"x\""], 404))
        #expect(await client.send(.get, [.ifNoneMatch: "\"x\""]).code == 404)
    }

    @Test(
        "a stale response is validated by its own validators; the cache then evaluates the client's condition"
    )
    func staleResponse() async {
        let client = CacheTestClient()
        let fields: HTTPFields = [.cacheControl: "max-age=2", .lastModified: Self.date(-3_000), .eTag: "\"v1\""]
        _ = await client.send(returning: response(fields))
        let same = await client.send(at: 3, .get, [.ifModifiedSince: Self.date(-3_000)], returning: response([:], 304))
        #expect(same.code == 304)
        #expect(same.isRevalidated)
        #expect(same.sentField("If-None-Match") == "\"v1\"")
        #expect(same.sentField("If-Modified-Since") == Self.date(-3_000))
        let older = await client.send(at: 6, .get, [.ifNoneMatch: "\"v0\""], returning: response([:], 304))
        #expect(older.code == 200)
        #expect(older.body == "1")
        #expect(older.sentField("If-None-Match") == "\"v1\"")
        let newer = await client.send(
            at: 9,
            .get,
            [.ifNoneMatch: "\"v2\""],
            returning: response([.cacheControl: "max-age=60", .eTag: "\"v2\""])
        )
        #expect(newer.code == 304)
        #expect(newer.body == "")
        #expect(await client.send(at: 10).body == "4")
    }

    @Test("without stored validators, the client's condition is forwarded and the 304 is returned")
    func forwarded() async {
        let client = CacheTestClient()
        let conditions: HTTPFields = [.ifNoneMatch: "abc, \"d\"", .ifModifiedSince: Self.date(-1)]
        let first = await client.send(.get, conditions, returning: response([.cacheControl: "max-age=60"], 304))
        #expect(first.code == 304)
        #expect(first.sentField("If-None-Match") == "abc, \"d\"")
        #expect(first.sentField("If-Modified-Since") == Self.date(-1))
        #expect(
            await client.send(.get, [.ifNoneMatch: "\"d\""], returning: response([.cacheControl: "max-age=60"])).body
                == "2"
        )
        #expect(await client.send(at: 1).body == "2")
        // The condition is also forwarded if the stored response has no validators.
        let stale = await client.send(at: 60, .get, [.ifNoneMatch: "\"d\""], returning: response([:], 304))
        #expect(stale.code == 304)
        #expect(!stale.isRevalidated)
        #expect(stale.sentField("If-None-Match") == "\"d\"")
    }

    @Test("a stale response is validated by its tag, weak or strong; without validators, it is fetched again")
    func validators() async {
        for tag in ["\"abc\"", "W/\"abc\"", "abc"] {
            let client = CacheTestClient()
            _ = await client.send(returning: response([.cacheControl: "max-age=2", .eTag: tag]))
            let later = await client.send(at: 3, returning: response([.cacheControl: "max-age=2"], 304))
            #expect(later.sentField("If-None-Match") == tag)
            #expect(later.isRevalidated)
            #expect(later.body == "1")
            #expect(later.sentField("If-Modified-Since") == nil)
            #expect(later.code == 200)
        }
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=2"]))
        let later = await client.send(at: 3, returning: response())
        #expect(later.sentField("If-None-Match") == nil)
        #expect(later.sentField("If-Modified-Since") == nil)
        #expect(later.body == "2")
    }

    @Test("If-Match and If-Unmodified-Since are forwarded")
    func originConditions() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60", .eTag: "\"a\""]))
        for field in ["If-Match" as HTTPField.Name, "If-Unmodified-Since"] {
            let later = await client.send(.get, [field: "\"a\""], returning: response([:], 412))
            #expect(later.code == 412)
            #expect(later.sent.count == 1)
        }
        #expect(await client.send().body == "1")
    }
}

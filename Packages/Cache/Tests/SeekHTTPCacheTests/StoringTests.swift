import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// Whether, under which key and for how long responses are stored (RFC 9111 §3).
@Suite("Storing")
struct StoringTests {
    private static let fresh: HTTPFields = [.cacheControl: "max-age=3600"]

    @Test(
        "does not store a response that forbids it, cannot be reused, or is incomplete",
        arguments: [
            [.cacheControl: "no-store"], [.cacheControl: "max-age=60, No-StOrE"],
            [.cacheControl: "max-age=60", .vary: "*"],
            [.cacheControl: "max-age=60", .vary: "Accept, *"], [.cacheControl: "no-cache"],
            [.cacheControl: "max-age=0, must-revalidate, no-cache"],
            [.cacheControl: "max-age=60", .contentLength: "5000"],
            [.cacheControl: "max-age=60", .vary: "not a token"],
        ] as [HTTPFields]
    )
    func notStored(fields: HTTPFields) async {
        let client = CacheTestClient()
        _ = await client.send(returning: response(fields))
        #expect(client.store.entries.withLock { $0.isEmpty })
    }

    @Test(
        "does not store an unrequested 206, or a 304, 412 or 416",
        arguments: [206, 304, 412, 416]
    )
    func statuses(code: Int) async {
        let client = CacheTestClient()
        _ = await client.send(returning: response(Self.fresh, .init(code: code)))
        #expect(await client.send(returning: response()).body == "2")
    }

    @Test(
        "must-understand overrides no-store for a known status, and prevents storing for an unknown status",
        arguments: [(200, true), (404, true), (599, false)]
    )
    func mustUnderstand(code: Int, isStored: Bool) async {
        let client = CacheTestClient()
        let status = HTTPResponse.Status(code: code)
        _ = await client.send(returning: response([.cacheControl: "max-age=3600, no-store, must-understand"], status))
        #expect(await client.send(at: 1, returning: response()).isCached == isStored)
        let secondClient = CacheTestClient()
        _ = await secondClient.send(returning: response([.cacheControl: "max-age=3600, must-understand"], status))
        #expect(await secondClient.send(at: 1, returning: response()).isCached == isStored)
    }

    @Test(
        "does not store if the request is not a GET, or has no-store, a body, or an unsupported range or condition"
    )
    func requests() async {
        let table: [(HTTPRequest.Method, HTTPFields, String?)] = [
            (.get, [.cacheControl: "no-store"], nil), (.post, [:], "x"), (.put, [:], "x"), (.get, [:], "body"),
            (.get, [.ifMatch: "\"x\""], nil), (.get, [.ifUnmodifiedSince: CacheTestClient.date(0)], nil),
            (.head, [:], nil),
            (.get, [.range: "bytes=0-1,3-4"], nil), (.get, [.range: "lines=1-2"], nil),
        ]
        for (method, fields, body) in table {
            let client = CacheTestClient()
            _ = await client.send(method, fields, body: body, returning: response(Self.fresh))
            #expect(await client.send(at: 1, returning: response()).body == "2", "\(method) \(fields)")
        }
    }

    @Test("omits hop-by-hop fields and those that Connection lists, except the ones that caching depends on")
    func connectionFields() async {
        let client = CacheTestClient()
        let fields: HTTPFields = [
            .cacheControl: "max-age=3600", .connection: "a, B, cache-control", "A": "1", "b": "2",
            "c": "3",
            "Keep-Alive": "x", "Proxy-Authenticate": "x", "Proxy-Authentication-Info": "x",
            "Proxy-Authorization": "x", "Proxy-Connection": "x", "TE": "x", "Trailer": "x",
            "Transfer-Encoding": "x", "Upgrade": "x",
        ]
        let first = await client.send(returning: response(fields))
        #expect(first.field("a") == "1")
        #expect(first.field("Upgrade") == "x")
        let second = await client.send(at: 1)
        #expect(second.isCached)
        #expect(second.field("c") == "3")
        #expect(second.field("Cache-Control") == "max-age=3600")
        for omitted in fields.map(\.name) where omitted != .cacheControl && omitted != "c" {
            #expect(second.field(omitted.rawName) == nil, "\(omitted)")
        }
    }

    @Test(
        "stores fields other than hop-by-hop fields and cookies, in order, with duplicates and the case of their names",
        arguments: [
            "Test-Header", "X-Test-Header", "Content-Foo", "Content-Location", "Content-MD5", "Content-Range",
            "Content-Type",
            "Content-Security-Policy", "Clear-Site-Data", "Public-Key-Pins",
            "X-Frame-Options",
            "Content-Encoding", "Warning", "SOURCEMAP",
        ]
    )
    func fields(rawName: String) async throws {
        let client = CacheTestClient()
        let field = try #require(HTTPField.Name(rawName))
        let fields: HTTPFields = [
            .cacheControl: "max-age=3600", field: "one, \"two\"", "Other": "x", field: "b=ü",
        ]
        _ = await client.send(returning: response(fields))
        let hit = await client.send(at: 1)
        #expect(hit.isCached)
        #expect(hit.response?.headerFields[values: field] == ["one, \"two\"", "b=ü"])
        #expect(hit.response?.headerFields.filter { $0.name == field }.map(\.name.rawName) == [rawName, rawName])
        #expect(hit.response?.headerFields.prefix(4).map(\.value) == fields.map(\.value))
    }

    @Test("serves the fields listed by no-cache from a stored response only if that response was just validated")
    func withheld() async {
        let client = CacheTestClient()
        let fields: HTTPFields = [
            .cacheControl: "no-cache=\"a, B\"", "Cache-Control": "max-age=60", "a": "1", "b": "2",
            "c": "3",
            .eTag: "\"v\"",
        ]
        #expect(await client.send(returning: response(fields)).field("a") == "1")
        let hit = await client.send(at: 1)
        #expect(hit.isCached)
        #expect(hit.field("a") == nil)
        #expect(hit.field("b") == nil)
        #expect(hit.field("c") == "3")
        let renewed = await client.send(at: 60, returning: response([.eTag: "\"v\""], 304))
        #expect(renewed.isRevalidated)
        #expect(renewed.field("a") == "1")
        #expect(await client.send(at: 61).field("a") == nil)
    }

    @Test("a stored response is served with its age and its Date or, if it had none, the date of its arrival")
    func ageAndDate() async {
        let client = CacheTestClient()
        _ = await client.send(
            returning: response([.cacheControl: "max-age=3600", .age: "30", .date: CacheTestClient.date(-20)])
        )
        let hit = await client.send(at: 5.5)
        #expect(hit.field("Age") == "35")
        #expect(hit.field("Date") == CacheTestClient.date(-20))
        #expect(hit.response?.provenance.age == .milliseconds(35_500))
        let undatedClient = CacheTestClient()
        #expect(await undatedClient.send(returning: response(Self.fresh)).field("Date") == nil)
        let dated = await undatedClient.send(at: 9)
        #expect(dated.field("Date") == CacheTestClient.date(0))
        #expect(dated.field("Age") == "9")
    }

    @Test("the key depends on partition, credential and URL, not on fragment, spelling of the origin or other fields")
    func keys() {
        func key(_ text: String, _ fields: HTTPFields = [:], _ partition: String = "") -> String {
            cacheKey(of: request(text, .get, fields), partition: partition)
        }
        let plain = key("https://a.example/x?q=1")
        for same in ["https://a.example/x?q=1#top", "https://A.EXAMPLE:443/x?q=1", "HTTPS://a.example/x?q=1"] {
            #expect(key(same) == plain, "\(same)")
        }
        #expect(key("https://a.example") == key("https://a.example/"))
        for other in [
            "https://a.example/x?q=2", "https://a.example/X?q=1", "http://a.example/x?q=1", "https://a.example:8/x?q=1",
        ] {
            #expect(key(other) != plain, "\(other)")
        }
        #expect(key("https://a.example?q") != key("https://a.example/"))
        let secret = key("https://a.example/x?q=1", [.authorization: "Bearer S3CRET"])
        #expect(secret != plain)
        #expect(!secret.contains("S3CRET"))
        #expect(key("https://a.example/x?q=1", [.authorization: "Bearer other"]) != secret)
        #expect(key("https://a.example/x?q=1", [:], "other") != plain)
        #expect(key("https://a.example/x?q=1", [.accept: "x", .userAgent: "y"]) == plain)
        #expect(key("https://a.example/x?q=1", ["Cookie": "y"]) != plain)
    }

    @Test("a response is stored for as long as it may be served or revalidated")
    func expiry() async {
        // By default, a stored response may replace a failure for a day. A response with a validator can be revalidated
        // for a week.
        let day = 86_400.0
        let table: [(HTTPFields, Duration?, Double)] = [
            ([.cacheControl: "max-age=60"], nil, 60 + day),
            ([.cacheControl: "max-age=60, stale-if-error=5"], nil, 65),
            ([.cacheControl: "max-age=60, stale-while-revalidate=9, stale-if-error=5"], nil, 69),
            ([.cacheControl: "max-age=60", .eTag: "x"], nil, 60 + 7 * day), ([:], .seconds(9), 9 + day),
        ]
        for (fields, timeToLive, seconds) in table {
            let client = CacheTestClient()
            _ = await client.send(timeToLive: timeToLive, returning: response(fields))
            #expect(
                client.store.entries.withLock { $0.values.first?.expiresAt }
                    == CacheTestClient.start.addingTimeInterval(seconds)
            )
        }
    }
}

import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// Updates of stored responses by 304 and HEAD (RFC 9111 §3.2, §4.3.4, §4.3.5). Bodies are numbered by the requests
/// that the server has received: `1` is the stored body.
@Suite("Updating")
struct UpdatingTests {
    private static func date(_ seconds: Double) -> String { CacheTestClient.date(seconds) }

    @Test(
        "a 304 replaces stored fields except Content-Length, Content-Encoding, Content-Range and hop-by-hop fields",
        arguments: [
            ("Test-Header", true), ("X-Test-Header", true), ("Content-Foo", true), ("Content-Type", true),
            ("Content-Location", true), ("Content-MD5", true), ("Content-Security-Policy", true), ("Expires", true),
            ("Clear-Site-Data", true), ("X-Frame-Options", true), ("Link", true),
            ("Content-Length", false), ("Content-Encoding", false), ("Content-Range", false), ("Keep-Alive", nil),
        ] as [(String, Bool?)]
    )
    func fields(rawName: String, isUpdated: Bool?) async throws {
        // `isUpdated` is nil for a hop-by-hop field, which is not stored.
        let client = CacheTestClient()
        let field = try #require(HTTPField.Name(rawName))
        let isLength = field == .contentLength
        let old: HTTPFields = [.cacheControl: "max-age=2", .eTag: "\"v\"", field: isLength ? "1" : "A"]
        _ = await client.send(returning: response(old))
        let new: HTTPFields = [.cacheControl: "max-age=9", .eTag: "\"v\"", field: isLength ? "0" : "B", field: "C"]
        let renewed = await client.send(at: 3, returning: response(new, 304))
        let expected = isUpdated.map { $0 ? ["B", "C"] : [isLength ? "1" : "A"] } ?? []
        #expect(renewed.isRevalidated)
        #expect(renewed.response?.headerFields[values: field] == expected)
        let hit = await client.send(at: 4)
        #expect(hit.isCached)
        #expect(hit.response?.headerFields[values: field] == expected)
        #expect(hit.body == "1")
    }

    @Test("a 304 retains the fields that it omits, and resets the age")
    func retained() async {
        let client = CacheTestClient()
        let old: HTTPFields = [
            .cacheControl: "max-age=2", .lastModified: Self.date(-9), "Test-Header": "A", .age: "1",
            .date: Self.date(-1),
        ]
        _ = await client.send(returning: response(old))
        let renewed = await client.send(at: 3, returning: response([.lastModified: Self.date(-9)], 304))
        #expect(renewed.field("Test-Header") == "A")
        #expect(renewed.field("Age") == nil)
        #expect(renewed.field("Date") == Self.date(3))
        #expect(renewed.response?.provenance == Provenance(source: .disk, attempts: 1, isRevalidated: true))
        let hit = await client.send(at: 4)
        #expect(hit.isCached)
        #expect(hit.field("Age") == "1")
        let aged = await client.send(at: 6, returning: response([.age: "1", .cacheControl: "max-age=3"], 304))
        #expect(aged.field("Age") == "1")
        #expect(await client.send(at: 7.9).isCached)
        #expect(await client.send(at: 8, returning: response()).body == "4")
    }

    @Test("a 304 is ignored only if it has the validator of another response; the complete response is then requested")
    func otherResponse() async {
        let table: [(HTTPFields, HTTPFields, Bool)] = [
            ([.eTag: "\"v1\""], [.eTag: "\"v2\""], false), ([.eTag: "W/\"v1\""], [.eTag: "\"v1\""], true),
            ([.eTag: "\"v1\""], [:], true), ([.eTag: "\"v1\""], [.lastModified: Self.date(-1)], true),
            ([.lastModified: Self.date(-9)], [.lastModified: Self.date(-1)], false),
            ([.lastModified: Self.date(-9)], [.eTag: "\"v\""], true),
        ]
        for (old, new, isConfirmed) in table {
            let client = CacheTestClient()
            var stored = old
            stored[.cacheControl] = "max-age=2"
            _ = await client.send(returning: response(stored))
            let later = await client.send(at: 3, returning: response(new, 304), response([.cacheControl: "max-age=9"]))
            #expect(later.body == (isConfirmed ? "1" : "3"), "\(old.count) \(new.map(\.value))")
            #expect(later.code == 200, "\(old.count) \(new.map(\.value))")
            if !isConfirmed {
                #expect(later.sent.count == 2)
                #expect(later.sent.last?.headerFields[.ifNoneMatch] == nil)
                #expect(await client.send(at: 4).body == "3")
            }
        }
    }

    @Test("if a 304 forbids storing, the stored response is served to the current request, but not to later ones")
    func noStore() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=2", .eTag: "\"v\""]))
        let renewed = await client.send(at: 3, returning: response([.cacheControl: "no-store"], 304))
        #expect(renewed.body == "1")
        #expect(renewed.isRevalidated)
        #expect(await client.send(at: 4, returning: response()).body == "3")
    }

    @Test("a 304 that forbids storing removes the stored response, however fresh it was")
    func noStoreWhileFresh() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60", .eTag: "\"v\""]))
        _ = await client.send(.get, [.cacheControl: "no-cache"], returning: response([.cacheControl: "no-store"], 304))
        #expect(await client.send(at: 1, mode: .onlyIfCached).error != nil)
        #expect(await client.send(at: 1, returning: response()).body == "3")
    }

    @Test("a HEAD is served from a fresh response to a GET, without the body")
    func headFromGet() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=2", .contentLength: "1"]))
        let head = await client.send(at: 1, .head)
        #expect(head.isCached)
        #expect(head.code == 200)
        #expect(head.body == "")
        #expect(head.field("Content-Length") == "1")
        let stale = await client.send(at: 3, .head, returning: response())
        #expect(stale.sent.map(\.method) == [.head])
    }

    @Test("a HEAD response updates the stored response only if its status is 200 and validators and length agree")
    func headUpdates() async {
        let table: [(HTTPFields, HTTPFields, HTTPResponse.Status, Bool)] = [
            ([:], [:], .ok, true), ([.eTag: "\"a\""], [.eTag: "\"a\""], .ok, true), ([.eTag: "\"a\""], [:], .ok, false),
            ([:], [.eTag: "\"a\""], .ok, false), ([:], [.lastModified: Self.date(-8)], .ok, false),
            ([.contentLength: "1"], [:], .ok, false), ([:], [.contentLength: "1"], .ok, false),
            ([.contentLength: "1", .lastModified: Self.date(-8)], [.lastModified: Self.date(-8)], .ok, false),
            ([.lastModified: Self.date(-8)], [.lastModified: Self.date(-8)], .ok, true),
            ([.eTag: "\"a\""], [.eTag: "\"b\""], .ok, false),
            ([.contentLength: "1"], [.contentLength: "2"], .ok, false),
            ([.lastModified: Self.date(-9)], [.lastModified: Self.date(-8)], .ok, false), ([:], [:], 410, false),
            ([:], [:], 304, false),
        ]
        for (old, new, status, isUpdated) in table {
            let client = CacheTestClient()
            var stored = old
            stored[.cacheControl] = "max-age=2"
            stored["Template-A"] = "1"
            stored["Unchanged"] = "x"
            _ = await client.send(returning: response(stored))
            var updating = new
            updating[.cacheControl] = "max-age=1000"
            updating["Template-A"] = "2"
            let head = await client.send(at: 3, .head, returning: response(updating, status))
            #expect(head.code == status.code)
            #expect(head.body == "")
            let later = await client.send(at: 4, returning: response(stored))
            #expect(later.isCached == isUpdated)
            #expect(later.field("Template-A") == (isUpdated ? "2" : "1"))
            #expect(later.field("Unchanged") == "x")
            #expect(later.body == (isUpdated ? "1" : "3"))
        }
    }

    @Test("a HEAD response with another entity tag makes a fresh stored response stale")
    func headOutdates() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60", .eTag: "\"a\""]))
        _ = await client.send(.head, [.cacheControl: "no-cache"], returning: response([.eTag: "\"b\""]))
        let later = await client.send(at: 1, returning: response([:], 304))
        #expect(later.sentField("If-None-Match") == "\"a\"")
        // A HEAD stores nothing by itself.
        let emptyClient = CacheTestClient()
        _ = await emptyClient.send(.head, returning: response([.cacheControl: "max-age=60"]))
        #expect(await emptyClient.send(.head, returning: response()).sent.count == 1)
    }
}

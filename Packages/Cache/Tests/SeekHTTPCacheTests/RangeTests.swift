import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// Ranges (RFC 9110 §14, RFC 9111 §3.3): served from complete and partial responses; a partial response is never
/// served as the complete one.
@Suite("Ranges")
struct RangeTests {
    private static let fields: HTTPFields = [
        .cacheControl: "max-age=60", .eTag: "\"v\"", .lastModified: CacheTestClient.date(-9), "A": "1",
    ]
    private let complete = response(fields, body: "0123456789")

    @Test(
        "are served from a fresh complete response",
        arguments: [
            ("bytes=0-1", "01", "bytes 0-1/10"), ("bytes=1-", "123456789", "bytes 1-9/10"),
            ("bytes=-1", "9", "bytes 9-9/10"),
            ("Bytes=8-99", "89", "bytes 8-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
            ("bytes=9-9", "9", "bytes 9-9/10"),
        ]
    )
    func rangesOfCompleteResponse(range: String, body: String, contentRange: String) async {
        let client = CacheTestClient()
        _ = await client.send(returning: complete)
        let part = await client.send(at: 1, .get, ["Range": range])
        #expect(part.isCached)
        #expect(part.code == 206)
        #expect(part.body == body)
        #expect(part.field("Content-Range") == contentRange)
        #expect(part.field("Content-Length") == "\(body.utf8.count)")
        #expect(part.field("A") == "1")
        #expect(part.field("ETag") == "\"v\"")
        #expect(await client.send(at: 1).body == "0123456789")
        #expect(await client.send(at: 1, .head, ["Range": range]).code == 200)
    }

    @Test(
        "are requested from the server if they are malformed, unsupported or not contained in a stored response",
        arguments: [
            "bytes=10-", "bytes=-0", "bytes=5-4", "bytes=a-b", "bytes=1-2,4-5", "bytes", "bytes=", "lines=1-2",
            "bytes=-", "bytes=+1-2",
            "bytes=99999999999999999999-",
        ]
    )
    func unservedRanges(range: String) async {
        let client = CacheTestClient()
        _ = await client.send(returning: complete)
        let part = await client.send(at: 1, .get, ["Range": range], returning: response([:], 416))
        #expect(part.code == 416)
        #expect(part.sentField("Range") == range)
        #expect(part.sentField("If-None-Match") == nil)
        #expect(await client.send(at: 2).body == "0123456789")
    }

    private static let partialFields: HTTPFields = [
        .cacheControl: "max-age=60", .eTag: "\"v\"", "Content-Range": "bytes 4-8/10", "A": "1",
    ]
    private let middle = response(partialFields, 206, body: "45678")

    @Test(
        "are served from a stored partial response only if it contains them",
        arguments: [
            ("bytes=4-8", "45678", "bytes 4-8/10"), ("bytes=5-6", "56", "bytes 5-6/10"),
            ("bytes=8-8", "8", "bytes 8-8/10"),
            ("bytes=3-5", nil, nil), ("bytes=8-9", nil, nil), ("bytes=4-", nil, nil), ("bytes=-2", nil, nil),
            ("bytes=4-99", nil, nil), ("bytes=10-", nil, nil),
        ]
    )
    func rangesOfPartialResponse(range: String, body: String?, contentRange: String?) async {
        let client = CacheTestClient()
        let first = await client.send(.get, ["Range": "bytes=4-8"], returning: middle)
        #expect(first.code == 206)
        #expect(first.body == "45678")
        let part = await client.send(at: 1, .get, ["Range": range], returning: response([:], 416, body: "none"))
        #expect(part.code == (body == nil ? 416 : 206))
        #expect(part.isCached == (body != nil))
        #expect(part.body == body ?? "none")
        #expect(part.field("Content-Range") == contentRange)
        if let body {
            #expect(part.field("Content-Length") == "\(body.utf8.count)")
            #expect(part.field("A") == "1")
        }
    }

    @Test("of the last bytes are served from a stored partial response that contains them")
    func lastBytes() async {
        let client = CacheTestClient()
        var end = response(Self.partialFields, 206, body: "6789")
        end.headerFields["Content-Range"] = "bytes 6-9/10"
        _ = await client.send(.get, ["Range": "bytes=-4"], returning: end)
        #expect(await client.send(.get, ["Range": "bytes=-1"]).body == "9")
        #expect(await client.send(.get, ["Range": "bytes=7-"]).field("Content-Range") == "bytes 7-9/10")
        #expect(await client.send(.get, ["Range": "bytes=-5"], returning: response([:], 416)).code == 416)
    }

    @Test("that are stored never serve a request for the complete response, a HEAD or a conditional request")
    func neverComplete() async {
        let client = CacheTestClient()
        _ = await client.send(.get, ["Range": "bytes=4-8"], returning: middle)
        #expect(await client.send(.head, returning: response([:])).sent.count == 1)
        #expect(await client.send(mode: .onlyIfCached).response == nil)
        #expect(await client.send(.get, [.cacheControl: "only-if-cached"]).code == 504)
        let same = await client.send(
            .get,
            ["Range": "bytes=4-8", .ifNoneMatch: "\"v\""],
            returning: response([:], 304)
        )
        #expect(same.sent.count == 1)
        #expect(same.code == 304)
        #expect(await client.send(returning: complete).body == "0123456789")
        // From then on the complete response is served.
        #expect(await client.send(.get, ["Range": "bytes=0-9"]).body == "0123456789")
    }

    @Test(
        "are stored only with a strong entity tag, a complete and correct Content-Range, and no field that prevents it",
        arguments: [
            [.eTag: "W/\"v\""], [.eTag: "v"], [.eTag: ""], ["Content-Range": "bytes 4-9/10"],
            ["Content-Range": "bytes 4-8/*"],
            ["Content-Range": "bytes 4-8/8"], ["Content-Range": "bytes 8-4/10"], ["Content-Range": "bytes */10"],
            ["Content-Range": "lines 4-8/10"], ["Content-Range": "bytes 4-8"], ["Content-Range": "4-8/10"],
            ["Content-Range": "bytes 4-8/99999999999999999999"], [.vary: "Accept"], [.contentEncoding: "gzip"],
            [.contentType: "multipart/byteranges; boundary=x", "Content-Range": ""], [.cacheControl: "no-store"],
            [.cacheControl: "max-age=60, must-understand"],
        ] as [HTTPFields]
    )
    func notStored(fields: HTTPFields) async {
        let client = CacheTestClient()
        var part = middle
        for field in fields { part.headerFields[field.name] = field.value.isEmpty ? nil : field.value }
        let first = await client.send(.get, ["Range": "bytes=4-8"], returning: part)
        #expect(first.code == 206)
        #expect(first.sentField("Range") == "bytes=4-8")
        #expect(client.store.entries.withLock { $0.isEmpty })
    }

    @Test("that were not requested are not stored")
    func notRequested() async {
        let client = CacheTestClient()
        _ = await client.send(returning: middle)
        _ = await client.send(.get, ["Range": "bytes=0-1,4-8"], returning: middle)
        #expect(client.store.entries.withLock { $0.isEmpty })
    }

    @Test("that are stale are served after validation, or replaced by the new response")
    func stalePartialResponse() async {
        let client = CacheTestClient()
        _ = await client.send(.get, ["Range": "bytes=4-8"], returning: middle)
        let renewed = await client.send(
            at: 60,
            .get,
            ["Range": "bytes=5-6"],
            returning: response([.eTag: "\"v\""], 304)
        )
        #expect(renewed.code == 206)
        #expect(renewed.body == "56")
        #expect(renewed.isRevalidated)
        #expect(renewed.sentField("If-None-Match") == "\"v\"")
        #expect(renewed.sentField("Range") == "bytes=5-6")
        #expect(await client.send(at: 61, .get, ["Range": "bytes=4-8"]).body == "45678")
        // Without a response from the server, the stale one is served.
        #expect(await client.send(at: 200, .get, ["Range": "bytes=4-5"]).body == "45")
        let changed: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"w\"", "Content-Range": "bytes 5-6/7"]
        let new = await client.send(
            at: 300,
            .get,
            ["Range": "bytes=5-6"],
            returning: response(changed, 206, body: "fg")
        )
        #expect(new.body == "fg")
        #expect(new.field("Content-Range") == "bytes 5-6/7")
        #expect(await client.send(at: 301, .get, ["Range": "bytes=-1"]).body == "g")
        let grown = response([.cacheControl: "max-age=60", .eTag: "\"x\""], body: "abcdefgh")
        #expect(await client.send(at: 400, .get, ["Range": "bytes=5-6"], returning: grown).body == "fg")
        #expect(await client.send(at: 401).body == "abcdefgh")
    }

    @Test("are not served from a partial response once a later complete one is stored")
    func laterComplete() async {
        let client = CacheTestClient()
        _ = await client.send(.get, ["Range": "bytes=4-8"], returning: middle)
        _ = await client.send(at: 1, returning: response([.cacheControl: "max-age=60", .eTag: "\"w\""], body: "abcde"))
        #expect(await client.send(at: 2, .get, ["Range": "bytes=4-8"]).body == "e")
        #expect(await client.send(at: 2, .get, ["Range": "bytes=5-8"], returning: response([:], 416)).code == 416)
    }

    @Test("respect If-Range, are revalidated as ranges, and are invalidated by an unsafe request")
    func storedPartialResponse() async {
        let client = CacheTestClient()
        var served = middle
        served.headerFields[.cacheControl] = "max-age=60, stale-while-revalidate=60"
        _ = await client.send(.get, ["Range": "bytes=4-8"], returning: served)
        #expect(await client.send(.get, ["Range": "bytes=5-5", "If-Range": "\"v\""]).body == "5")
        let mismatched = await client.send(
            .get,
            ["Range": "bytes=5-5", "If-Range": "\"w\""],
            returning: response([.cacheControl: "no-store"], body: "all")
        )
        #expect(mismatched.sent.count == 1)
        #expect(mismatched.body == "all")
        _ = client.takeLog()
        #expect(await client.send(at: 70, .get, ["Range": "bytes=5-6"], returning: served).body == "56")
        #expect(client.takeLog().map { $0.request.headerFields["Range"] } == ["bytes=5-6"])
        _ = await client.send(at: 71, .post, body: "x", returning: response([:], 204))
        #expect(await client.send(at: 72, .get, ["Range": "bytes=4-8"], returning: middle).sent.count == 1)
    }

    @Test("of a stale response are served after validation; a complete new response replaces it")
    func staleResponse() async {
        let client = CacheTestClient()
        _ = await client.send(returning: complete)
        let renewed = await client.send(at: 60, .get, ["Range": "bytes=2-3"], returning: response([:], 304))
        #expect(renewed.code == 206)
        #expect(renewed.body == "23")
        #expect(renewed.isRevalidated)
        let changed = response([.cacheControl: "max-age=60", .eTag: "\"w\""], body: "abcdef")
        let new = await client.send(at: 120, .get, ["Range": "bytes=2-3"], returning: changed)
        #expect(new.code == 206)
        #expect(new.body == "cd")
        #expect(await client.send(at: 121).body == "abcdef")
        let partial = response(["Content-Range": "bytes 2-3/6"], 206, body: "yz")
        let part = await client.send(at: 180, .get, ["Range": "bytes=2-3"], returning: partial)
        #expect(part.body == "yz")
        #expect(await client.send(at: 181, returning: complete).sent.count == 1)
    }

    @Test(
        "with If-Range are served if the field matches the stored response; otherwise the complete response is served",
        arguments: [
            ("\"v\"", 206), ("\"w\"", 200), ("W/\"v\"", 200), (CacheTestClient.date(-9), 206),
            (CacheTestClient.date(-8), 200),
            ("x", 200),
        ]
    )
    func ifRange(validator: String, code: Int) async {
        let client = CacheTestClient()
        _ = await client.send(returning: complete)
        let part = await client.send(at: 1, .get, ["Range": "bytes=0-0", "If-Range": validator])
        #expect(part.isCached)
        #expect(part.code == code)
        #expect(part.body == (code == 206 ? "0" : "0123456789"))
        let stale = await client.send(
            at: 60,
            .get,
            ["Range": "bytes=0-0", "If-Range": validator],
            returning: response([:], 206)
        )
        #expect(stale.sentField("If-Range") == validator)
        #expect(stale.sentField("If-None-Match") == nil)
        #expect(await client.send(at: 1, .get, ["If-Range": validator]).code == 200)
    }

    @Test("are not served from decoded bodies or from error responses")
    func indivisible() async {
        let client = CacheTestClient()
        let coded: HTTPFields = [.cacheControl: "max-age=60", .contentEncoding: "gzip", .contentLength: "4"]
        _ = await client.send(returning: response(coded, body: "0123456789"))
        #expect(await client.send(.get, ["Range": "bytes=0-1"], returning: response([:], 206)).sent.count == 1)
        #expect(await client.send().body == "0123456789")
        let missing = CacheTestClient()
        _ = await missing.send(returning: response([.cacheControl: "max-age=60"], 404, body: "none"))
        #expect(await missing.send(.get, ["Range": "bytes=0-1"]).body == "none")
    }

    @Test(
        "a body whose size differs from Content-Length is not stored",
        arguments: ["9", "11", "3000000000"]
    )
    func interrupted(length: String) async {
        let client = CacheTestClient()
        _ = await client.send(
            returning: response([.cacheControl: "max-age=60", .contentLength: length], body: "0123456789")
        )
        #expect(await client.send(returning: complete).sent.count == 1)
    }
}

import FoundationEssentials
import Testing

@testable import SeekNetworking

/// Parts (RFC 9110 §14, RFC 9111 §3.3): served from a whole answer, never kept, never served as whole.
@Suite("Ranges")
struct RangeTests {
    private static let fields: HTTPFields = [
        .cacheControl: "max-age=60", .eTag: "\"v\"", .lastModified: CacheLab.date(-9), name("A"): "1",
    ]
    private let whole = answer(fields, body: "0123456789")

    @Test(
        "are cut out of a fresh whole answer",
        arguments: [
            ("bytes=0-1", "01", "bytes 0-1/10"), ("bytes=1-", "123456789", "bytes 1-9/10"),
            ("bytes=-1", "9", "bytes 9-9/10"),
            ("Bytes=8-99", "89", "bytes 8-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
            ("bytes=9-9", "9", "bytes 9-9/10"),
        ]
    )
    func parts(range: String, body: String, contentRange: String) async {
        let lab = CacheLab()
        _ = await lab.send(answering: whole)
        let part = await lab.send(at: 1, .get, [.range: range])
        #expect(part.isCached && part.code == 206 && part.body == body)
        #expect(part.field("Content-Range") == contentRange && part.field("Content-Length") == "\(body.utf8.count)")
        #expect(part.field("A") == "1" && part.field("ETag") == "\"v\"")
        #expect(await lab.send(at: 1).body == "0123456789")
        #expect(await lab.send(at: 1, .head, [.range: range]).code == 200)
    }

    @Test(
        "are the server's where a stored answer does not have them",
        arguments: [
            "bytes=10-", "bytes=-0", "bytes=5-4", "bytes=a-b", "bytes=1-2,4-5", "bytes", "bytes=", "lines=1-2",
            "bytes=-", "bytes=+1-2",
            "bytes=99999999999999999999-",
        ]
    )
    func others(range: String) async {
        let lab = CacheLab()
        _ = await lab.send(answering: whole)
        let part = await lab.send(at: 1, .get, [.range: range], answering: answer([:], 416))
        #expect(part.code == 416 && part.sentField("Range") == range && part.sentField("If-None-Match") == nil)
        #expect(await lab.send(at: 2).body == "0123456789")
    }

    @Test("are never kept, and a part never serves a request for the whole, nor for another part")
    func notKept() async {
        let lab = CacheLab()
        let part = answer([.cacheControl: "max-age=60", .contentRange: "bytes 5-9/10"], 206, body: "56789")
        let first = await lab.send(.get, [.range: "bytes=-5"], answering: part)
        #expect(first.code == 206 && first.sentField("Range") == "bytes=-5")
        #expect(await lab.send(answering: whole).body == "0123456789")
        let other = CacheLab()
        _ = await other.send(.get, [.range: "bytes=-5"], answering: part)
        #expect(await other.send(.get, [.range: "bytes=6-7"], answering: part).sent.count == 1)
    }

    @Test("of a stale answer are served once the server says that it holds; a server that sends the whole is believed")
    func staleAnswer() async {
        let lab = CacheLab()
        _ = await lab.send(answering: whole)
        let renewed = await lab.send(at: 60, .get, [.range: "bytes=2-3"], answering: answer([:], 304))
        #expect(renewed.code == 206 && renewed.body == "23" && renewed.isRevalidated)
        let changed = answer([.cacheControl: "max-age=60", .eTag: "\"w\""], body: "abcdef")
        let new = await lab.send(at: 120, .get, [.range: "bytes=2-3"], answering: changed)
        #expect(new.code == 206 && new.body == "cd")
        #expect(await lab.send(at: 121).body == "abcdef")
        let partial = answer([.contentRange: "bytes 2-3/6"], 206, body: "yz")
        let part = await lab.send(at: 180, .get, [.range: "bytes=2-3"], answering: partial)
        #expect(part.body == "yz")
        #expect(await lab.send(at: 181, answering: whole).sent.count == 1)
    }

    @Test(
        "under If-Range are cut out where it names the stored answer, which else serves whole",
        arguments: [
            ("\"v\"", 206), ("\"w\"", 200), ("W/\"v\"", 200), (CacheLab.date(-9), 206), (CacheLab.date(-8), 200),
            ("x", 200),
        ]
    )
    func ifRange(validator: String, code: Int) async {
        let lab = CacheLab()
        _ = await lab.send(answering: whole)
        let part = await lab.send(at: 1, .get, [.range: "bytes=0-0", .ifRange: validator])
        #expect(part.isCached && part.code == code && part.body == (code == 206 ? "0" : "0123456789"))
        let stale = await lab.send(
            at: 60,
            .get,
            [.range: "bytes=0-0", .ifRange: validator],
            answering: answer([:], 206)
        )
        #expect(stale.sentField("If-Range") == validator && stale.sentField("If-None-Match") == nil)
        #expect(await lab.send(at: 1, .get, [.ifRange: validator]).code == 200)
    }

    @Test("are not cut out of a body that was decoded, nor out of other statuses")
    func indivisible() async {
        let lab = CacheLab()
        let coded: HTTPFields = [.cacheControl: "max-age=60", .contentEncoding: "gzip", .contentLength: "4"]
        _ = await lab.send(answering: answer(coded, body: "0123456789"))
        #expect(await lab.send(.get, [.range: "bytes=0-1"], answering: answer([:], 206)).sent.count == 1)
        #expect(await lab.send().body == "0123456789")
        let missing = CacheLab()
        _ = await missing.send(answering: answer([.cacheControl: "max-age=60"], 404, body: "none"))
        #expect(await missing.send(.get, [.range: "bytes=0-1"]).body == "none")
    }

    @Test("A body shorter or longer than its head says is not kept", arguments: ["9", "11"])
    func interrupted(length: String) async {
        let lab = CacheLab()
        _ = await lab.send(
            answering: answer([.cacheControl: "max-age=60", .contentLength: length], body: "0123456789")
        )
        #expect(await lab.send(answering: whole).sent.count == 1)
    }
}

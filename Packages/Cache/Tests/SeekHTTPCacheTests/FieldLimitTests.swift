import Foundation
import SeekBasics
@_spi(Seek) import SeekNetworking
import Testing

@testable import SeekHTTPCache

/// Limits on the header fields of a hostile peer. Bodies are numbered by the requests that the server has received.
@Suite("Field limits")
struct FieldLimitTests {
    private static let tooLong = String(repeating: "a", count: HTTPFieldLimits.maximumValueSize + 1)

    @Test(
        "escaped quotes inside an unclosed quotation neither exhaust the stack nor take quadratic time",
        .timeLimit(.minutes(1))
    )
    func unclosedQuotation() {
        let attack = "x=\"" + String(repeating: "\\\"", count: 1_000_000)
        #expect(CacheDirective.parse(attack + ", no-store").contains { $0.name == "no-store" })
        #expect(CacheDirective.parse(String(repeating: "\"", count: 1_000_001)).isEmpty)
        #expect(CacheDirective.parse(String(repeating: "a,;\"", count: 500_001)).contains { $0.name == "a" })
    }

    @Test(
        "an unclosed quotation does not hide a directive that forbids storing",
        arguments: [
            "x=\"\\\", no-store", "x=\"y\\\",\\\"no-store\\\"", "x=\"a\\\\;no-store", "\"no-store", "x=\"\\no-store",
        ]
    )
    func hiddenDirectives(text: String) {
        #expect(CacheControl([.cacheControl: text]).isNoStore)
    }

    @Test("directives beyond the limit, in one field or in many, forbid storing and reuse without validation")
    func oversizedDirectives() {
        let filler = "max-age=60, x=" + Self.tooLong
        var lines: HTTPFields = [.cacheControl: "max-age=60"]
        for _ in 0..<400 { lines.append(HTTPField(name: .cacheControl, value: String(repeating: "y", count: 100))) }
        for fields in [[.cacheControl: filler], lines] as [HTTPFields] {
            let control = CacheControl(fields)
            #expect(control.isNoStore)
            #expect(control.isNoCache)
            #expect(control.maxAge == nil)
        }
        #expect(CacheControl([.pragma: "x" + Self.tooLong]).isNoCache)
    }

    /// Fields that exceed one limit each, and would be harmless otherwise.
    private static let excessive: [HTTPFields] = [
        [.age: String(repeating: "1", count: HTTPFieldLimits.maximumValueSize + 1)],
        [.vary: (0..<65).map { "Field-\($0)" }.joined(separator: ",")],
        [.vary: "Accept" + String(repeating: " ", count: HTTPFieldLimits.maximumValueSize)],
        [.connection: tooLong], [.eTag: tooLong], [.expires: tooLong], [.date: tooLong],
        HTTPFields((0..<501).map { HTTPField(name: "X", value: "\($0)") }),
        HTTPFields((0..<9).map { HTTPField(name: .link, value: "\(tooLong.dropFirst())\($0)") }),
        HTTPFields((0..<9).map { HTTPField(name: "X", value: "\(tooLong.dropFirst(2))\($0)") }),
    ]

    @Test("a response beyond the limits is not stored", arguments: excessive)
    func storing(fields: HTTPFields) async {
        let client = CacheTestClient()
        let allFields = HTTPFields([HTTPField(name: .cacheControl, value: "max-age=60")] + fields)
        _ = await client.send(returning: response(allFields))
        #expect(client.store.entries.withLock { $0.isEmpty })
    }

    @Test("a request beyond the limits is not served from the cache, and its response is not stored")
    func requests() async {
        let client = CacheTestClient()
        let fresh = response([.cacheControl: "max-age=60"])
        _ = await client.send(returning: fresh)
        for fields in [["X": Self.tooLong], [.cacheControl: Self.tooLong]] as [HTTPFields] {
            #expect(await client.send(at: 1, .get, fields, returning: fresh).sent.count == 1)
            #expect(await client.send(at: 1).body == "1")
        }
    }

    @Test("a 304 beyond the limits renews nothing; the complete response is requested")
    func renewal() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=2", .eTag: "\"v\""]))
        let long: HTTPFields = [.eTag: "\"v\"", "X": Self.tooLong]
        let later = await client.send(at: 3, returning: response(long, 304), response([.cacheControl: "no-store"]))
        #expect(later.body == "3")
    }

    @Test("values beyond the limit are not parsed")
    func parsers() {
        let blanks = String(repeating: " ", count: HTTPFieldLimits.maximumValueSize)
        #expect(LinkHeader.parse("<https://a.example/2>; rel=next" + blanks).isEmpty)
        #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT" + blanks, now: CacheTestClient.start) == nil)
        #expect(FieldList.elements(of: "a," + blanks).isEmpty)
        #expect(ByteRange("bytes=" + String(repeating: "0", count: HTTPFieldLimits.maximumValueSize) + "-1") == nil)
        #expect(
            ContentRange("bytes 0-1/" + String(repeating: "0", count: HTTPFieldLimits.maximumValueSize) + "2") == nil
        )
        #expect(DeltaSeconds.parse(String(repeating: "0", count: HTTPFieldLimits.maximumValueSize + 1)) == nil)
    }
}

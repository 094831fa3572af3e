import Foundation
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekHTTPCache

@Suite("Cache-Control")
struct CacheControlTests {
    private static let tooLong = String(repeating: "a", count: HTTPFieldLimits.maximumValueSize + 1)

    private func control(_ text: String) -> CacheControl { CacheControl([.cacheControl: text]) }

    @Test("is parsed regardless of case, spaces around commas and unknown directives; the strictest max-stale applies")
    func directives() {
        let parsed = control(
            "No-Store,  no-cache , MUST-REVALIDATE,immutable, only-if-cached\t, max-age=60 ,, min-fresh=5,"
                + "unknown=\"a,b\""
        )
        #expect(parsed.isNoStore)
        #expect(parsed.isNoCache)
        #expect(parsed.mustRevalidate)
        #expect(parsed.isImmutable)
        #expect(parsed.isOnlyIfCached)
        #expect(parsed.maxAge == 60)
        #expect(parsed.minFresh == 5)
        #expect(parsed.maxStale == nil)
        #expect(control("stale-while-revalidate=7, stale-if-error=8").staleWhileRevalidate == 7)
        #expect(control("stale-while-revalidate=7, stale-if-error=8").staleIfError == 8)
        #expect(control("max-stale").maxStale == .any)
        #expect(control("max-stale=3").maxStale == .seconds(3))
        #expect(control("max-stale, max-stale=3").maxStale == .seconds(3))
        #expect(control("max-stale=5, max-stale=3, max-stale").maxStale == .seconds(3))
        let others = control("public, private, must-understand, s-maxage=5, proxy-revalidate")
        #expect(others.isPublic)
        #expect(others.isPrivate)
        #expect(others.mustUnderstand)
        #expect(others.maxAge == nil)
        #expect(CacheControl([.cacheControl: "no-store", .eTag: "x"]).isNoStore)
        #expect(CacheControl([.cacheControl: "public", "cache-control": "max-age=1"]).maxAge == 1)
    }

    @Test(
        "treats a malformed or contradictory max-age as 0, and a max-age above 2³¹ as 2³¹",
        arguments: [
            ("max-age=x", 0.0), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age", 0), ("max-age=", 0),
            ("max-age=60, max-age=70", 0), ("max-age=60, max-age=60", 60), ("max-age=60, max-age=x", 0),
            ("max-age=99999999999999999999", 2_147_483_648), ("max-age=६०", 0), ("max-age =60", 0), ("max-age= 60", 0),
            ("max-age='60'", 0), ("max-age=\"60\"", 60), ("max-age=6\"0\"", 0), ("max-age=\"60\"x", 0),
            ("max-age=60; public", 0), ("public; max-age=60", 0), ("MaX-aGe=060", 60),
            ("x=\"max-age=9\", max-age=1", 1),
            ("max-age=1, x=\"max-age=9\"", 1), ("x=\"\\\"\", max-age=5", 5), ("max-age=60, x=\"y", 60),
        ]
    )
    func malformed(text: String, maxAge: Double) {
        #expect(control(text).maxAge == maxAge)
    }

    @Test(
        "forbids storing even if no-store is malformed",
        arguments: [
            "no-store; max-age=60", "max-age=60;no-store", "x=\"a, no-store", "no-store=1", "no-store =",
            "x=\"y\";no-store",
        ]
    )
    func forbidding(text: String) {
        #expect(control(text).isNoStore)
    }

    @Test(
        "ignores malformed directives that do not restrict a private cache",
        arguments: [
            "immutable; x", "x=\"a, immutable", "max-stale; x", "public; x", "must-understand; x", "private; x",
        ]
    )
    func allowing(text: String) {
        let parsed = control(text)
        #expect(!parsed.isImmutable)
        #expect(!parsed.isPublic)
        #expect(!parsed.mustUnderstand)
        #expect(!parsed.isPrivate)
        #expect(parsed.maxStale == nil || parsed.maxStale == .seconds(0))
    }

    @Test("lists the fields to be validated in no-cache; without a valid list, the whole response must be validated")
    func qualified() {
        #expect(control("no-cache=\"Set-Cookie, ETag\"").noCacheFields == [.setCookie, .eTag])
        #expect(!control("no-cache=\"Set-Cookie\"").isNoCache)
        let texts = [
            "no-cache", "no-cache=\"\"", "no-cache=\"a b=, (\"", "no-cache=\"Set-Cookie\", no-cache",
            "no-cache=\"Set-Cookie", "no-cache= \"Set-Cookie\"",
        ]
        for text in texts { #expect(control(text).isNoCache, "\(text)") }
    }

    @Test("takes precedence over Pragma: no-cache, which applies only without Cache-Control")
    func pragma() {
        #expect(CacheControl([.pragma: "No-Cache"]).isNoCache)
        #expect(CacheControl([.pragma: "x, no-cache"]).isNoCache)
        #expect(!CacheControl([.pragma: "no-cache-at-all"]).isNoCache)
        #expect(!CacheControl([.pragma: "no-cache", .cacheControl: "max-age=1"]).isNoCache)
        #expect(CacheControl([:]) == CacheControl([.accept: "x"]))
    }

    @Test(
        "random directives are parsed or ignored, and never give a negative lifetime",
        arguments: 0..<200 as Range<UInt64>
    )
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("max-age=0123456789,no-stre \"")
        for _ in 0..<20 {
            let text = String(
                (0..<Int.random(in: 0...60, using: &generator)).compactMap { _ in generator.pick(alphabet) }
            )
            let exchange = CachePolicy.Exchange(sentAt: CacheTestClient.start, receivedAt: CacheTestClient.start)
            let stored = CachePolicy.stored(response([.cacheControl: text]), exchange)
            #expect(stored.map { $0.freshnessInfo.lifetime >= 0 && $0.initialAge >= 0 } ?? true)
        }
    }

    // MARK: Limits

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

import FoundationEssentials
import Testing

@testable import SeekNetworking

@Suite("Cache-Control")
struct CacheControlTests {
    private func control(_ text: String) -> CacheControl { CacheControl([.cacheControl: text]) }

    @Test("is read whatever its case and spaces")
    func directives() {
        let all = control(
            "No-Store,  no-cache , MUST-REVALIDATE,immutable, only-if-cached, max-age = 60 , min-fresh=5,unknown=\"a,b\""
        )
        #expect(all.isNoStore && all.isNoCache && all.mustRevalidate && all.isImmutable && all.isOnlyIfCached)
        #expect(all.maxAge == 60 && all.minFresh == 5 && all.maxStale == nil)
        #expect(control("stale-while-revalidate=7, stale-if-error=8").staleWhileRevalidate == 7)
        #expect(control("stale-while-revalidate=7, stale-if-error=8").staleIfError == 8)
        #expect(control("max-stale").maxStale == .any && control("max-stale=3").maxStale == .seconds(3))
        #expect(control("max-age=\"60\"").maxAge == 60)
        #expect(CacheControl([.cacheControl: "no-store", .eTag: "x"]).isNoStore)
        let pragma = HTTPField.Name(constant: "Pragma")
        #expect(CacheControl([pragma: "No-Cache"]).isNoCache)
        #expect(!CacheControl([pragma: "no-cache", .cacheControl: "max-age=1"]).isNoCache)
    }

    @Test(
        "allows nothing by a mistake",
        arguments: [
            ("max-age=x", 0.0), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age", 0), ("max-age=", 0),
            ("max-age=60, max-age=70", 0),
            ("max-age=60, max-age=60", 60), ("max-age=60, max-age=x", 0),
            ("max-age=99999999999999999999", 2_147_483_648), ("max-age=६०", 0),
        ]
    )
    func malformed(text: String, maxAge: Double) {
        #expect(control(text).maxAge == maxAge)
    }

    @Test("names fields that need asking, and takes what it cannot read for all of them")
    func qualified() throws {
        let cookie = try #require(HTTPField.Name("Set-Cookie"))
        #expect(control("no-cache=\"Set-Cookie, ETag\"").noCacheFields == [cookie, .eTag])
        #expect(!control("no-cache=\"Set-Cookie\"").isNoCache)
        for text in ["no-cache", "no-cache=\"\"", "no-cache=\"a b=, (\"", "no-cache=\"Set-Cookie\", no-cache"] {
            #expect(control(text).isNoCache, "\(text)")
        }
    }
}

@Suite("A cache policy")
struct CachePolicyTests {
    private let start = Date(timeIntervalSince1970: 784_111_777)
    private static let day = "Sun, 06 Nov 1994 08:49:37 GMT"

    private func stored(
        _ fields: HTTPFields,
        timeToLive: Duration? = nil,
        sentBefore: Double = 0,
        asking request: HTTPRequest = request("https://a.example")
    ) -> StoredResponse? {
        let response = HTTPResponse(headerFields: fields)
        return CachePolicy.stored(
            response,
            to: request,
            timeToLive: timeToLive,
            sentAt: start.addingTimeInterval(-sentBefore),
            receivedAt: start
        )
    }

    @Test(
        "takes the lifetime from the first that tells it: the endpoint, max-age, Expires, a tenth of what was unchanged",
        arguments: [
            ([.cacheControl: "max-age=60", .expires: "0"], 60.0),
            ([.expires: "Sun, 06 Nov 1994 08:50:37 GMT", .date: day], 60),
            ([.expires: "Sun, 06 Nov 1994 08:50:37 GMT"], 60),
            ([.lastModified: "Sun, 06 Nov 1994 08:32:57 GMT", .date: day], 100),
            ([.lastModified: "Sun, 06 Nov 1894 08:49:37 GMT"], 86_400), ([.eTag: "x", .expires: "0"], 0),
            ([.eTag: "x", .expires: "soon"], 0),
            ([.eTag: "x"], 0), ([.lastModified: "Mon, 06 Nov 1995 08:49:37 GMT"], 0),
            ([.eTag: "x", .cacheControl: "max-age=0"], 0),
        ] as [(HTTPFields, Double)]
    )
    func lifetimes(fields: HTTPFields, lifetime: Double) {
        #expect(stored(fields)?.lifetime == lifetime)
        #expect(stored(fields, timeToLive: .seconds(7))?.lifetime == 7)
    }

    @Test(
        "counts the age from Age, Date and the time under way, whichever is most",
        arguments: [
            ([:], 0, 0.0), ([.age: "50"], 0, 50), ([.age: "50"], 3, 53), ([:], 3, 3), ([.age: "x"], 3, 3),
            ([.age: "-1"], 0, 0),
            ([.date: "Sun, 06 Nov 1994 08:48:37 GMT"], 0, 60),
            ([.date: "Sun, 06 Nov 1994 08:48:37 GMT", .age: "70"], 0, 70),
            ([.date: "Sun, 06 Nov 1994 09:49:37 GMT"], 0, 0),
        ] as [(HTTPFields, Double, Double)]
    )
    func ages(fields: HTTPFields, sentBefore: Double, age: Double) throws {
        var fields = fields
        fields[.cacheControl] = "max-age=1000"
        let kept = try #require(stored(fields, sentBefore: sentBefore))
        #expect(kept.initialAge == age)
        #expect(kept.age(at: start.addingTimeInterval(9)) == age + 9)
        #expect(kept.age(at: start.addingTimeInterval(-9)) == age)
    }

    @Test(
        "keeps nothing that may not or need not be kept",
        arguments: [
            [.cacheControl: "no-store, max-age=60"], [.cacheControl: "max-age=60", .vary: "*"],
            [.cacheControl: "max-age=60", .vary: "Accept, *"],
            [.cacheControl: "max-age=60", .age: "60"], [:], [.cacheControl: "no-cache"],
            [.cacheControl: "no-cache, max-age=60"],
        ] as [HTTPFields]
    )
    func notKept(fields: HTTPFields) {
        #expect(stored(fields) == nil)
    }

    @Test("keeps nothing of a request that forbids it, or asks for a part or under a condition")
    func requests() {
        let fields: HTTPFields = [.cacheControl: "max-age=60"]
        #expect(stored(fields) != nil)
        #expect(stored(fields, asking: request("https://a.example", .post)) == nil)
        #expect(stored(fields, asking: request("https://a.example", .head)) == nil)
        for field in [HTTPField.Name.ifNoneMatch, .ifModifiedSince, HTTPField.Name(constant: "Range")] {
            #expect(stored(fields, asking: request("https://a.example", .get, [field: "x"])) == nil)
        }
        #expect(stored(fields, asking: request("https://a.example", .get, [.cacheControl: "no-store"])) == nil)
    }

    private func use(
        _ fields: HTTPFields,
        after seconds: Double,
        asked: String? = nil,
        mode: RequestOptions.CacheMode = .standard,
        timeToLive: Duration? = nil
    ) throws -> CachePolicy.Use {
        var fields = fields
        fields[.eTag] = "v"
        var request = request("https://a.example")
        request.headerFields[.cacheControl] = asked
        let kept = try #require(stored(fields, timeToLive: timeToLive))
        return CachePolicy.use(of: kept, for: request, mode: mode, at: start.addingTimeInterval(seconds))
    }

    private let ask = CachePolicy.Use.ask([.ifNoneMatch: "v"])

    @Test("serves while fresh, and asks from the moment on when it is not")
    func freshness() throws {
        #expect(try use([.cacheControl: "max-age=60"], after: 59) == .serve)
        #expect(try use([.cacheControl: "max-age=60"], after: 60) == ask)
        #expect(try use([.cacheControl: "max-age=60"], after: -1) == ask)
        #expect(try use([.cacheControl: "max-age=60, no-cache"], after: 1) == ask)
        #expect(try use([.cacheControl: "no-cache"], after: 1, timeToLive: .seconds(60)) == .serve)
        #expect(try use([.cacheControl: "no-cache", .age: "900"], after: 59, timeToLive: .seconds(60)) == .serve)
        #expect(try use([:], after: 60, timeToLive: .seconds(60)) == ask)
    }

    @Test(
        "heeds what a request says",
        arguments: [
            ("max-age=10", 10, "serve"), ("max-age=10", 11, "ask"), ("min-fresh=10", 50, "serve"),
            ("min-fresh=10", 51, "ask"),
            ("min-fresh=x", 1, "ask"), ("no-cache", 1, "ask"), ("max-stale", 600, "stale"),
            ("max-stale=30", 90, "stale"),
            ("max-stale=30", 91, "ask"), ("max-stale=x", 61, "ask"), ("only-if-cached", 59, "serve"),
            ("only-if-cached", 60, "refuse"),
            ("only-if-cached, max-stale", 60, "stale"), ("max-age=0", 1, "ask"),
        ]
    )
    func requestDirectives(asked: String, after: Double, expected: String) throws {
        let uses = ["serve": CachePolicy.Use.serve, "stale": .serveStale, "ask": ask, "refuse": .refuse]
        #expect(try use([.cacheControl: "max-age=60"], after: after, asked: asked) == uses[expected])
        if expected == "stale" {
            #expect(try use([.cacheControl: "max-age=60, must-revalidate"], after: after, asked: asked) != .serveStale)
        }
    }

    @Test("serves stale while it asks where the server allows that, and for so long")
    func staleWhileRevalidate() throws {
        let fields: HTTPFields = [.cacheControl: "max-age=60, stale-while-revalidate=30"]
        #expect(try use(fields, after: 59) == .serve)
        #expect(try use(fields, after: 60) == .serveWhileRevalidating)
        #expect(try use(fields, after: 89) == .serveWhileRevalidating)
        #expect(try use(fields, after: 90) == ask)
        #expect(try use([.cacheControl: "max-age=60, stale-while-revalidate=30, must-revalidate"], after: 60) == ask)
    }

    @Test("keeps the modes of the Fetch standard")
    func modes() throws {
        let fields: HTTPFields = [.cacheControl: "max-age=60"]
        for seconds in [1.0, 600] {
            #expect(try use(fields, after: seconds, mode: .reload) == .ask([:]))
            #expect(try use(fields, after: seconds, mode: .noStore) == .ask([:]))
            #expect(try use(fields, after: seconds, mode: .revalidate) == ask)
            #expect(try use(fields, after: seconds, mode: .preferCached) == .serve)
            #expect(try use(fields, after: seconds, mode: .onlyCached) == .serve)
        }
        #expect(try use([.cacheControl: "max-age=60, immutable"], after: 1, mode: .revalidate) == .serve)
        #expect(try use([.cacheControl: "max-age=60, immutable"], after: 61, mode: .revalidate) == ask)
    }

    @Test(
        "serves in place of a failure where the server or the endpoint allows that",
        arguments: [
            ("max-age=60, stale-if-error=100", nil, 160, true), ("max-age=60, stale-if-error=100", nil, 161, false),
            ("max-age=60", nil, 61, false), ("max-age=60, stale-if-error=100, must-revalidate", nil, 61, false),
            ("", 60, 1_060, true), ("", 60, 1_061, false), ("must-revalidate", 60, 61, false), ("", 60, -1, false),
        ] as [(String, Double?, Double, Bool)]
    )
    func staleIfError(control: String, timeToLive: Double?, after: Double, serves: Bool) throws {
        let kept = try #require(
            stored([.cacheControl: control, .eTag: "v"], timeToLive: timeToLive.map { .seconds($0) })
        )
        let now = start.addingTimeInterval(after)
        #expect(CachePolicy.servesStale(kept, at: now, overlayWindow: 1_000) == serves)
    }

    @Test(
        "tells failures from answers",
        arguments: [(200, false), (403, false), (404, false), (429, true), (500, true), (503, true)]
    )
    func failures(code: Int, isFailure: Bool) {
        #expect(CachePolicy.isFailure(HTTPResponse(status: .init(code: code))) == isFailure)
    }

    @Test("renews an answer by a 304: the new fields where there are new ones, the body as it was")
    func renewal() throws {
        let original = HTTPResponse(
            headerFields: [
                .cacheControl: "max-age=60", .eTag: "v", .age: "5", .contentType: "text/plain", .link: "<old>",
            ],
            body: Data("body".utf8)
        )
        let old = try #require(
            CachePolicy.stored(
                original,
                to: request("https://a.example"),
                timeToLive: nil,
                sentAt: start,
                receivedAt: start
            )
        )
        let later = start.addingTimeInterval(100)
        let notModified = HTTPResponse(
            status: 304,
            headerFields: [.cacheControl: "max-age=10", .contentType: "text/html", .contentLength: "0", .link: "<new>"]
        )
        let renewed = CachePolicy.revalidated(
            old,
            by: notModified,
            to: request("https://a.example"),
            timeToLive: nil,
            sentAt: later,
            receivedAt: later
        )
        #expect(renewed.response.status.code == 200 && renewed.response.body == Data("body".utf8))
        #expect(renewed.response.headerFields[.link] == "<new>" && renewed.response.headerFields[.eTag] == "v")
        #expect(
            renewed.response.headerFields[.contentType] == "text/plain"
                && renewed.response.headerFields[.contentLength] == nil
        )
        #expect(renewed.lifetime == 10 && renewed.age(at: later) == 0)
    }

    /// What the rules say, word by word and without the code's short cuts: whether an answer may be served unasked.
    private func mayServe(_ control: Set<String>, maxAge: Double?, stale: Double?, asked: String?, age: Double) -> Bool
    {
        if control.contains("no-store") || asked == "no-store" || asked == "no-cache" { return false }
        if control.contains("no-cache") { return false }
        guard let lifetime = maxAge else { return false }
        if asked == "max-age=20", age > 20 { return false }
        if asked == "min-fresh=20", lifetime - age < 20 { return false }
        if age < lifetime { return true }
        if control.contains("must-revalidate") { return false }
        if asked == "max-stale" { return true }
        return stale.map { age - lifetime < $0 } ?? false
    }

    @Test(
        "never serves what the rules forbid, and always what they allow",
        arguments: [nil, "no-store", "no-cache", "max-age=20", "min-fresh=20", "max-stale"]
    )
    func law(asked: String?) {
        let words = ["no-store", "no-cache", "must-revalidate"]
        for mask in 0..<8 {
            let control = Set(words.indices.filter { mask & (1 << $0) != 0 }.map { words[$0] })
            for maxAge in [nil, 0, 30, 60] as [Double?] {
                for stale in [nil, 15] as [Double?] {
                    var directives = control.sorted()
                    if let maxAge { directives.append("max-age=\(Int(maxAge))") }
                    if let stale { directives.append("stale-while-revalidate=\(Int(stale))") }
                    var request = request("https://a.example")
                    request.headerFields[.cacheControl] = asked
                    let fields: HTTPFields = [.cacheControl: directives.joined(separator: ", "), .eTag: "v"]
                    for age in stride(from: 0.0, through: 100, by: 5) {
                        let kept = stored(fields, asking: request)
                        let use = kept.map {
                            CachePolicy.use(of: $0, for: request, mode: .standard, at: start.addingTimeInterval(age))
                        }
                        let serves = use.map { [.serve, .serveStale, .serveWhileRevalidating].contains($0) } ?? false
                        // Without a lifetime of its own an answer is stale from the start, which max-stale allows.
                        let expected = mayServe(control, maxAge: maxAge ?? 0, stale: stale, asked: asked, age: age)
                        #expect(serves == expected, "\(directives) \(asked ?? "") \(age)")
                    }
                }
            }
        }
    }
}

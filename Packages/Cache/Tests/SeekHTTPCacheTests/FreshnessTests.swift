import Foundation
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// How long a response is fresh (RFC 9111 §4.2). Most tests store a response and send the request again later.
@Suite("Freshness")
struct FreshnessTests {
    /// The fields of the first response, the time of the second request in seconds, and whether the second request is
    /// served the first response.
    struct Case: Sendable, CustomTestStringConvertible {
        var fields: HTTPFields
        var after: Double
        var serves: Bool

        init(_ fields: HTTPFields, after: Double = 3, serves: Bool) {
            (self.fields, self.after, self.serves) = (fields, after, serves)
        }

        var testDescription: String { "\(fields.map { "\($0.name): \($0.value)" }) after \(after)" }
    }

    static func date(_ seconds: Double) -> String { CacheTestClient.date(seconds) }

    private func check(_ item: Case, _ status: HTTPResponse.Status = .ok) async {
        let client = CacheTestClient()
        _ = await client.send(returning: response(item.fields, status))
        let later = await client.send(at: item.after, returning: response([:], status))
        #expect(later.isCached == item.serves)
        #expect(later.body == (item.serves ? "1" : "2"))
    }

    @Test(
        "follows max-age, not Expires or directives for shared caches; no-cache and no-store prevent reuse",
        arguments: [
            Case([:], serves: false), Case([.cacheControl: "max-age=3600"], serves: true),
            Case([.cacheControl: "max-age=2"], serves: false), Case([.cacheControl: "max-age=0"], serves: false),
            Case([.cacheControl: "max-age=3"], after: 2.9, serves: true),
            Case([.cacheControl: "max-age=3"], after: 3, serves: false),
            Case([.cacheControl: "max-age=2147483647"], after: 99_999, serves: true),
            Case([.cacheControl: "max-age=99999999999"], after: 99_999, serves: true),
            Case([.cacheControl: "max-age=-3600"], serves: false),
            Case([.cacheControl: "foobar, max-age=3600"], serves: true),
            Case([.cacheControl: "s-maxage=3600, max-age=1"], serves: false),
            Case([.cacheControl: "s-maxage=3600", "Cache-control": "max-age=1"], serves: false),
            Case([.cacheControl: "max-age=3600, s-maxage=1, private"], serves: true),
            Case([.cacheControl: "max-age=3600", .expires: date(-7_200), .date: date(0)], serves: true),
            Case([.cacheControl: "max-age=3600", .expires: "0", .date: date(0)], serves: true),
            Case([.cacheControl: "max-age=0", .expires: date(3_600), .date: date(0)], serves: false),
            Case(["CDN-Cache-Control": "max-age=3600", .cacheControl: "max-age=1"], serves: false),
            Case(["Surrogate-Control": "max-age=3600"], serves: false),
            Case([.cacheControl: "max-age=60", .pragma: "no-cache"], serves: true),
            Case([.cacheControl: "max-age=60, no-cache"], serves: false),
            Case([.cacheControl: "max-age=60, no-store"], serves: false),
            Case([.cacheControl: "max-age=60, must-revalidate"], serves: true),
        ]
    )
    func maxAge(item: Case) async { await check(item) }

    @Test(
        "is Expires minus Date if there is no max-age; an invalid Expires means expired",
        arguments: [
            Case([.expires: date(3_600), .date: date(0)], serves: true),
            Case([.expires: date(3_600)], serves: true), Case([.expires: date(-3_600), .date: date(0)], serves: false),
            Case([.expires: date(0), .date: date(0)], after: 0, serves: false),
            Case([.expires: date(300), .date: date(400)], serves: false),
            Case([.expires: date(10), .date: "foo"], serves: true),
            Case([.expires: date(1_000), .date: date(990)], after: 9, serves: true),
            Case([.expires: date(1_000), .date: date(990)], after: 11, serves: false),
            Case([.expires: "Tue, 19 Jan 2038 14:14:08 GMT"], serves: true),
            Case([.expires: "Sun, 21 Nov 2286 04:46:39 GMT"], serves: true),
            Case([.expires: "Thursday, 18-Aug-50 02:01:18 GMT"], serves: true),
            Case([.expires: "Friday, 01-Jan-77 00:00:00 GMT"], serves: true),
            Case([.expires: "Thu Aug  8 02:01:18 2050"], serves: true),
            Case([.expires: "THU, 18 AUG 2050 02:01:18 gmt"], serves: true),
            Case([.expires: date(3_600), "expires": date(3_600)], serves: true),
            Case([.expires: date(3_600), "expires": date(7_200)], serves: false),
        ]
            + [
                "0", "", "-1", "soon", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST",
                "Thu, 18 Aug 50 02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT", "Thu, 18  Aug  2050 02:01:18 GMT",
                "Thu, 18-Aug-2050 02:01:18 GMT", "Thu, 18 Aug 2050 02.01.18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT",
            ].map { Case([.expires: $0, .date: date(0)], serves: false) }
    )
    func expires(item: Case) async { await check(item) }

    @Test(
        "is reduced by the first Age of a response; a malformed Age is ignored",
        arguments: [
            ("7200", false), ("3500", true), ("abc", true), ("-7200", true), ("7200.0", true), ("7200,0", false),
            ("0,7200", true), ("0, 0", true), ("99999999999999999999", false), ("", true), (" 7200 , 1", false),
        ]
    )
    func age(text: String, serves: Bool) async {
        await check(Case([.cacheControl: "max-age=3600", .date: Self.date(0), .age: text], serves: serves))
        let twice: HTTPFields = [.cacheControl: "max-age=3600", .age: text, "age": "0"]
        await check(Case(twice, serves: serves))
    }

    @Test(
        "is reduced by the age that follows from Date, or by Age if it is greater",
        arguments: [
            Case([.cacheControl: "max-age=3600", .date: date(-7_200)], serves: false),
            Case([.cacheControl: "max-age=3600", .date: date(7_200)], serves: true),
            Case([.cacheControl: "max-age=60", .date: date(-30), "date": date(-90)], serves: true),
            Case([.date: date(-10), .expires: date(10), .age: "25"], after: 0, serves: false),
            Case([.date: date(10), .expires: date(20), .age: "15"], after: 0, serves: false),
        ]
    )
    func dates(item: Case) async { await check(item) }

    @Test(
        "without an explicit lifetime is a tenth of the time since the last change, and at most a day",
        arguments: [
            Case([.lastModified: date(-100), .date: date(0)], after: 9, serves: true),
            Case([.lastModified: date(-100), .date: date(0)], after: 10, serves: false),
            Case([.lastModified: date(-100)], after: 9, serves: true),
            Case([.lastModified: date(-1e9)], after: 86_399, serves: true),
            Case([.lastModified: date(-1e9)], after: 86_400, serves: false),
            Case([.lastModified: date(100)], after: 0, serves: false), Case([.lastModified: "x"], serves: false),
            Case([.lastModified: date(-1e6), .expires: "0"], serves: false),
            Case([.lastModified: date(-1e6), .cacheControl: "max-age=x"], serves: false),
            Case([.lastModified: date(-1e6), "Content-Disposition": "attachment"], serves: true),
            Case([.lastModified: date(-1e6), .pragma: "no-cache"], serves: false),
        ]
    )
    func heuristic(item: Case) async { await check(item) }

    @Test(
        "is heuristic only for statuses that allow it, or with the directive public",
        arguments: [
            200, 201, 202, 203, 204, 300, 301, 302, 307, 308, 400, 403, 404, 405, 410, 414, 429, 500, 501, 502, 503,
            504, 599,
        ]
    )
    func heuristicStatuses(code: Int) async {
        let heuristic: Set = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
        let fields: HTTPFields = [.lastModified: Self.date(-86_400), .date: Self.date(0)]
        await check(Case(fields, serves: heuristic.contains(code)), .init(code: code))
        var fieldsWithPublic = fields
        fieldsWithPublic[.cacheControl] = "public"
        await check(Case(fieldsWithPublic, serves: true), .init(code: code))
    }

    @Test(
        "applies to any status if the lifetime is explicit",
        arguments: [200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599]
    )
    func explicitStatuses(code: Int) async {
        let status = HTTPResponse.Status(code: code)
        await check(Case([.cacheControl: "max-age=100"], serves: true), status)
        await check(Case([.expires: Self.date(-5_000), .lastModified: Self.date(-100_000)], serves: false), status)
    }

    @Test("extreme numbers and dates neither trap nor make a response fresh forever")
    func extremes() async {
        let numbers = [
            "0", "2147483648", "9223372036854775807", "18446744073709551616", String(repeating: "9", count: 400),
        ]
        let dates = [
            "Mon, 01 Jan 0001 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:60 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "0",
            "-1",
        ]
        for number in numbers {
            for date in dates {
                let client = CacheTestClient()
                let fields: HTTPFields = [
                    .cacheControl:
                        "max-age=\(number), stale-while-revalidate=\(number), stale-if-error=\(number)",
                    .age: number, .date: date, .expires: date, .lastModified: date, .contentLength: number,
                    .eTag: "\"v\"", .retryAfter: number, "Content-Encoding": "x",
                ]
                _ = await client.send(
                    timeToLive: number == "0" ? .seconds(Int64.max) : nil,
                    returning: response(fields)
                )
                for seconds in [1.0, 1e6, 3e9] {
                    _ = await client.send(
                        at: seconds,
                        .get,
                        [.range: "bytes=\(number)-"],
                        returning: response(fields, 304)
                    )
                    _ = await client.send(
                        at: seconds,
                        .get,
                        [.cacheControl: "min-fresh=\(number), max-stale=\(number)"]
                    )
                    _ = await client.send(
                        at: seconds,
                        .head,
                        [.cacheControl: "max-age=\(number)"],
                        returning: response(fields)
                    )
                }
                #expect(
                    await client.send(at: 1e10, returning: response(fields, body: "new")).body == "new",
                    "\(number) \(date)"
                )
            }
        }
    }
}

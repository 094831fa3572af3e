import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

/// Dates in responses whose server has another clock than this machine.
@Suite("The server's clock")
struct ServerClockTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000.5)

    private func string(_ offset: Double) -> String { HTTPDate.string(from: now.addingTimeInterval(offset)) }

    /// A response that arrives now and whose limit resets in 30 s by the server's clock.
    private func response(offset: Double, date: String?, age: String? = nil) -> HTTPResponse {
        var fields: HTTPFields = [
            "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": "\(1_800_000_030 + Int(offset))", .retryAfter: string(offset + 30),
        ]
        fields[.date] = date
        fields[.age] = age
        return HTTPResponse(status: 429, headerFields: fields)
    }

    private static let offsets: [Double] = [-86_400 * 300, -3_600, -60, -1, 0, 1, 60, 3_600, 86_400 * 300]

    @Test(
        "a reset and a Retry-After date are converted to the local clock, whatever the difference",
        arguments: offsets
    )
    func conversion(offset: Double) throws {
        let fields = response(offset: offset, date: string(offset)).headerFields
        let reset = try #require(fields.rateLimitReset(at: now)).timeIntervalSince(now)
        // `Date` has a resolution of one second.
        #expect((28...31).contains(reset))
        #expect(try #require(RateLimit(fields, at: now)).resetAt.timeIntervalSince(now) == reset)
        #expect((28...31).contains(try #require(fields.retryAfter(at: now)).seconds))
    }

    @Test(
        "without a plausible Date, the local clock applies",
        arguments: [
            nil, "", "0", "yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT", "2027-01-15T08:00:00Z",
        ] as [String?]
    )
    func implausibleDate(date: String?) {
        let fields = response(offset: 0, date: date).headerFields
        #expect(fields.serverDate(at: now) == nil)
        #expect(fields.rateLimitReset(at: now) == Date(timeIntervalSince1970: 1_800_000_030))
        #expect(fields.retryAfter(at: now) == .milliseconds(29_500))
    }

    @Test("the age of a response from a cache is added to its Date")
    func age() {
        let fields = response(offset: 0, date: string(-600), age: "600").headerFields
        #expect(fields.retryAfter(at: now) == .milliseconds(29_500))
    }

    @Test("counts belong to the same window although Date and the time of arrival vary")
    func window() {
        var ledger = RateLimitLedger()
        for (arrival, remaining) in [(0.0, "9"), (1.9, "7"), (40.0, "8")] {
            // Each response takes up to 40 s to arrive.
            var response = response(offset: 3_600, date: string(3_600))
            response.headerFields["X-RateLimit-Remaining"] = remaining
            ledger.record(response, at: now.addingTimeInterval(arrival))
        }
        #expect(ledger.limits["core"]?.remaining == 7)
    }

    @Test("a retry waits for the time between Date and the date in Retry-After", arguments: offsets)
    func retry(offset: Double) async {
        let clock = ImmediateClock()
        let now = now
        let retries = RetryMiddleware(now: { now }, clock: clock, random: { 0 })
        let transport = scripted(response(offset: offset, date: string(offset)), json("1"))
        #expect(await Outcome(of: "https://a.example", through: chain([retries], to: transport)).response != nil)
        #expect((28...31).contains(clock.elapsed.seconds))
    }
}

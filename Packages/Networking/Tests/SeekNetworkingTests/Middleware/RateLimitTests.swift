import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("Rate limits")
struct RateLimitTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func response(
        remaining: Int,
        reset: Double = 60,
        resource: String = "search",
        status: Int = 200,
        retryAfter: String? = nil
    ) -> HTTPResponse {
        var fields: HTTPFields = [
            "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "\(remaining)",
            "X-RateLimit-Resource": resource,
            "X-RateLimit-Reset": "\(Int(now.timeIntervalSince1970 + reset))",
        ]
        fields[.retryAfter] = retryAfter
        return HTTPResponse(status: .init(code: status), headerFields: fields)
    }

    @Test("a limit is parsed from complete, valid header fields only")
    func parsing() throws {
        let limit = try #require(RateLimit(response(remaining: 7).headerFields, at: now))
        #expect(limit == RateLimit(resource: "search", limit: 30, remaining: 7, resetAt: now.addingTimeInterval(60)))
        #expect(RateLimit([:], at: now) == nil)
        for value in ["-1", "many", "", "1.5", "99999999999999999999"] {
            var malformed = response(remaining: 1)
            malformed.headerFields["X-RateLimit-Remaining"] = value
            #expect(RateLimit(malformed.headerFields, at: now) == nil)
        }
    }

    @Test("requests in flight are counted, and the limit starts again after the reset")
    func ledger() {
        var ledger = RateLimitLedger()
        #expect(ledger.limits.isEmpty)
        // Nil for an admitted request, otherwise the date of the reset.
        var dates = [ledger.admit("search", at: now)]
        ledger.record(response(remaining: 2), at: now)
        dates += (0..<3).map { _ in ledger.admit("search", at: now) }
        dates.append(ledger.admit("core", at: now))
        dates.append(ledger.admit("search", at: now.addingTimeInterval(60)))
        #expect(dates == [nil, nil, nil, now.addingTimeInterval(60), nil, nil])
    }

    @Test("delayed responses and those of an earlier window do not raise the remaining count")
    func overtaking() {
        var ledger = RateLimitLedger()
        ledger.record(response(remaining: 3), at: now)
        ledger.record(response(remaining: 9), at: now)
        #expect(ledger.limits["search"]?.remaining == 3)
        ledger.record(response(remaining: 25, reset: 0), at: now)
        #expect(ledger.limits["search"]?.remaining == 3)
        ledger.record(response(remaining: 29, reset: 120), at: now)
        #expect(ledger.limits["search"]?.remaining == 29)
    }

    @Test("a 403 or 429 with Retry-After (a secondary limit) blocks all requests; a 503 does not")
    func secondary() {
        var ledger = RateLimitLedger()
        ledger.record(response(remaining: 20, status: 403, retryAfter: "30"), at: now)
        ledger.record(response(remaining: 20, status: 429, retryAfter: "10"), at: now)
        let dates = [ledger.admit("core", at: now), ledger.admit("search", at: now.addingTimeInterval(30))]
        #expect(dates == [now.addingTimeInterval(30), nil])
        ledger.record(response(remaining: 20, status: 503, retryAfter: "600"), at: now)
        #expect(ledger.blockedUntil == now.addingTimeInterval(30))
    }

    @Test("exactly the remaining number of requests is admitted while responses arrive", arguments: 0..<10)
    func admissions(remaining: Int) {
        var ledger = RateLimitLedger()
        ledger.record(response(remaining: remaining), at: now)
        var passed = 0
        for _ in 0..<20 where ledger.admit("search", at: now) == nil {
            passed += 1
            ledger.record(response(remaining: remaining - passed), at: now)
        }
        #expect(passed == remaining)
    }

    @Test("a request beyond the limit is rejected immediately with an error that contains the date of the reset")
    func middleware() async {
        let now = now
        let clock = ImmediateClock()
        let transport = scripted(response(remaining: 0), json("2"))
        let rateLimits = RateLimitMiddleware(now: { now }, clock: clock) {
            $0.url.path().hasPrefix("/search") ? "search" : "core"
        }
        let handler = chain([rateLimits], to: transport)
        _ = await Outcome(of: "https://a.example/search", through: handler)
        let rejected = await Outcome(of: "https://a.example/search", through: handler)
        #expect(
            rejected.error?.description
                == "the rate limit of search is used up (GET https://a.example/search); try again after "
                + "2027-01-15T08:01:00Z"
        )
        #expect(rejected.error?.isRetryable == true)
        #expect(rejected.error?.context.attempts == 0)
        let otherResource = await Outcome(of: "https://a.example/users", through: handler)
        #expect(otherResource.response?.status.code == 200)
        #expect(transport.received.count == 2)
        #expect(clock.elapsed == .zero)
        #expect(rateLimits.limits["search"]?.remaining == 0)
    }

    @Test("a request without a resource is not limited, but its response updates the limits")
    func unlimitedRequest() async {
        let now = now
        let transport = scripted(response(remaining: 0), response(remaining: 0))
        let rateLimits = RateLimitMiddleware(now: { now }) { _ in nil }
        let handler = chain([rateLimits], to: transport)
        for _ in 1...2 { _ = await Outcome(of: "https://a.example/rate_limit", through: handler) }
        #expect(transport.received.count == 2)
        #expect(rateLimits.limits["search"]?.remaining == 0)
    }

    @Test(
        "an extremely large reset or Retry-After rejects further requests",
        arguments: [
            [(HTTPField.Name.retryAfter, "99999999999999999999999999")], [(.retryAfter, "9223372036854775807")],
            [
                ("X-RateLimit-Limit", "9223372036854775807"), ("X-RateLimit-Remaining", "0"),
                ("X-RateLimit-Reset", "9223372036854775807"),
            ],
        ],
        [RateLimitMiddleware.Mode.reject, .wait]
    )
    func endless(fields: [(HTTPField.Name, String)], mode: RateLimitMiddleware.Mode) async {
        let limitedResponse = HTTPResponse(
            status: 429,
            headerFields: HTTPFields(fields.map { HTTPField(name: $0, value: $1) })
        )
        let handler = chain([RateLimitMiddleware(mode)], to: scripted(limitedResponse))
        var rejected: NetworkError?
        // The first request receives the response with the limit.
        for _ in 0..<2 {
            rejected = await Outcome(of: "https://a.example", through: handler).error
        }
        #expect(rejected?.description.contains("; try again after ") == true)
    }

    @Test("a request waits for the reset of the limit unless its deadline is earlier")
    func waiting() async {
        let start = now
        let clock = ImmediateClock()
        let transport = scripted(response(remaining: 0), json("2"))
        let waiting = RateLimitMiddleware(
            .wait,
            now: { start.addingTimeInterval(clock.elapsed.seconds) },
            clock: clock
        ) { _ in "search" }
        let handler = chain([waiting], to: transport)
        func send(_ time: Duration) async -> Outcome {
            await Outcome(of: "https://a.example", through: handler, within: time)
        }
        _ = await send(.seconds(90))
        guard case .rejected(.rateLimit, _)? = await send(.seconds(30)).error else {
            Issue.record("the request waited beyond its deadline")
            return
        }
        #expect(await send(.seconds(90)).response?.status.code == 200)
        #expect(clock.elapsed == .seconds(60))
    }
}

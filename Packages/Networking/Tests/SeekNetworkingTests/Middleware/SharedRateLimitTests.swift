import Foundation
import SeekBasics
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

/// Rate limits that several machines share.
@Suite("Shared rate limits")
struct SharedRateLimitTests {
    /// A store that returns the delays set by a test, and records its calls.
    private final class TestRateLimitStore: RateLimitStore {
        struct Broken: Error {}

        /// The delays that the next admissions return; nil admits the request.
        let delays: Mutex<[Duration?]>
        let recordedLimits = Recorder<RateLimit?>()
        let recordedRests = Recorder<Duration?>()
        let recordedDelays = Recorder<Duration?>()
        /// The resource of each admission, granted or delayed.
        let admissions = Recorder<String>()
        let isBroken: Bool

        init(_ delays: [Duration?] = [], isBroken: Bool = false) {
            self.delays = Mutex(delays)
            self.isBroken = isBroken
        }

        func admit(_ resource: String) async throws -> Duration? {
            if isBroken { throw Broken() }
            admissions.record(resource)
            return delays.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }

        func record(_ limit: RateLimit?, resetsIn: Duration?, blockedFor: Duration?) async throws {
            if isBroken { throw Broken() }
            recordedLimits.record(limit)
            recordedRests.record(resetsIn)
            recordedDelays.record(blockedFor)
        }
    }

    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func response(remaining: Int, _ status: HTTPResponse.Status = .ok, retryAfter: String? = nil)
        -> HTTPResponse
    {
        var fields: HTTPFields = [
            "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "\(remaining)",
            "X-RateLimit-Reset": "1800000060", "X-RateLimit-Resource": "search",
        ]
        fields[.retryAfter] = retryAfter
        return HTTPResponse(status: status, headerFields: fields)
    }

    private func middleware(
        _ store: TestRateLimitStore,
        _ mode: RateLimitMiddleware.Mode = .reject,
        clock: any Clock<Duration> = ImmediateClock(),
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> RateLimitMiddleware {
        RateLimitMiddleware(mode, store: store, report: report, now: { [start] in start }, clock: clock) { _ in
            "search"
        }
    }

    @Test("a request is sent once the store admits it, and the limits in its response are recorded")
    func admission() async {
        let store = TestRateLimitStore()
        let handler = chain([middleware(store)], to: scripted(response(remaining: 7)))
        #expect(await Outcome(of: "https://a.example", through: handler).response?.status.code == 200)
        #expect(store.admissions.all == ["search"])
        #expect(store.recordedLimits.all.map { $0?.remaining } == [7])
        #expect(store.recordedDelays.all == [nil])
    }

    @Test(
        "the store receives the time until the reset, whatever the difference between the clocks",
        arguments: [0, 3_600, -3_600]
    )
    func clockDifference(offset: Double) async {
        let store = TestRateLimitStore()
        var response = response(remaining: 7)
        response.headerFields[.date] = HTTPDate.string(from: start.addingTimeInterval(offset))
        response.headerFields["X-RateLimit-Reset"] = "\(1_800_000_060 + Int(offset))"
        _ = await Outcome(of: "https://a.example", through: chain([middleware(store)], to: scripted(response)))
        #expect(store.recordedRests.all == [.seconds(60)])
        #expect(store.recordedLimits.all.map { $0?.serverResetAt } == [start.addingTimeInterval(60 + offset)])
    }

    @Test("a request that the store does not admit is rejected with the date from which it may be sent")
    func rejection() async {
        let store = TestRateLimitStore([.seconds(40)])
        let transport = scripted(response(remaining: 7))
        let handler = chain([middleware(store)], to: transport)
        guard
            case .rejected(.rateLimit("search", let date), _)? = await Outcome(
                of: "https://a.example",
                through: handler
            ).error
        else {
            Issue.record("the request was not rejected")
            return
        }
        #expect(date == start.addingTimeInterval(40))
        #expect(transport.received.isEmpty)
    }

    @Test("a request waits until the store admits it")
    func waiting() async {
        let store = TestRateLimitStore([.seconds(40), .seconds(2)])
        let clock = ImmediateClock()
        let handler = chain([middleware(store, .wait, clock: clock)], to: scripted(response(remaining: 7)))
        #expect(await Outcome(of: "https://a.example", through: handler).response?.status.code == 200)
        #expect(clock.elapsed == .seconds(42))
    }

    @Test("a request beyond a limit that this machine has received is rejected without the store")
    func receivedLimit() async {
        let store = TestRateLimitStore()
        let handler = chain([middleware(store)], to: scripted(response(remaining: 0), response(remaining: 0)))
        _ = await Outcome(of: "https://a.example", through: handler)
        #expect(await Outcome(of: "https://a.example", through: handler).error != nil)
        #expect(store.admissions.all.count == 1)
    }

    @Test("the delay of a secondary limit (a 403 with Retry-After) is recorded; a response without limits is not")
    func recording() async {
        let store = TestRateLimitStore()
        let secondary = HTTPResponse(status: 403, headerFields: [.retryAfter: "30"])
        let handler = chain([middleware(store)], to: scripted(HTTPResponse(status: .ok), secondary))
        for _ in 0..<2 { _ = await Outcome(of: "https://a.example", through: handler) }
        #expect(store.recordedLimits.all == [nil])
        #expect(store.recordedDelays.all == [.seconds(30)])
    }

    @Test("if the store fails, the limits in the responses to this machine apply")
    func outage() async {
        let failures = Recorder<String>()
        let limiter = middleware(TestRateLimitStore(isBroken: true)) { failures.record("\($0)") }
        let handler = chain([limiter], to: scripted(response(remaining: 1), response(remaining: 0)))
        for _ in 0..<2 { #expect(await Outcome(of: "https://a.example", through: handler).response != nil) }
        #expect(await Outcome(of: "https://a.example", through: handler).error != nil)
        #expect(limiter.limits["search"]?.remaining == 0)
        // Two admissions and two recordings. The third request is rejected without the store.
        #expect(failures.all.count == 4)
    }
}

import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("Retries")
struct RetryTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func response(_ code: Int, retryAfter: String? = nil) -> Result<HTTPResponse, NetworkError> {
        var response = HTTPResponse(status: .init(code: code))
        response.headerFields[.retryAfter] = retryAfter
        return .success(response)
    }

    private func failure(_ failure: TransportFailure) -> Result<HTTPResponse, NetworkError> {
        .failure(.transport(failure, .init(request: nil)))
    }

    /// Returns the delay that the default policy requires; nil if the request is not retried. After the first attempt,
    /// it is 200 ms multiplied by `random`.
    private func delay(
        _ result: Result<HTTPResponse, NetworkError>,
        _ method: HTTPRequest.Method = .get,
        isIdempotent: Bool = false,
        attempt: Int = 1,
        timeLeft: Duration = .seconds(100),
        random: Double = 0.5
    ) -> Duration? {
        RetryPolicy().delay(
            after: result,
            of: request("https://a.example", method),
            isIdempotent: isIdempotent,
            attempt: attempt,
            timeLeft: timeLeft,
            now: now,
            random: random
        )
    }

    @Test(
        "statuses of temporary failures are retried, a 429 only with Retry-After",
        arguments: [
            (200, false), (400, false), (401, false), (403, false), (404, false), (408, true), (422, false),
            (425, true), (429, false),
            (500, true), (501, false), (502, true), (503, true), (504, true),
        ]
    )
    func statuses(code: Int, isRetried: Bool) {
        #expect((delay(response(code)) != nil) == isRetried)
        #expect((delay(response(code, retryAfter: "1")) != nil) == (isRetried || code == 429))
    }

    @Test(
        "lost and failed connections are retried; other failures are not",
        arguments: [
            (TransportFailure.connectionLost, true), (.cannotConnect, true), (.hostNotFound, true),
            (.insecure("x"), false), (.publicKeyNotPinned(host: "x"), false), (.proxy("x"), false),
            (.proxyAuthenticationRequired, false),
            (.invalidConfiguration("x"), false), (.malformedResponse("x"), false), (.other("x"), false),
        ]
    )
    func failures(cause: TransportFailure, isRetried: Bool) {
        #expect((delay(failure(cause)) != nil) == isRetried)
        let context = NetworkError.Context(request: nil)
        let finalErrors: [NetworkError] = [
            .timedOut(context), .cancelled(context), .bodyTooLarge(limit: 1, context),
            .invalidRequest(reason: "", context),
            .rejected(.circuitOpen(host: "h", for: .seconds(1)), context), .redirectRefused("", context),
            .other(context),
        ]
        for error in finalErrors { #expect(delay(.failure(error)) == nil) }
    }

    @Test(
        "a request without an idempotent method is retried only if nothing was sent or it is marked as idempotent",
        arguments: [
            (HTTPRequest.Method.get, true), (.head, true), (.put, true), (.delete, true), (.post, false),
            (.patch, false),
        ]
    )
    func methods(method: HTTPRequest.Method, isRetried: Bool) {
        #expect((delay(response(503), method) != nil) == isRetried)
        #expect((delay(failure(.connectionLost), method) != nil) == isRetried)
        #expect(delay(failure(.cannotConnect), method) != nil)
        #expect(delay(response(503), method, isIdempotent: true) != nil)
    }

    @Test("the wait doubles up to a maximum, with jitter; the last attempt is not followed by another")
    func jitter() {
        let policy = RetryPolicy(maximumAttempts: 100)
        #expect(policy.ceiling(attempt: 1) == .milliseconds(200))
        #expect(policy.ceiling(attempt: 3) == .milliseconds(800))
        #expect(policy.ceiling(attempt: 99) == .seconds(10))
        #expect(delay(response(503), random: 0) == .zero)
        #expect(delay(response(503), random: 0.5) == .milliseconds(100))
        #expect(delay(response(503), attempt: 2, random: 0.5) == .milliseconds(200))
        #expect(delay(response(503), attempt: 3) == nil)
    }

    @Test(
        "a valid Retry-After (seconds or a date) is the minimum wait; above the maximum, nothing is retried",
        arguments: [
            ("7", Duration.seconds(7)), ("0", .milliseconds(100)), ("Sun, 06 Nov 1994 08:49:39 GMT", .seconds(2)),
            ("Sun, 06 Nov 1994 08:49:30 GMT", .milliseconds(100)), ("61", nil), ("4294967296", nil),
            ("9223372036854775808", nil), ("99999999999999999999999999", nil),
            ("-1", .milliseconds(100)), ("+5", .milliseconds(100)), ("soon", .milliseconds(100)),
        ]
    )
    func retryAfter(text: String, expected: Duration?) {
        #expect(delay(response(503, retryAfter: text)) == expected)
    }

    @Test("a retry that is cancelled while it waits takes no token of the budget")
    func cancelledWaits() async {
        let clock = ManualClock()
        let retries = RetryMiddleware(budget: RetryBudget(capacity: 1), clock: clock, random: { 0.5 })
        func waitingRetry() async -> Task<Outcome, Never> {
            let handler = chain([retries], to: scripted(json("", status: 503), json("1")))
            let task = Task { await Outcome(of: "https://a.example", through: handler) }
            await clock.waitForSleepers()
            return task
        }
        for _ in 0..<3 {
            let cancelled = await waitingRetry()
            cancelled.cancel()
            guard case .cancelled(let context)? = await cancelled.value.error else {
                Issue.record("the wait was not cancelled")
                return
            }
            #expect(context.attempts == 1)
        }
        let retry = await waitingRetry()
        clock.advanceToNextDeadline()
        #expect(await retry.value.response?.status.code == 200)
    }

    @Test("a retry never waits beyond the deadline")
    func deadline() {
        #expect(delay(response(503, retryAfter: "7"), timeLeft: .seconds(7)) == nil)
        #expect(delay(response(503, retryAfter: "7"), timeLeft: .seconds(8)) == .seconds(7))
        #expect(delay(response(503), timeLeft: .zero) == nil)
    }

    @Test("retries take tokens from the budget, and each success refunds a part of a token")
    func budget() {
        var budget = RetryBudget(capacity: 2, refund: 0.5)
        let spent = (0..<3).map { _ in budget.withdraw() }
        #expect(spent == [true, true, false])
        budget.recordSuccess()
        let withHalfToken = budget.withdraw()
        budget.recordSuccess()
        let withWholeToken = budget.withdraw()
        #expect(!withHalfToken)
        #expect(withWholeToken)
        for _ in 0..<10 { budget.recordSuccess() }
        #expect(budget.tokens == 2)
    }

    private func send(
        _ transport: StubTransport,
        budget: RetryBudget = RetryBudget(),
        clock: any Clock<Duration> = ImmediateClock()
    ) async -> Outcome {
        let retries = RetryMiddleware(budget: budget, clock: clock, random: { 0.5 })
        return await Outcome(of: "https://a.example", through: chain([retries], to: transport))
    }

    @Test("the first successful response ends the retries and reports all attempts")
    func middleware() async {
        let clock = ImmediateClock()
        let transport = scripted(json("", status: 503), json("", status: 502), json("1"))
        let outcome = await send(transport, clock: clock)
        #expect(outcome.response?.status.code == 200)
        #expect(outcome.response?.provenance.attempts == 3)
        #expect(clock.elapsed == .milliseconds(100 + 200))
    }

    @Test("the last response or error is returned after the last attempt, or if the budget is empty")
    func exhausted() async {
        let last = await send(scripted(json("", status: 503), json("", status: 503), json("", status: 500)))
        #expect(last.response?.status.code == 500)
        #expect(last.response?.provenance.attempts == 3)
        let none = await send(scripted())
        #expect(none.error?.context.attempts == 3)
        #expect(none.error?.description == "could not connect (GET https://a.example, 3 attempts)")
        let spent = await send(scripted(json("", status: 503), json("1")), budget: RetryBudget(capacity: 0))
        #expect(spent.response?.status.code == 503)
        #expect(spent.response?.provenance.attempts == 1)
    }
}

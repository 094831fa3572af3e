import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The complete stack over a scripted transport, with a settable clock.
private final class StackFixture: Sendable {
    let transport: StubTransport
    let budget: CountingBudget
    let coalescing = CoalescingMiddleware()
    let log = Recorder<String>()
    let stack: MiddlewareStack
    /// The times of the calls in seconds; the last one is the current time.
    private let callTimes: Recorder<Double>

    init(_ transport: StubTransport, budget limit: Int = 1_000) throws {
        let origin = try #require(Origin(url("https://a.example")))
        let credential = Credential.bearer("T0KEN")
        let (budget, coalescing, log, callTimes) = (CountingBudget(limit), coalescing, log, Recorder<Double>())
        let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_800_000_000 + (callTimes.all.last ?? 0)) }
        self.transport = transport
        self.budget = budget
        self.callTimes = callTimes
        stack = MiddlewareStack {
            $0.logging = LoggingMiddleware { log.record($0) }
            $0.cache = HTTPCacheMiddleware(
                store: MemoryStore(costLimit: 1 << 20),
                partition: credential.fingerprint,
                coalescing: coalescing,
                now: now
            )
            $0.retries = RetryMiddleware(now: now, clock: ImmediateClock(), random: { 0.5 })
            $0.circuitBreaker = CircuitBreakerMiddleware(threshold: 4)
            $0.budgets = [budget]
            $0.authentication = AuthenticationMiddleware(credential, for: origin)
        }
    }

    func send(_ path: String, at second: Double = 0) async -> Outcome {
        callTimes.record(second)
        let handler = chain(stack.middleware, to: transport)
        return await Outcome(of: "https://a.example\(path)", through: handler)
    }
}

@Suite("The middleware stack", .timeLimit(.minutes(3)))
struct MiddlewareStackTests {
    /// Requests, responses, and the expected results.
    struct Scenario: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The responses of the server, in order. After the last one, connections fail.
        var responses: [HTTPResponse]
        /// The paths that the caller requests, with the time in seconds.
        var calls: [(path: String, second: Double)]
        /// How many requests the budget allows.
        var budget = 1_000
        /// The paths that the server receives.
        var sent: [String]
        /// A summary of each call, such as `200 1 disk stale, attempts 3` (status, body, source and freshness of the
        /// response) or `status error, attempts 2` (stage of the error).
        var outcomes: [String]
    }

    private static func moved(to path: String) -> HTTPResponse {
        HTTPResponse(status: 302, headerFields: [.location: path])
    }

    private static let failed = json("", status: 503)
    private static let brief: HTTPFields = [.cacheControl: "max-age=1"]
    private static let long: HTTPFields = [.cacheControl: "max-age=60"]
    private static let tagged: HTTPFields = [.cacheControl: "max-age=1", .eTag: "\"v\""]

    static let scenarios = [
        Scenario(
            testDescription: "a fresh stored response costs no request",
            responses: [json("1", long)],
            calls: [("/a", 0), ("/a", 10)],
            sent: ["/a"],
            outcomes: ["200 1 network, attempts 1", "200 1 memory, attempts 0"]
        ),
        Scenario(
            testDescription: "each attempt is counted",
            responses: [failed, failed, json("1")],
            calls: [("/a", 0)],
            sent: ["/a", "/a", "/a"],
            outcomes: ["200 1 network, attempts 3"]
        ),
        Scenario(
            testDescription: "the target of a redirect is stored under its own URL",
            responses: [moved(to: "/b"), json("2", long)],
            calls: [("/a", 0), ("/b", 1)],
            sent: ["/a", "/b"],
            outcomes: ["200 2 network, attempts 2", "200 2 memory, attempts 0"]
        ),
        Scenario(
            testDescription: "only the failed hop of a redirect is retried, and all attempts are counted",
            responses: [moved(to: "/b"), failed, json("2")],
            calls: [("/a", 0)],
            sent: ["/a", "/b", "/b"],
            outcomes: ["200 2 network, attempts 3"]
        ),
        Scenario(
            testDescription: "a redirect to a stored response costs one request",
            responses: [json("2", long), moved(to: "/b")],
            calls: [("/b", 0), ("/a", 1)],
            sent: ["/b", "/a"],
            outcomes: ["200 2 network, attempts 1", "200 2 memory, attempts 1"]
        ),
        Scenario(
            testDescription: "a redirect loop is an error that reports the attempts of all hops",
            responses: [moved(to: "/b"), moved(to: "/a")],
            calls: [("/a", 0)],
            sent: ["/a", "/b"],
            outcomes: ["status error, attempts 2"]
        ),
        Scenario(
            testDescription: "a stale response after failed attempts reports these attempts",
            responses: [json("1", brief), failed, failed, failed],
            calls: [("/a", 0), ("/a", 10)],
            sent: ["/a", "/a", "/a", "/a"],
            outcomes: ["200 1 network, attempts 1", "200 1 memory stale, attempts 3"]
        ),
        Scenario(
            testDescription: "a stale response after failures to connect reports these attempts",
            responses: [json("1", brief)],
            calls: [("/a", 0), ("/a", 10)],
            sent: ["/a", "/a", "/a", "/a"],
            outcomes: ["200 1 network, attempts 1", "200 1 memory stale, attempts 3"]
        ),
        Scenario(
            testDescription: "a revalidation reports its attempts",
            responses: [json("1", tagged), failed, HTTPResponse(status: 304, headerFields: tagged)],
            calls: [("/a", 0), ("/a", 10)],
            sent: ["/a", "/a", "/a"],
            outcomes: ["200 1 network, attempts 1", "200 1 memory revalidated, attempts 2"]
        ),
        Scenario(
            testDescription: "a 304 for another response than the stored one costs a second request",
            responses: [
                json("1", tagged), HTTPResponse(status: 304, headerFields: [.eTag: "\"w\""]), json("2", long),
            ],
            calls: [("/a", 0), ("/a", 10)],
            sent: ["/a", "/a", "/a"],
            outcomes: ["200 1 network, attempts 1", "200 2 network, attempts 2"]
        ),
        Scenario(
            testDescription: "a rejection by a budget is not retried and costs nothing",
            responses: [failed, json("1")],
            calls: [("/a", 0), ("/a", 0)],
            budget: 1,
            sent: ["/a"],
            outcomes: ["request error, attempts 1", "request error, attempts 0"]
        ),
        Scenario(
            testDescription: "a stale response in place of a rejection costs nothing",
            responses: [json("1", [.cacheControl: "max-age=1, stale-if-error=60"])],
            calls: [("/a", 0), ("/a", 10)],
            budget: 1,
            sent: ["/a"],
            outcomes: ["200 1 network, attempts 1", "200 1 memory stale, attempts 0"]
        ),
        Scenario(
            testDescription: "an open circuit ends the retries, and the next call costs nothing",
            responses: [failed, failed, failed, failed],
            calls: [("/a", 0), ("/b", 0), ("/b", 0)],
            sent: ["/a", "/a", "/a", "/b"],
            outcomes: ["503  network, attempts 3", "503  network, attempts 1", "request error, attempts 0"]
        ),
    ]

    @Test("caches, retries, follows redirects and counts attempts", arguments: scenarios)
    func scenario(scenario: Scenario) async throws {
        let fixture = try StackFixture(scripted(scenario.responses), budget: scenario.budget)
        var outcomes: [String] = []
        for call in scenario.calls { outcomes.append(summary(await fixture.send(call.path, at: call.second))) }
        #expect(outcomes == scenario.outcomes)
        #expect(fixture.transport.received.map { $0.url.path() } == scenario.sent)
        #expect(fixture.budget.count == scenario.sent.count)
        #expect(fixture.log.all.count == scenario.calls.count)
    }

    private func summary(_ outcome: Outcome) -> String {
        guard let response = outcome.response else {
            return "\(outcome.error?.stage.rawValue ?? "no") error, attempts \(outcome.error?.context.attempts ?? -1)"
        }
        let provenance = response.provenance
        let freshness = provenance.isStale ? " stale" : provenance.isRevalidated ? " revalidated" : ""
        let body = String(decoding: response.body, as: UTF8.self)
        return "\(response.status.code) \(body) \(provenance.source)\(freshness), attempts \(provenance.attempts)"
    }

    @Test("has a fixed order")
    func order() throws {
        let names = try StackFixture(scripted()).stack.middleware.map { "\(type(of: $0))" }
        let expected = [
            "LoggingMiddleware", "RedirectMiddleware", "HTTPCacheMiddleware", "RetryMiddleware",
            "CredentialRenewalMiddleware", "CircuitBreakerMiddleware", "CountingBudget", "AuthenticationMiddleware",
        ]
        #expect(names == expected)
    }

    @Test("additional middleware intercepts each call once, after logging and before the cache, without the credential")
    func additional() async throws {
        let fixture = try StackFixture(scripted(Self.failed, json("1", Self.long)))
        let (seen, sources) = (Recorder<HTTPRequest>(), Recorder<Provenance.Source>())
        var stack = fixture.stack
        stack.additional = [Observer(requests: seen, sources: sources)]
        #expect(
            stack.middleware.prefix(3).map { "\(type(of: $0))" } == [
                "LoggingMiddleware", "Observer", "RedirectMiddleware",
            ]
        )
        let handler = chain(stack.middleware, to: fixture.transport)
        for _ in 0..<2 { _ = await Outcome(of: "https://a.example/a", through: handler) }
        #expect(seen.all.map { $0.headerFields[.authorization] } == [nil, nil])
        #expect(sources.all == [.network, .memory])
        #expect(fixture.transport.received.map { $0.headerFields[Observer.field] } == ["1", "1"])
    }

    /// Records requests and the sources of responses, and adds a header field.
    private struct Observer: HTTPMiddleware {
        static let field: HTTPField.Name = "X-Observer"
        let requests: Recorder<HTTPRequest>
        let sources: Recorder<Provenance.Source>

        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            requests.record(request)
            var request = request
            request.headerFields[Self.field] = "1"
            let response = try await next(request, options)
            sources.record(response.provenance.source)
            return response
        }
    }

    @Test("contains the defaults if nothing is configured")
    func defaults() {
        let names = MiddlewareStack().middleware.map { "\(type(of: $0))" }
        #expect(names == ["RedirectMiddleware", "CoalescingMiddleware", "RetryMiddleware", "CircuitBreakerMiddleware"])
    }

    @Test("sends the credential with each attempt, but not to another origin after a redirect")
    func credential() async throws {
        let away = HTTPResponse(status: 307, headerFields: [.location: "https://b.example/"])
        let fixture = try StackFixture(scripted(Self.failed, away, json("1")))
        #expect(await fixture.send("/a").response?.status.code == 200)
        let sent = fixture.transport.received.map { $0.headerFields[.authorization] }
        #expect(sent == ["Bearer T0KEN", "Bearer T0KEN", nil])
    }

    @Test(
        "reports the attempts of a shared request once",
        arguments: [
            StubResponse.response(json("1")), .response(json("1", status: 404)), .failure(.malformedResponse("x")),
        ]
    )
    func shared(response: StubResponse) async throws {
        let gate = Gate()
        let fixture = try StackFixture(StubTransport([stub(.any, "/{+path}", returning: .held(at: gate, response))]))
        let callers = (0..<3).map { _ in Task { await fixture.send("/a") } }
        await gate.waitForArrivals(1)
        await eventually { fixture.coalescing.waiterCount(of: request("https://a.example/a")) == 3 }
        gate.open()
        var attempts = 0
        for caller in callers {
            let outcome = await caller.value
            attempts += outcome.response?.provenance.attempts ?? outcome.error?.context.attempts ?? 0
        }
        #expect(attempts == 1)
        #expect(fixture.budget.count == 1)
    }

    @Test("reports the URL of the response, from the network and from the cache")
    func responseURL() async throws {
        let fixture = try StackFixture(scripted(Self.moved(to: "/b"), json("2", Self.long)))
        for path in ["/a", "/b"] {
            #expect(await fixture.send(path).response?.url?.absoluteString == "https://a.example/b")
        }
    }
}

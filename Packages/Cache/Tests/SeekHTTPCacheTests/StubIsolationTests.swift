import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// A middleware stack that live and stubbed requests share, as in an app with some stubbed endpoints.
@Suite("Stubbed responses do not affect live requests", .timeLimit(.minutes(3)))
struct StubIsolationTests {
    private let store = MemoryStore(costLimit: 1 << 20)
    private let budget = CountingBudget()
    private let rateLimiting = RateLimitMiddleware()
    private let clock = ImmediateClock()
    private let middleware: [any HTTPMiddleware]

    init() {
        let (store, budget, rateLimiting, clock) = (store, budget, rateLimiting, clock)
        middleware =
            MiddlewareStack {
                $0.cache = HTTPCacheMiddleware(store: store, partition: "")
                // Enough for one retry, which a stub must not use up.
                $0.retries = RetryMiddleware(budget: RetryBudget(capacity: 1), clock: clock, random: { 0.5 })
                $0.circuitBreaker = CircuitBreakerMiddleware(threshold: 2)
                $0.budgets = [budget, rateLimiting]
            }.middleware
    }

    private func client(
        _ transport: StubTransport,
        _ change: ResponseOverride? = nil,
        clock: any Clock<Duration> = ImmediateClock()
    ) -> APIClient {
        APIClient(baseURL: url("https://a.example"), transport: transport) {
            $0.middleware = middleware
            $0.overrideResponse = { _ in change }
            $0.clock = clock
        }
    }

    private func endpoint(_ sample: HTTPResponse? = nil, _ method: HTTPRequest.Method = .get) -> Endpoint<Int> {
        var endpoint = Endpoint(of: Int.self, method, at: .path("n"), timeToLive: .seconds(60), sample: sample)
        if sample != nil { endpoint.stubBehavior = .immediate }
        return endpoint
    }

    @Test("a stub is not cached: a later live request receives the server's response")
    func stored() async throws {
        let client = client(scripted(json("1")))
        #expect(try await client.send(endpoint(json("7"))).value == 7)
        #expect(store.items().isEmpty)
        #expect(try await client.send(endpoint()).value == 1)
    }

    @Test("a stub takes precedence over a cached response, and a stubbed PUT does not invalidate that response")
    func ignoresStore() async throws {
        let transport = scripted(json("1"))
        let client = client(transport)
        #expect(try await client.send(endpoint()).value == 1)
        #expect(try await client.send(endpoint(json("7"))).value == 7)
        #expect(try await client.send(endpoint(json("8"), .put)).value == 8)
        #expect(try await client.send(endpoint()).value == 1)
        #expect(transport.received.count == 1)
    }

    @Test("a stubbed and a live request in flight do not share a response")
    func coalesced() async throws {
        let gate = Gate()
        let sampleClock = ManualClock()
        let transport = StubTransport([stub(.any, "/{+path}", returning: .held(at: gate, .response(json("1"))))])
        let client = client(transport, clock: sampleClock)
        let live = Task { try await client.send(endpoint()).value }
        await gate.waitForArrivals(1)
        #expect(try await client.send(endpoint(json("7"))).value == 7)
        gate.open()
        #expect(try await live.value == 1)
        store.removeAll()
        var delayed = endpoint(json("7"))
        delayed.stubBehavior = .delayed(.seconds(1))
        let stubbed = Task { [delayed] in try await client.send(delayed).value }
        await sampleClock.waitForSleepers()
        #expect(try await client.send(endpoint()).value == 1)
        sampleClock.advance(by: .seconds(1))
        #expect(try await stubbed.value == 7)
    }

    /// Header fields that would exhaust a rate limit if the response were live.
    private static let exhaustedRateLimit: HTTPFields = [
        .retryAfter: "60", "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "4000000000",
    ]

    /// Checks that no rate limit was recorded, and that a live request is sent and may be retried.
    private func expectUntouched() async {
        #expect(rateLimiting.limits.isEmpty)
        #expect(clock.elapsed == .zero)
        store.removeAll()
        let result = await client(scripted(json("", status: 503), json("1"))).outcome(of: endpoint())
        #expect((try? result.get())?.value == 1)
        #expect((try? result.get())?.provenance.attempts == 2)
    }

    @Test("a stub affects no circuit, rate limit or budget", arguments: [200, 429, 500, 503])
    func counted(status: Int) async {
        let client = client(scripted())
        let sample = json("7", Self.exhaustedRateLimit, status: .init(code: status))
        for _ in 0..<5 { _ = await client.outcome(of: endpoint(sample)) }
        #expect(budget.count == 0)
        await expectUntouched()
    }

    @Test("an overridden live response is counted by its original status", arguments: [429, 500, 503])
    func overridden(status: Int) async {
        let change = ResponseOverride(status: .init(code: status), headerFields: Self.exhaustedRateLimit)
        let client = client(
            scripted([HTTPResponse](repeating: json("1", [.cacheControl: "no-store"]), count: 5)),
            change
        )
        var live = endpoint()
        live.timeToLive = nil
        for _ in 0..<5 {
            guard case .failure(.unacceptableStatus(status, let context)) = await client.outcome(of: live) else {
                Issue.record("the response was not overridden")
                return
            }
            #expect(context.attempts == 1)
        }
        #expect(budget.count == 5)
        await expectUntouched()
    }

    @Test("a simulated failure sends nothing")
    func failures() async {
        let transport = scripted()
        let client = client(transport, .failure(.connectionLost))
        for _ in 0..<5 {
            guard case .failure(.transport(.connectionLost, let context)) = await client.outcome(of: endpoint()) else {
                Issue.record("the transport did not fail")
                return
            }
            #expect(context.attempts == 0)
        }
        #expect(transport.received.isEmpty)
        #expect(budget.count == 0)
        await expectUntouched()
    }

    @Test("the original response is cached, not the overridden one")
    func overrideStored() async throws {
        let transport = scripted(json("1"))
        let change = ResponseOverride(body: Data("9".utf8))
        #expect(try await client(transport, change).send(endpoint()).value == 9)
        #expect(try await client(transport).send(endpoint()).value == 1)
        #expect(transport.received.count == 1)
    }

    @Test("an override applies to a cached response; if the overridden body cannot be decoded, nothing is fetched")
    func overrideOfStored() async throws {
        let transport = scripted(json("1"))
        #expect(try await client(transport).send(endpoint()).value == 1)
        #expect(try await client(transport, ResponseOverride(body: Data("9".utf8))).send(endpoint()).value == 9)
        let undecodable = await client(transport, ResponseOverride(body: Data("{".utf8))).outcome(of: endpoint())
        guard case .failure(.undecodable) = undecodable else {
            Issue.record("the body was not overridden")
            return
        }
        #expect(transport.received.count == 1)
    }

    @Test("a stub and an overridden live response have the source .sample; only the latter reports attempts")
    func provenance() async throws {
        let sample = try await client(scripted()).send(endpoint(json("7"))).provenance
        #expect(sample.source == .sample)
        #expect(sample.attempts == 0)
        #expect(!sample.isCached)
        let change = ResponseOverride(body: Data("9".utf8))
        let overridden = try await client(scripted(json("1")), change).send(endpoint()).provenance
        #expect(overridden.source == .sample)
        #expect(overridden.attempts == 1)
    }

    @Test("middleware without shared state intercepts stubs at any position")
    func hooks() async throws {
        struct Hook: HTTPMiddleware {
            let statuses: Recorder<Int>
            func intercept(
                _ request: HTTPRequest,
                options: RequestOptions,
                next: @escaping HTTPHandler
            ) async throws(NetworkError) -> HTTPResponse {
                let response = try await next(request, options)
                statuses.record(response.status.code)
                return response
            }
        }
        let statuses = Recorder<Int>()
        let client = APIClient(baseURL: url("https://a.example"), transport: scripted()) {
            $0.middleware = [Hook(statuses: statuses)] + middleware + [Hook(statuses: statuses)]
        }
        _ = try await client.send(endpoint(json("7")))
        #expect(statuses.all == [200, 200])
    }
}

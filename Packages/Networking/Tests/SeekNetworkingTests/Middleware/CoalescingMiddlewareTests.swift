import Foundation
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Identical concurrent reads", .timeLimit(.minutes(3)))
struct CoalescingMiddlewareTests {
    /// The gate at which requests wait until the test opens it.
    private let gate = Gate()
    private let coalescing = CoalescingMiddleware()

    /// Returns a transport that holds every request at the gate.
    private func held(_ response: StubResponse = .response(json("1"))) -> StubTransport {
        StubTransport([stub(.any, "/{+path}", returning: .held(at: gate, response))])
    }

    private func start(
        _ handler: @escaping HTTPHandler,
        _ request: HTTPRequest,
        _ options: RequestOptions = .within()
    ) -> Task<Outcome, Never> {
        Task { await Outcome { () async throws(NetworkError) in try await handler(request, options) } }
    }

    /// Waits until a number of callers wait for the response to the same request.
    private func waitForCallers(_ count: Int) async {
        await eventually { coalescing.waiterCount(of: request("https://a.example")) == count }
    }

    @Test("share one request; later reads send a new one")
    func share() async throws {
        let transport = held()
        let handler = chain([coalescing], to: transport)
        let identical = (0..<20).map { _ in start(handler, request("https://a.example")) }
        let different = [
            request("https://a.example/other"), request("https://a.example", .get, [.accept: "text/html"]),
            request("https://a.example", .head),
        ].map { start(handler, $0) }
        await gate.waitForArrivals(4)
        await waitForCallers(20)
        gate.open()
        for task in identical + different { #expect(await task.value.response?.status.code == 200) }
        #expect(transport.received.count == 4)
        #expect(await start(handler, request("https://a.example")).value.response != nil)
        #expect(transport.received.count == 5)
    }

    @Test("share one request although each has its own identifier; any other field distinguishes them")
    func identifiers() async {
        let transport = held()
        let handler = chain([coalescing], to: transport)
        let fields: [HTTPFields] = [["X-Request-ID": "1"], ["X-Request-ID": "2", "traceparent": "00-a-b-01"], [:]]
        let callers = fields.map { start(handler, request("https://a.example", .get, $0)) }
        let other = start(handler, request("https://a.example", .get, ["X-Request-ID": "3", "X-Tenant": "b"]))
        await waitForCallers(3)
        await gate.waitForArrivals(2)
        gate.open()
        for task in callers + [other] { #expect(await task.value.response?.status.code == 200) }
        #expect(transport.received.count == 2)
    }

    @Test("a cancelled caller does not cancel the shared request unless it is the last caller")
    func cancelledCallers() async {
        let transport = held()
        let handler = chain([coalescing], to: transport)
        let first = start(handler, request("https://a.example"))
        await gate.waitForArrivals(1)
        let second = start(handler, request("https://a.example"))
        await waitForCallers(2)
        first.cancel()
        guard case .cancelled? = await first.value.error else {
            Issue.record("the caller was not cancelled")
            return
        }
        #expect(gate.cancellationCount == 0)
        second.cancel()
        #expect(await second.value.error != nil)
        await gate.waitForCancellations(1)
        #expect(transport.received.count == 1)
    }

    @Test("the attempts of a request are reported once, even if the caller that sent it is cancelled")
    func attemptsOfCancelledSender() async {
        let handler = chain([coalescing], to: held())
        var tasks: [Task<Outcome, Never>] = []
        for count in 1...3 {
            tasks.append(start(handler, request("https://a.example")))
            await waitForCallers(count)
        }
        await gate.waitForArrivals(1)
        tasks[0].cancel()
        #expect(await tasks[0].value.error?.context.attempts == 0)
        gate.open()
        #expect(await tasks[1].value.response?.provenance.attempts == 1)
        #expect(await tasks[2].value.response?.provenance.attempts == 0)
    }

    @Test("the attempt of a request that all callers have left is reported by the last caller")
    func attemptOfLastCaller() async {
        let handler = chain([coalescing], to: held())
        let first = start(handler, request("https://a.example"))
        await gate.waitForArrivals(1)
        let second = start(handler, request("https://a.example"))
        await waitForCallers(2)
        first.cancel()
        #expect(await first.value.error?.context.attempts == 0)
        second.cancel()
        #expect(await second.value.error?.context.attempts == 1)
    }

    @Test(
        "a caller waits only until its deadline; after a timeout, a caller with a later deadline sends a new request"
    )
    func deadlines() async {
        let transport = held(.sequence([.failure { .timedOut(.init(request: $0)) }, .response(json("3"))]))
        let handler = chain([coalescing], to: transport)
        let first = start(handler, request("https://a.example"), .within(.seconds(50)))
        await gate.waitForArrivals(1)
        let earlier = start(handler, request("https://a.example"), .within(.milliseconds(20)))
        guard case .timedOut? = await earlier.value.error else {
            Issue.record("the request did not time out at the earlier deadline")
            return
        }
        let later = start(handler, request("https://a.example"), .within(.seconds(60)))
        await waitForCallers(2)
        gate.letOnePass()
        guard case .timedOut? = await first.value.error else {
            Issue.record("the request did not time out at its deadline")
            return
        }
        await gate.waitForArrivals(2)
        gate.letOnePass()
        #expect(await later.value.response?.status.code == 200)
    }

    @Test("unsafe requests are not shared")
    func writes() async {
        let transport = held()
        let handler = chain([coalescing], to: transport)
        let posts = (0..<2).map { _ in start(handler, request("https://a.example", .post)) }
        await gate.waitForArrivals(2)
        gate.open()
        for post in posts { #expect(await post.value.response != nil) }
    }
}

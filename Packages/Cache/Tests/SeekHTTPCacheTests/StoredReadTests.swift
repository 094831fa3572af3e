import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Coalesced reads through the cache", .timeLimit(.minutes(2)))
struct StoredReadTests {
    private static let url = "https://a.example"
    private let transport = scripted(json("1", [.cacheControl: "max-age=60"]))
    private let coalescing = CoalescingMiddleware()
    private let store = InterceptingStore(TestStore())

    /// The handler of a middleware stack without retries. A second request would fail, because the transport has one
    /// response.
    private var handler: HTTPHandler {
        let stack = MiddlewareStack {
            $0.cache = HTTPCacheMiddleware(store: store, partition: "", coalescing: coalescing)
            $0.retries = nil
        }
        return chain(stack.middleware, to: transport)
    }

    @Test("a read that begins while the response to an identical read is being stored waits for that response")
    func whileStoring() async throws {
        let (handler, transport, coalescing) = (handler, transport, coalescing)
        let second = Mutex<Task<Outcome, Never>?>(nil)
        store.beforePut(1) {
            second.withLock { $0 = Task { await Outcome(of: Self.url, through: handler) } }
            while coalescing.waiterCount(of: request(Self.url)) < 2, transport.received.count < 2 {
                await Task.yield()
            }
        }
        #expect(await Outcome(of: Self.url, through: handler).response?.status.code == 200)
        let task = try #require(second.withLock { $0 })
        #expect(await task.value.response?.status.code == 200)
        #expect(transport.received.count == 1)
    }

    @Test("a read that missed the cache before the response was stored uses the stored response")
    func lookedUpBefore() async throws {
        let gate = Gate()
        store.afterRead(1) { _ = await gate.pass() }
        let handler = handler
        let second = Task { await Outcome(of: Self.url, through: handler) }
        await gate.waitForArrivals(1)
        #expect(await Outcome(of: Self.url, through: handler).response?.provenance.source == .network)
        gate.open()
        #expect(await second.value.response?.provenance.source == .disk)
        #expect(transport.received.count == 1)
    }

    @Test(
        "a request that no other caller joins reads its record once, and one that does not use the store never",
        arguments: [(RequestOptions.CacheMode.default, 1), (.reload, 1), (.noStore, 0)]
    )
    func readCount(mode: RequestOptions.CacheMode, count: Int) async throws {
        let options = RequestOptions(deadline: .now + .seconds(60), maximumBodySize: 1 << 20, cacheMode: mode)
        #expect(try await handler(request(Self.url), options).status == .ok)
        #expect(store.readCount == count)
    }

    @Test("a read without the store does not join one that was sent before an invalidation")
    func invalidationWithoutStore() async throws {
        let gate = Gate()
        let server = StubTransport([
            stub(.get, "/{+path}", returning: .held(at: gate, .response(json("1")))),
            stub(.post, "/{+path}", returning: .response(json("2"))),
        ])
        let cache = HTTPCacheMiddleware(store: store, partition: "", coalescing: coalescing)
        let handler = chain([cache], to: server)
        let options = RequestOptions(deadline: .now + .seconds(60), maximumBodySize: 1 << 20, cacheMode: .noStore)
        let first = Task { try await handler(request(Self.url), options) }
        await gate.waitForArrivals(1)
        _ = try await handler(request(Self.url, .post), options)
        let second = Task { try await handler(request(Self.url), options) }
        await gate.waitForArrivals(2)
        gate.open()
        for task in [first, second] { #expect(try await task.value.status == .ok) }
    }

    @Test("a caller receives the stale response at its deadline; a caller with a later deadline, the new response")
    func deadline() async throws {
        let gate = Gate()
        let stale: HTTPFields = [.cacheControl: "max-age=0, stale-if-error=60"]
        let held = StubTransport([stub(.any, "/{+path}", returning: .held(at: gate, .response(json("new"))))])
        let stack = MiddlewareStack {
            $0.cache = HTTPCacheMiddleware(store: store, partition: "", coalescing: coalescing)
        }
        let firstHandler = chain(stack.middleware, to: scripted(json("old", stale)))
        #expect(await Outcome(of: Self.url, through: firstHandler).response != nil)
        let handler = chain(stack.middleware, to: held)
        let longCall = Task { await Outcome(of: Self.url, through: handler) }
        await gate.waitForArrivals(1)
        let shortCall = await Outcome(of: Self.url, through: handler, within: .milliseconds(20))
        #expect(shortCall.response?.provenance.isStale == true)
        gate.open()
        #expect(await longCall.value.response?.body == json("new").body)
    }
}

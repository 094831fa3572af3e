import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekTestHelpers
import Testing

/// The cache in the stack of an `APIClient`.
@Suite("A client with a cache")
struct ClientTests {
    private let base = url("https://api.example.com")

    private func endpoint(_ path: EndpointPath = "n") -> Endpoint<Int> {
        Endpoint(of: Int.self, at: .path(path), timeToLive: .seconds(60))
    }

    @Test("shares it with clients with other options")
    func otherOptions() async throws {
        let client = APIClient(baseURL: base, transport: scripted(json("1"), json("2"))) {
            $0.middleware = [HTTPCacheMiddleware(store: MemoryStore(costLimit: 1 << 20), partition: "")]
        }
        let reloading = client.with { $0.cacheMode = .reload }
        #expect(try await client.send(endpoint()).value == 1)
        #expect(try await client.send(endpoint()).value == 1)
        #expect(try await reloading.send(endpoint()).value == 2)
        #expect(try await client.send(endpoint()).value == 2)
    }

    @Test("with only-if-cached, a stored response that cannot be decoded is not fetched again")
    func onlyCached() async {
        let transport = scripted(json("1"), json("2"))
        let store = MemoryStore(costLimit: 1 << 20)
        func client(_ mode: RequestOptions.CacheMode) -> APIClient {
            APIClient(baseURL: base, transport: transport) {
                $0.cacheMode = mode
                $0.middleware = [HTTPCacheMiddleware(store: store, partition: "")]
            }
        }
        let undecodable = Endpoint<Int>(at: .path("n"), timeToLive: .seconds(60)) { _ in throw CancellationError() }
        _ = try? await client(.default).send(endpoint())
        let error = await #expect(throws: NetworkError.self) { try await client(.onlyIfCached).send(undecodable) }
        guard case .rejected(.notCached, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.attempts == 0)
        #expect(transport.received.count == 1)
    }

    @Test("a stored response that cannot be decoded is requested again")
    func undecodable() async throws {
        let client = APIClient(baseURL: base, transport: scripted(json("{\"tru"), json("2"))) {
            $0.middleware = [HTTPCacheMiddleware(store: MemoryStore(costLimit: 1 << 20), partition: "")]
        }
        await #expect(throws: NetworkError.self) { try await client.send(endpoint()) }
        #expect(try await client.send(endpoint()).value == 2)
        #expect(try await client.send(endpoint()).provenance.isCached)
    }

    @Test(
        "sends the request if the store fails, and reports the failure unless it is a cancellation",
        arguments: [(TestStore.Broken(), 1), (CancellationError(), 0)] as [(any Error, Int)]
    )
    func brokenStore(failure: any Error, reportCount: Int) async throws {
        let reports = Recorder<String>()
        let store = TestStore(failure: failure)
        let cache = HTTPCacheMiddleware(store: store, partition: "", report: { reports.record("\($0)") })
        let client = APIClient(baseURL: base, transport: scripted(json("1"))) { $0.middleware = [cache] }
        #expect(try await client.send(endpoint()).value == 1)
        #expect(reports.all.count == reportCount)
    }

    /// An account whose token is refreshed, or which is signed out.
    private final class Account: Sendable {
        struct SignedOut: Error {}

        let calls = Recorder<Bool>()
        let failure: (any Error)?

        init(failure: (any Error)? = nil) { self.failure = failure }

        func client(_ cache: HTTPCacheMiddleware, _ transport: StubTransport, _ base: URL) throws -> APIClient {
            let origin = try #require(Origin(base))
            let (calls, failure) = (calls, failure)
            let source = CredentialSource(account: "account-17") { rejected in
                calls.record(rejected != nil)
                if let failure, rejected != nil { throw failure }
                return .bearer("token \(calls.all.count)")
            }
            return APIClient(baseURL: base, transport: transport) {
                $0.middleware =
                    MiddlewareStack {
                        $0.cache = cache
                        $0.retries = nil
                        $0.authentication = AuthenticationMiddleware(source, for: origin)
                    }.middleware
            }
        }
    }

    @Test("after a refresh, stored responses of the account are served without calling the provider")
    func refresh() async throws {
        let cache = HTTPCacheMiddleware(store: MemoryStore(costLimit: 1 << 20), partition: "account-17")
        let account = Account()
        let transport = scripted(json("1"), json("", status: 401), json("2"))
        let client = try account.client(cache, transport, base)
        _ = try await client.send(endpoint())
        _ = try await client.send(endpoint("other"))
        #expect(account.calls.all == [false, true])
        // A new source, without a current credential, as after a restart of the app.
        for client in [client, try account.client(cache, transport, base)] {
            #expect(try await client.send(endpoint()).provenance.isCached)
        }
        #expect(account.calls.all.count == 2)
    }

    @Test(
        "a stale response is served if the token server is unreachable, but not if the account is signed out",
        arguments: [true, false]
    )
    func stale(isOffline: Bool) async throws {
        let context = NetworkError.Context(request: request("https://token.example"))
        let failure: any Error = isOffline ? NetworkError.transport(.cannotConnect, context) : Account.SignedOut()
        let now = Mutex(CacheTestClient.start)
        let cache = HTTPCacheMiddleware(
            store: MemoryStore(costLimit: 1 << 20),
            partition: "account-17",
            now: { now.withLock { $0 } }
        )
        let transport = scripted(json("1"), json("", status: 401))
        let client = try Account(failure: failure).client(cache, transport, base)
        _ = try await client.send(endpoint())
        now.withLock { $0 += 100 }
        let outcome = await Outcome { () async throws(NetworkError) in try await client.send(endpoint()).response }
        #expect((outcome.response?.provenance.isStale == true) == isOffline)
        if case .rejected(.credentialUnavailable, _)? = outcome.error {} else { #expect(isOffline) }
    }
}

import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekTestHelpers
import Testing

/// The samples about caching, also those of the README of Networking.
@Suite("The samples of the documentation")
struct HTTPCacheReadmeTests {
    private struct Repository: Decodable, Sendable { let name: String }

    private let url = SeekHTTPCacheTests.url("https://api.example.com")
    private let repositories = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))
    private let page = json(#"[{"name": "a"}]"#)

    @Test("cache responses in memory, with a time to live")
    func memory() async throws {
        let transport = scripted(page)
        let client = APIClient(baseURL: url, transport: transport) {
            $0.middleware =
                MiddlewareStack {
                    $0.cache = HTTPCacheMiddleware(store: MemoryStore(costLimit: 16 << 20), partition: "")
                }.middleware
        }
        var endpoint = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))
        endpoint.timeToLive = .seconds(900)  // optional: without it, the server decides
        print(try await client.send(endpoint).provenance)  // network
        print(try await client.send(endpoint).provenance)  // memory, 0 s old

        #expect(try await client.send(endpoint).provenance.source == .memory)
        #expect(transport.received.count == 1)
    }

    @Test("cache responses in memory and on disk")
    func disk() async throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let disk = try DiskStore(folder: folder, limits: CacheLimits(maxSize: 50_000_000))
        let store = TieredStore(memory: MemoryStore(costLimit: 16 << 20), over: disk)

        let fresh = json("1", [.cacheControl: "max-age=60"])
        for source in [Provenance.Source.network, .memory] {
            let handler = chain([HTTPCacheMiddleware(store: store, partition: "")], to: scripted(fresh))
            #expect(await Outcome(of: "https://a.example", through: handler).response?.provenance.source == source)
        }
    }

    @Test("share responses between machines")
    func shared() async throws {
        let server = SharedTestServer()
        let (shared, local) = (server.store(of: 1), MemoryStore(costLimit: 1 << 20))
        let credential = Credential.bearer("T0KEN")
        let origin = try #require(Origin(url))

        let copies = LocalCopies(in: local, report: { print($0) }, removeAll: { local.removeAll() })
        let cache = HTTPCacheMiddleware(
            store: local,
            shared: SharedCache(store: shared, copies: copies, credential: credential, origin: origin),
            partition: credential.fingerprint
        )

        let handler = chain([cache], to: scripted(json("[]", [.cacheControl: "max-age=60"])))
        #expect(await Outcome(of: "https://api.example.com/a", through: handler).response != nil)
        #expect(server.takeOperations() == ["read", "begin", "put", "end"])
    }

    @Test("order a stack with a cache, limits and a credential")
    func stack() async throws {
        let origin = try #require(Origin(url))
        let transport = scripted(page, page)
        do {
            let credential = Credential.bearer("T0KEN")
            let store = MemoryStore(costLimit: 16 << 20)
            let client = APIClient(baseURL: url, transport: transport) {
                $0.middleware =
                    MiddlewareStack {
                        $0.logging = .standardError(.summary)
                        $0.cache = HTTPCacheMiddleware(
                            store: store,
                            partition: credential.fingerprint
                        )
                        $0.budgets = [RateLimitMiddleware(.wait)]
                        $0.authentication = AuthenticationMiddleware(
                            credential,
                            for: origin
                        )
                    }.middleware
            }
            #expect(try await client.send(repositories).value.map(\.name) == ["a"])
        }
        let credential = Credential.bearer("T0KEN")
        let store = MemoryStore(costLimit: 16 << 20)
        let client = APIClient(baseURL: url, transport: transport) {
            $0.middleware =
                MiddlewareStack {
                    $0.logging = .standardError(.summary)
                    $0.cache = HTTPCacheMiddleware(store: store, partition: credential.fingerprint)
                    $0.budgets = [RateLimitMiddleware(.wait)]
                    $0.authentication = AuthenticationMiddleware(credential, for: origin)
                }.middleware
        }

        #expect(try await client.send(repositories).value.map(\.name) == ["a"])
        #expect(transport.received.first?.headerFields[.authorization] == "Bearer T0KEN")
    }
}

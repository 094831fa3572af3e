import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// The samples of the README, except those in `OwnAPITests` and in the tests of the transports.
@Suite("README samples")
struct ReadmeTests {
    struct Repository: Decodable {
        var name: String
    }

    struct UserAgentMiddleware: HTTPMiddleware {
        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            var request = request
            request.headerFields[.userAgent] = "app/1.0"
            return try await next(request, options)
        }
    }

    @Test("send the request of an endpoint with live, sample and failing clients")
    func endpoints() async throws {
        let url = url("https://api.example.com")
        let transport = scripted(.json(#"[{"name": "live"}]"#))
        let user = "octocat"

        let repositories = Endpoint(
            of: [Repository].self,
            at: .path("users/\(user)/repos", ["per_page": 30]),
            sample: .json(#"[{"name": "Hello-World"}]"#)
        )
        let live = APIClient.live(baseURL: url, transport: transport)
        let sample = APIClient.sample(baseURL: url, .delayed(.milliseconds(1)))
        let missing = APIClient.status(404, baseURL: url)

        #expect(try await live.send(repositories).value.map(\.name) == ["live"])
        #expect(try await sample.send(repositories).value.map(\.name) == ["Hello-World"])
        await #expect(throws: NetworkError.self) { try await missing.send(repositories) }

        let changed = APIClient.sample(baseURL: url) {
            $0.overrideResponse = { $0.url.path.hasSuffix("/repos") ? .failure(.connectionLost) : nil }
        }

        await #expect(throws: NetworkError.self) { try await changed.send(repositories) }
    }

    struct VideoPage: Decodable {
        var nextPageToken: String?
    }

    typealias File = String

    struct Folder {
        func files(from offset: Int) async throws(NetworkError) -> [File] { offset == 0 ? ["a", "b"] : [] }
    }

    func pages(of folder: Folder) -> PageSequence<[File], Int, NetworkError> {
        PageSequence { offset throws(NetworkError) in
            let files = try await folder.files(from: offset ?? 0)
            return (files, files.isEmpty ? nil : (offset ?? 0) + files.count)
        }
    }

    @Test("request the pages of a listing")
    func listings() async throws {
        let transport = scripted(
            .json(#"[{"name": "a"}]"#),
            .json(#"{"nextPageToken": "t"}"#),
            .json("{}")
        )
        let client = APIClient(baseURL: url("https://api.example.com"), transport: transport)
        let repositories = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))
        let search = Endpoint(of: VideoPage.self, at: .path("search"))

        for try await repository in client.pages(of: repositories).items(\.value, limit: 250) { print(repository.name) }
        let videos = client.pages(of: search) { page in
            page.value.nextPageToken.map { .path("search", ["pageToken": $0]) }
        }

        for try await _ in videos {}
        #expect(transport.received.map { $0.url.query() } == [nil, nil, "pageToken=t"])
        var files: [File] = []
        for try await file in pages(of: Folder()).items(\.self) { files.append(file) }
        #expect(files == ["a", "b"])
    }

    @Test("set the options of a call")
    func callOptions() async throws {
        let client = APIClient(baseURL: url("https://api.example.com"), transport: scripted(.json("[]"), .json("[]")))
        let repositories = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))

        let fresh = try await client.with { $0.cacheMode = .reload }.send(repositories)
        let strict = client.with {
            $0.timeout = .seconds(5)
            $0.allowsStale = false  // an error rather than a stale response
            $0.headerFields = [.userAgent: "app/1.0"]
        }

        #expect(fresh.provenance.source == .network)
        #expect(try await strict.send(repositories).value.isEmpty)
    }

    @Test("use a middleware stack, custom middleware and a deadline")
    func middleware() async throws {
        let url = url("https://api.example.com")
        let origin = try #require(Origin(url))
        let transport = scripted(.json(#"[{"name": "a"}]"#))
        let repositories = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))

        let credential = Credential.bearer("T0KEN")
        let store = MemoryResponseStore(maximumSize: 16 << 20)
        let client = APIClient(baseURL: url, transport: transport) {
            $0.middleware =
                MiddlewareStack {
                    $0.logging = .standardError(.summary)
                    $0.cache = HTTPCacheMiddleware(store: store, partition: credential.fingerprint)
                    $0.budgets = [RateLimitMiddleware(.wait)]
                    $0.authentication = AuthenticationMiddleware(credential, for: origin)
                }.middleware
        }

        let names = try await RequestDeadline.within(.seconds(3)) {
            let mine = try await client.send(repositories)
            return mine.value.map(\.name)
        }

        #expect(names == ["a"])
        #expect(transport.received.first?.headerFields[.authorization] == "Bearer T0KEN")
        let otherTransport = scripted(.json("[]"))
        let otherClient = APIClient(baseURL: url, transport: otherTransport) { $0.middleware = [UserAgentMiddleware()] }
        _ = try await otherClient.send(repositories)
        #expect(otherTransport.received.first?.headerFields[.userAgent] == "app/1.0")
    }

    @Test("use a cache in memory with a time to live")
    func caching() async throws {
        let url = url("https://api.example.com")
        let transport = scripted(.json(#"[{"name": "a"}]"#))

        let client = APIClient(baseURL: url, transport: transport) {
            $0.middleware =
                MiddlewareStack {
                    $0.cache = HTTPCacheMiddleware(store: MemoryResponseStore(maximumSize: 16 << 20), partition: "")
                }.middleware
        }
        var endpoint = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))
        endpoint.timeToLive = .seconds(900)  // optional: without it, the server decides
        print(try await client.send(endpoint).provenance)  // network
        print(try await client.send(endpoint).provenance)  // memory, 0 s old

        #expect(try await client.send(endpoint).provenance.source == .memory)
        #expect(transport.received.count == 1)
    }

    private struct Disk {
        let store: MemoryResponseStore
        func removeAll() async throws { store.removeAll() }
    }

    @Test("share a cache between machines")
    func sharedCaching() async throws {
        let server = SharedTestServer()
        let shared = server.store(of: 1)
        let local = MemoryResponseStore()
        let disk = Disk(store: local)
        let credential = Credential.bearer("T0KEN")
        let generationKey = "key"

        let cache = HTTPCacheMiddleware(store: local, sharedStore: shared, partition: credential.fingerprint)

        let handler = chain([cache], to: scripted(.json("[]")))
        _ = try await handler(request(CacheTestClient.defaultURL), .within())
        #expect(server.takeOperations() == ["begin", "store"])

        await local.invalidateCopies(of: generationKey)  // for each URL that another machine invalidates
        try await local.invalidateAllCopies { try await disk.removeAll() }  // after reports may have been missed
    }

    /// The session of an app: its token is refreshed on request.
    private actor Session {
        nonisolated let accountID = "17"
        private var token = "old"

        func accessToken(refreshing: Bool) throws -> String {
            if refreshing { token = "new" }
            return token
        }
    }

    @Test("renew a credential that the server rejects")
    func changingCredential() async throws {
        let url = url("https://api.example.com")
        let origin = try #require(Origin(url))
        let store = TestStore()
        let session = Session()
        let transport = scripted(json("", status: 401), .json(#"[{"name": "a"}]"#))
        let repositories = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))

        let authentication = AuthenticationMiddleware(for: origin) { rejected in
            .bearer(try await session.accessToken(refreshing: rejected != nil))
        }
        let client = APIClient(baseURL: url, transport: transport) {
            $0.middleware =
                MiddlewareStack {
                    $0.cache = HTTPCacheMiddleware(store: store, partition: session.accountID)
                    $0.authentication = authentication
                }.middleware
        }

        #expect(try await client.send(repositories).value.map(\.name) == ["a"])
        #expect(transport.received.map { $0.headerFields[.authorization] } == ["Bearer old", "Bearer new"])
    }
}

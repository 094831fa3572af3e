import Foundation
import Seek
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Synchronization
import Testing

@Suite("Middleware")
struct MiddlewareTests {
    /// Sets the `User-Agent` of each request to the name and version of the app.
    struct AppVersion: HTTPMiddleware {
        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            var request = request
            request.headerFields[.userAgent] = "notes/1.0"
            return try await next(request, options)
        }
    }

    private let endpoint = Endpoint(at: .path("notes"), acceptedMediaType: nil) { $0.body }

    @Test("a middleware of the app changes requests", .stubbed(stub(.get, "/notes", returning: .text("here"))))
    func custom() async throws {
        let url = try #require(URL(string: "https://notes.example"))
        let client = APIClient(baseURL: url, transport: StubTransport.current) {
            $0.middleware = [AppVersion()] + MiddlewareStack().middleware
        }
        _ = try await client.send(endpoint)
        #expect(StubTransport.current.received.map { $0.headerFields[.userAgent] } == ["notes/1.0"])
    }

    @Test(
        "an expired token is refreshed once, and the request is sent again",
        .stubbed(stub(.get, "/notes", times: 2, returning: .sequence([.status(401), .text("here")])))
    )
    func refreshed() async throws {
        let url = try #require(URL(string: "https://notes.example"))
        let origin = try #require(Origin(url))
        let client = APIClient(baseURL: url, transport: StubTransport.current) {
            let source = CredentialSource(account: "1") { rejected in .bearer(rejected == nil ? "old" : "new") }
            $0.middleware = [AuthenticationMiddleware(source, for: origin)]
        }
        _ = try await client.send(endpoint)
        let tokens = StubTransport.current.received.map { $0.headerFields[.authorization] }
        #expect(tokens == ["Bearer old", "Bearer new"])
    }

    @Test("SeekClient sends requests through additional middleware, and the logging middleware logs no token")
    func composed() async throws {
        let lines = Mutex<[String]>([])
        let seek = try SeekClient.local {
            $0.client.additionalMiddleware = [
                LoggingMiddleware(.summary) { line in lines.withLock { $0.append(line) } }
            ]
        }
        _ = try await seek.gitHub.searchRepositories("swift")
        let log = lines.withLock { $0 }
        #expect(log.contains { $0.contains("/search/repositories") && $0.contains("200") })
        #expect(!log.contains { $0.contains("demo-token") })
    }

    @Test(
        "a fresh response is served from memory, and a stale one if the server fails and stale responses are allowed",
        .stubbed(stub(.get, "/notes", times: 3, returning: .sequence([.text("1"), .status(503), .status(503)])))
    )
    func cached() async throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let url = try #require(URL(string: "https://notes.example"))
        let client = APIClient(baseURL: url, transport: StubTransport.current) {
            $0.middleware = [
                HTTPCacheMiddleware(
                    store: MemoryStore(costLimit: 1 << 20, now: { now.withLock { $0 } }),
                    partition: "",
                    now: { now.withLock { $0 } }
                )
            ]
        }
        var endpoint = endpoint
        endpoint.timeToLive = .seconds(60)
        _ = try await client.send(endpoint)
        let fresh = try await client.send(endpoint)
        #expect(fresh.provenance.source == .memory)
        #expect(!fresh.provenance.isStale)
        now.withLock { $0 += 90 }
        #expect(try await client.send(endpoint).provenance.isStale)
        await #expect(throws: NetworkError.self) {
            try await client.with { $0.allowsStale = false }.send(endpoint)
        }
    }

    @Test("the User-Agent is `Seek` by default", .stubbed(stub(.get, "/notes", returning: .text("here"))))
    func userAgent() async throws {
        let url = try #require(URL(string: "https://notes.example"))
        _ = try await APIClient(baseURL: url, transport: StubTransport.current).send(endpoint)
        #expect(StubTransport.current.received.map { $0.headerFields[.userAgent] } == ["Seek"])
    }
}

import Foundation
import SeekBasics
import SeekCache
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("The status of GitHub's rate limits")
struct GitHubRateLimitTests {
    private static let url = "https://api.github.com/rate_limit"

    private func client(_ response: StubResponse) -> GitHubClient {
        GitHubClient(
            token: "T",
            configuration: configuration(StubTransport([stub(.get, Self.url, returning: response)]))
        )
    }

    @Test("contains each limit, sorted by resource")
    func resources() async throws {
        let core: JSONValue = ["limit": 5_000, "used": 1, "remaining": 4_999, "reset": 1_800_000_000]
        let search: JSONValue = ["limit": 30, "used": 30, "remaining": 0, "reset": 1_800_000_060]
        let limits = try await client(.json(["resources": ["search": search, "core": core]])).rateLimitStatus()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(
            limits == [
                RateLimit(resource: "core", limit: 5_000, remaining: 4_999, resetAt: start),
                RateLimit(resource: "search", limit: 30, remaining: 0, resetAt: start + 60),
            ]
        )
    }

    @Test("is converted to the local clock")
    func serverClock() async throws {
        let core: JSONValue = ["limit": 5_000, "remaining": 0, "reset": 1_800_003_660]
        var response = HTTPResponse(json: ["resources": ["core": core]])
        response.headerFields[.date] = "Fri, 15 Jan 2027 09:00:00 GMT"
        var settings = configuration(StubTransport([stub(.get, Self.url, returning: .response(response))]))
        settings.now = { Date(timeIntervalSince1970: 1_800_000_000) }
        let limits = try await GitHubClient(token: "T", configuration: settings).rateLimitStatus()
        #expect(limits.map(\.resetAt) == [Date(timeIntervalSince1970: 1_800_000_060)])
    }

    @Test("is requested each time, even if stored responses are preferred for other requests")
    func caching() async throws {
        let transport = StubTransport([stub(.get, Self.url, returning: .json(["resources": [:]]))])
        var configuration = configuration(transport)
        configuration.store = MemoryStore(costLimit: 32 << 20)
        configuration.cacheMode = .forceCache
        let client = GitHubClient(token: "T", configuration: configuration)
        for _ in 1...2 { _ = try await client.rateLimitStatus() }
        #expect(transport.received.count == 2)
    }

    @Test("of a sample client contains the limits that GitHub documents")
    func sample() async throws {
        let limits = try await GitHubClient.sample().rateLimitStatus()
        #expect(limits.map(\.resource) == ["code_search", "core", "search"])
        #expect(limits.map(\.limit) == [10, 5_000, 30])
    }

    @Test(
        "fails with the same errors as other requests",
        arguments: [
            (.status(404), "GitHub has no rate limits, or you have no access to it"),
            (.status(429), "GitHub: the rate limit is used up"),
            (
                .json(["message": "You have exceeded a secondary rate limit."], status: 403),
                "GitHub: too many requests at once"
            ),
        ] as [(StubResponse, String)]
    )
    func errors(response: StubResponse, message: String) async {
        let error = await #expect(throws: SearchError.self) { try await client(response).rateLimitStatus() }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
}

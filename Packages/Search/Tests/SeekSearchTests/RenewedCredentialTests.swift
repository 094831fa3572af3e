import SeekBasics
import SeekCache
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

/// The session of a user, and a server that accepts only its current token.
private final class Session: Sendable {
    struct SignedOut: Error {
        var token: String
    }

    let userID = "user-17"
    private let state = Mutex((current: 1, renewals: 0, isSignedOut: false))

    var currentToken: String { "T0KEN-\(state.withLock { $0.current })" }
    var renewals: Int { state.withLock { $0.renewals } }

    func expire() { state.withLock { $0.current += 1 } }
    func signOut() { state.withLock { $0.isSignedOut = true } }

    func accessToken(refreshing: Bool) async throws -> String {
        let isSignedOut = state.withLock { state in
            if refreshing { state.renewals += 1 }
            return state.isSignedOut
        }
        if isSignedOut { throw SignedOut(token: "T0KEN-1") }
        return currentToken
    }

    /// Returns a source whose first token is the given one, and later ones are current.
    func source(first: String? = nil) -> CredentialSource {
        CredentialSource(account: userID) { [self] rejected in
            if rejected == nil, let first { return .bearer(first) }
            return .bearer(try await accessToken(refreshing: rejected != nil))
        }
    }

    /// A server of three pages of one video each, and of a search of repositories. The limits of its 401 are those of
    /// requests without a credential, as GitHub's are.
    func transport() -> StubTransport {
        let transport = StubTransport()
        transport.stub(
            .any,
            "/{+path}",
            returning: .closure { [self] request in
                guard request.headerFields[.authorization] == "Bearer \(currentToken)" else {
                    var response = HTTPResponse(json: ["message": "Bad credentials"], status: 401)
                    response.headerFields[HTTPField.Name("x-ratelimit-limit")] = "10"
                    response.headerFields[HTTPField.Name("x-ratelimit-remaining")] = "0"
                    response.headerFields[HTTPField.Name("x-ratelimit-reset")] = "4000000000"
                    response.headerFields[HTTPField.Name("x-ratelimit-resource")] = "search"
                    return response
                }
                guard request.url.host() == "www.googleapis.com" else {
                    return HTTPResponse(json: ["total_count": 0, "items": []])
                }
                let token = QueryParameters(of: request.url).items.first { $0.name == "pageToken" }?.value
                let number = token.flatMap { Int($0) } ?? 1
                return HTTPResponse(json: videos(["v\(number)"], next: number < 3 ? "\(number + 1)" : nil))
            }
        )
        return transport
    }
}

@Suite("Clients with a credential that is renewed")
struct RenewedCredentialTests {
    private let session = Session()
    private let transport: StubTransport
    private var configuration: ClientConfiguration

    init() {
        transport = session.transport()
        configuration = SeekSearchTests.configuration(transport)
        configuration.store = MemoryStore(costLimit: 1 << 20)
    }

    private func sentTokens() -> [String] {
        transport.received.map { String($0.headerFields[.authorization]?.dropFirst("Bearer ".count) ?? "none") }
    }

    @Test("continue a paged search when the token expires, count each page once, and retain the cache")
    func pagedSearch() async throws {
        var configuration = configuration
        let budget = CallBudgetMiddleware(10)
        configuration.budget = budget
        let youTube = YouTubeClient(accessToken: session.source(), configuration: configuration)
        var ids: [String] = []
        for try await page in youTube.pages(for: "swift") {
            ids += page.items.map(\.id)
            #expect(page.quotaCost == 1)
            if ids.count == 1 { session.expire() }
        }
        #expect(ids == ["v1", "v2", "v3"])
        #expect(sentTokens() == ["T0KEN-1", "T0KEN-1", "T0KEN-2", "T0KEN-2"])
        #expect(session.renewals == 1)
        #expect(await youTube.quota().first?.used == 3)
        #expect(budget.remaining == 7)

        session.expire()
        let relaunched = YouTubeClient(accessToken: session.source(), configuration: configuration)
        for client in [youTube, relaunched] {
            for try await page in client.pages(for: "swift") { #expect(page.provenance.source == .memory) }
        }
        #expect(transport.received.count == 4)
        #expect(await relaunched.quota().first?.used == 3)

        let other = CredentialSource(account: "user-18") { [session] _ in .bearer(session.currentToken) }
        let page = try await YouTubeClient(accessToken: other, configuration: configuration).search("swift")
        #expect(page.provenance.source == .network)
    }

    @Test("count calls against the key of the project if there is one, and send the token")
    func key() async throws {
        let youTube = YouTubeClient(apiKey: "k", accessToken: session.source(), configuration: configuration)
        _ = try await youTube.search("swift")
        #expect(await YouTubeClient(apiKey: "k", configuration: configuration).quota().first?.used == 1)
        #expect(sentTokens() == ["T0KEN-1"])
    }

    @Test("renew a token once for concurrent requests; the limits in a 401 do not apply to the account")
    func concurrentRequests() async throws {
        session.expire()
        let gitHub = GitHubClient(token: session.source(first: "T0KEN-1"), configuration: configuration)
        try await withThrowingTaskGroup { group in
            for number in 1...5 { group.addTask { _ = try await gitHub.searchRepositories("swift \(number)") } }
            try await group.waitForAll()
        }
        #expect(session.renewals == 1)
        #expect(sentTokens().count { $0 == "T0KEN-2" } == 5)
    }

    @Test("throw a typed error with advice if the token cannot be renewed, without a token in messages and logs")
    func failedRenewal() async throws {
        var configuration = configuration
        let lines = Mutex<[String]>([])
        configuration.additionalMiddleware = [
            LoggingMiddleware(.bodies) { line in lines.withLock { $0.append(line) } }
        ]
        let gitHub = GitHubClient(token: session.source(), configuration: configuration)
        _ = try await gitHub.searchRepositories("swift")
        session.expire()
        session.signOut()
        let error = await #expect(throws: SearchError.self) { try await gitHub.searchRepositories("rust") }
        guard case .unauthorized(.gitHub, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("SignedOut"))
        #expect(error?.recoverySuggestion == "Set a token that is valid, or sign in again.")
        let texts = lines.withLock { $0 } + ["\(String(describing: error))", error?.message ?? ""]
        #expect(texts.count > 2)
        #expect(!texts.contains { $0.contains("T0KEN") })
    }

    @Test("repeat a request once, and throw the API's error if it rejects the renewed token too")
    func rejectedTwice() async {
        session.expire()
        let source = CredentialSource(account: "user-17") { rejected in .bearer(rejected == nil ? "a" : "b") }
        let gitHub = GitHubClient(token: source, configuration: configuration)
        await #expect(throws: SearchError.unauthorized(.gitHub, "Bad credentials")) {
            try await gitHub.searchRepositories("swift")
        }
        #expect(sentTokens() == ["a", "b"])
    }
}

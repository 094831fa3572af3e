import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The rows of requirement R2 that concern the client and the manager.
@MainActor
@Suite("R2: a repository list screen")
struct RepositoryListTests {
    /// A client that records the requested users.
    final class MockClient: GitHubRepositoryClient {
        let users = Mutex<[String]>([])
        let response: @Sendable (String, PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository>

        init(
            _ response:
                @escaping @Sendable (String, PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository>
        ) {
            self.response = response
        }

        func repositories(
            of user: String,
            at cursor: PageCursor?
        ) async throws(SearchError) -> SearchPage<GitHubRepository> {
            users.withLock { $0.append(user) }
            return try await response(user, cursor)
        }
    }

    nonisolated static func repository(_ name: String) -> GitHubRepository {
        GitHubRepository(id: Int64(name.utf8.first ?? 0), name: name, url: GitHubClient.defaultBaseURL)
    }

    @Test("R2: requests the typed user, and lists repositories in order over several pages")
    func load() async {
        let client = MockClient { _, cursor throws(SearchError) in
            cursor == nil
                ? SearchPage(items: ["b", "a"].map(Self.repository), next: PageCursor(rawValue: "2"))
                : SearchPage(items: [Self.repository("c")])
        }
        let manager = GitHubRepositoryManager(client: client)
        await manager.load(user: " octocat ")
        #expect(client.users.withLock { $0 } == ["octocat"])
        #expect(manager.repositories.map(\.name) == ["b", "a"])
        #expect(manager.hasMore)
        #expect(!manager.isLoading)
        await manager.loadMore()
        #expect(manager.repositories.map(\.name) == ["b", "a", "c"])
        #expect(!manager.hasMore)
        #expect(manager.failure == nil)
    }

    @Test("R2: an empty user name is an error and sends nothing", arguments: ["", "  ", "\n"])
    func empty(user: String) async {
        let client = MockClient { _, _ throws(SearchError) in SearchPage(items: []) }
        let manager = GitHubRepositoryManager(client: client)
        await manager.load(user: user)
        #expect(client.users.withLock { $0.isEmpty })
        #expect(!manager.isLoading)
        #expect(manager.failure?.description == "the user name is empty; enter one")
    }

    @Test(
        "R2: reports errors: 404, 401, rate limits, 5xx, offline, timeout, malformed JSON",
        arguments: [
            (.json(file: "github/error_not_found", status: 404), "GitHub has no user 'octocat'"),
            (.json(file: "github/error_bad_credentials", status: 401), "GitHub needs a token"),
            (.json(file: "github/error_secondary_limit", status: 403), "too many requests at once"),
            (.json(["message": "slow down"], status: 429), "the rate limit is used up"),
            (
                .response(
                    HTTPResponse(
                        status: 403,
                        headerFields: [
                            .contentType: "application/json", .init(constant: "X-RateLimit-Remaining"): "0",
                            .init(constant: "X-RateLimit-Reset"): "4102444800",
                        ],
                        body: Data(#"{"message":"API rate limit exceeded"}"#.utf8)
                    )
                ), "the rate limit is used up"
            ),
            (.status(502), "try again later"), (.failure(.cannotConnect), "check the network"),
            (.failure { .timedOut(.init(request: $0)) }, "try again"),
            (.text("[{", contentType: "application/json"), "is the base URL the API's?"),
            (.text("<html>", contentType: "text/html"), "is the base URL the API's?"),
        ] as [(StubResponse, String)]
    )
    func failures(response: StubResponse, expected: String) async {
        let transport = StubTransport([stub(.get, userRepositories, returning: response)])
        let manager = GitHubRepositoryManager(client: GitHubClient(configuration: configuration(transport)))
        await manager.load(user: "octocat")
        #expect(manager.failure?.description.contains(expected) == true, "\(String(describing: manager.failure))")
        #expect(!manager.isLoading)
        #expect(manager.repositories.isEmpty)
    }

    @Test("R2: a second load replaces the first, and cancelling a finished load has no effect")
    func replacedLoad() async {
        let gate = Gate()
        let client = MockClient { user, _ throws(SearchError) in
            if user == "slow" { _ = await gate.pass() }
            return SearchPage(items: [Self.repository(user)])
        }
        let manager = GitHubRepositoryManager(client: client)
        let slow = Task { await manager.load(user: "slow") }
        await gate.waitForArrivals(1)
        #expect(manager.isLoading)
        await manager.load(user: "fast")
        gate.open()
        await slow.value
        #expect(manager.repositories.map(\.name) == ["fast"])
        manager.cancel()
        #expect(manager.repositories.map(\.name) == ["fast"])
        #expect(!manager.isLoading)
    }

    @Test("R2: cancelling the loading task cancels the request")
    func cancelledCaller() async {
        let gate = Gate()
        let client = MockClient { user, _ throws(SearchError) in
            if await gate.pass() == .cancelled {
                throw .network(.cancelled(NetworkError.Context(request: HTTPRequest(url: GitHubClient.defaultBaseURL))))
            }
            return SearchPage(items: [Self.repository(user)])
        }
        let manager = GitHubRepositoryManager(client: client)
        let loading = Task { await manager.load(user: "octocat") }
        await gate.waitForArrivals(1)
        loading.cancel()
        for _ in 0..<1_000 where gate.cancelled == 0 { await Task.yield() }
        #expect(gate.cancelled == 1)
        gate.open()
        await loading.value
        #expect(!manager.isLoading)
        #expect(manager.repositories.isEmpty)
    }

    @Test(
        "R2: returns name, page (html_url) and stars (stargazers_count), by type, sort and direction",
        .stubbed(
            stub(.get, userRepositories, returning: .json(file: "github/user_repos")),
            stub(.get, "https://api.github.com/orgs/kumquat-labs/repos", returning: .json(file: "github/user_repos"))
        )
    )
    func lists() async throws {
        let client = GitHubClient(configuration: configuration(.current))
        let page = try await client.repositories(
            of: "octocat",
            type: .member,
            sort: .pushed,
            direction: .descending,
            at: nil
        )
        #expect(page.items.first?.name == "Hello-World")
        #expect(page.items.first?.stars == 2841)
        #expect(page.items.first?.url.absoluteString == "https://github.com/octocat/Hello-World")
        _ = try await client.repositories(
            ofOrganization: "kumquat-labs",
            type: .sources,
            sort: .fullName,
            pageSize: 7,
            at: nil
        )
        #expect(
            StubTransport.current.received.map { $0.url.query() ?? "" } == [
                "type=member&sort=pushed&direction=desc&per_page=30", "type=sources&sort=full_name&per_page=7",
            ]
        )
        await #expect { try await client.repositories(ofOrganization: "", at: nil) } throws: {
            ($0 as? SearchError)?.stage == .query
        }
    }
}

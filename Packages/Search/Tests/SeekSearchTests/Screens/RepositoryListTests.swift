import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@MainActor
@Suite("A repository list screen")
struct RepositoryListTests {
    nonisolated static func repository(_ name: String) -> GitHubRepository {
        GitHubRepository(id: Int64(name.utf8.first ?? 0), name: name, url: GitHubClient.defaultBaseURL)
    }

    @Test("requests the typed user, and lists repositories in order over several pages")
    func load() async {
        let client = StubRepositoryClient { _, cursor throws(SearchError) in
            cursor == nil
                ? SearchPage(items: ["b", "a"].map(Self.repository), next: PageCursor(rawValue: "2"))
                : SearchPage(items: [Self.repository("c")])
        }
        let list = GitHubRepositoryListModel(client: client)
        await list.load(user: " octocat ")
        #expect(client.users == ["octocat"])
        #expect(list.repositories.map(\.name) == ["b", "a"])
        #expect(list.hasMore)
        #expect(!list.isSearching)
        await list.loadMore().value
        #expect(list.repositories.map(\.name) == ["b", "a", "c"])
        #expect(!list.hasMore)
        #expect(list.phase == .results)
    }

    @Test("a stub returns repositories with the given names, and records the requested users")
    func stubbed() async {
        let client = StubRepositoryClient(["swift-nio", "swift"])
        let list = GitHubRepositoryListModel(client: client)
        await list.load(user: "octocat")
        #expect(client.users == ["octocat"])
        #expect(client.options == [GitHubRepositoryListOptions()])
        #expect(list.repositories.map(\.fullName) == ["octocat/swift-nio", "octocat/swift"])
    }

    @Test("an empty user name is an error, and no request is sent", arguments: ["", "  ", "\n"])
    func empty(user: String) async {
        let client = StubRepositoryClient { _, _ throws(SearchError) in SearchPage(items: []) }
        let list = GitHubRepositoryListModel(client: client)
        await list.load(user: user)
        #expect(client.users.isEmpty)
        #expect(!list.isSearching)
        #expect(list.errorMessage == "The user name is empty; enter one.")
    }

    @Test(
        "reports errors: 404, 401, rate limits, 5xx, offline, timeout, malformed JSON, HTML",
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
                            .contentType: "application/json", "X-RateLimit-Remaining": "0",
                            "X-RateLimit-Reset": "4102444800",
                        ],
                        body: Data(#"{"message":"API rate limit exceeded"}"#.utf8)
                    )
                ), "the rate limit is used up"
            ),
            (.status(502), "try again later"), (.failure(.cannotConnect), "check the network"),
            (.failure { .timedOut(.init(request: $0)) }, "try again"),
            (.text("[{", contentType: "application/json"), "base URL"),
            (.text("<html>", contentType: "text/html"), "base URL"),
        ] as [(StubResponse, String)]
    )
    func failures(response: StubResponse, expected: String) async {
        let transport = StubTransport([stub(.get, userRepositories, returning: response)])
        let list = GitHubRepositoryListModel(client: GitHubClient(configuration: configuration(transport)))
        await list.load(user: "octocat")
        guard case .failure(let error) = list.phase else {
            Issue.record("no failure is shown")
            return
        }
        #expect(error.description.contains(expected))
        #expect(!list.isSearching)
        #expect(list.repositories.isEmpty)
    }

    @Test("a second load replaces the first, and cancelling a finished load has no effect")
    func replacedLoad() async {
        let gate = Gate()
        let client = StubRepositoryClient { user, _ throws(SearchError) in
            if user == "slow" { _ = await gate.pass() }
            return SearchPage(items: [Self.repository(user)])
        }
        let list = GitHubRepositoryListModel(client: client)
        let slow = Task { await list.load(user: "slow") }
        await gate.waitForArrivals(1)
        #expect(list.isSearching)
        await list.load(user: "fast")
        gate.open()
        await slow.value
        #expect(list.repositories.map(\.name) == ["fast"])
        list.cancel()
        #expect(list.repositories.map(\.name) == ["fast"])
        #expect(!list.isSearching)
    }

    @Test("cancelling the loading task cancels the request")
    func cancelledCaller() async {
        let gate = Gate()
        let client = StubRepositoryClient { user, _ throws(SearchError) in
            if await gate.pass() == .cancelled {
                throw .network(.cancelled(NetworkError.Context(request: HTTPRequest(url: GitHubClient.defaultBaseURL))))
            }
            return SearchPage(items: [Self.repository(user)])
        }
        let list = GitHubRepositoryListModel(client: client)
        let loading = Task { await list.load(user: "octocat") }
        await gate.waitForArrivals(1)
        loading.cancel()
        await loading.value
        #expect(gate.cancellationCount == 1)
        #expect(!list.isSearching)
        #expect(list.repositories.isEmpty)
    }

    @Test("requests the type, sort and direction of the screen, and lists again when they change")
    func options() async {
        let client = StubRepositoryClient { user, _ throws(SearchError) in SearchPage(items: [Self.repository(user)]) }
        let list = GitHubRepositoryListModel(client: client)
        list.options.sort = .created
        #expect(list.phase == .idle)
        list.user = "octocat"
        await list.search().value
        list.options = GitHubRepositoryListOptions(type: .member, sort: .pushed, direction: .ascending)
        #expect(list.phase == .searching)
        #expect(list.repositories.map(\.name) == ["octocat"])
        await observe { !list.isSearching }
        list.options.sort = .pushed  // unchanged
        #expect(!list.isSearching)
        #expect(client.users == ["octocat", "octocat"])
        #expect(
            client.options == [
                GitHubRepositoryListOptions(sort: .created),
                GitHubRepositoryListOptions(type: .member, sort: .pushed, direction: .ascending),
            ]
        )
    }

    @Test("a change of the options replaces the request in progress")
    func changedOptions() async {
        let gate = Gate()
        let transport = StubTransport([
            stub(.get, "\(userRepositories)?sort=created", returning: .held(at: gate, .json(repositories(["old"])))),
            stub(.get, "\(userRepositories)?sort=pushed&direction=desc", returning: .json(repositories(["b", "a"]))),
        ])
        let list = GitHubRepositoryListModel(
            client: GitHubClient(configuration: configuration(transport)),
            options: GitHubRepositoryListOptions(sort: .created)
        )
        list.user = "octocat"
        let first = list.search()
        await gate.waitForArrivals()
        list.options = GitHubRepositoryListOptions(sort: .pushed, direction: .descending)
        await observe { !list.isSearching }
        gate.open()
        await first.value
        #expect(gate.cancellationCount == 1)
        #expect(list.repositories.map(\.name) == ["b", "a"])
    }

    @Test(
        "a listing is requested by type, sort and direction, and has the name, URL and stars of each repository",
        .stubbed(
            stub(.get, userRepositories, returning: .json(file: "github/user_repos")),
            stub(.get, "https://api.github.com/orgs/kumquat-labs/repos", returning: .json(file: "github/user_repos"))
        )
    )
    func lists() async throws {
        let client = GitHubClient(configuration: configuration(.current))
        let page = try await client.userRepositories(type: .member, sort: .pushed, direction: .descending)
            .page(for: "octocat", at: nil)
        #expect(page.items.first?.name == "Hello-World")
        #expect(page.items.first?.starCount == 2841)
        #expect(page.items.first?.url.absoluteString == "https://github.com/octocat/Hello-World")
        _ = try await client.organizationRepositories(type: .sources, sort: .fullName, pageSize: 7)
            .page(for: "kumquat-labs", at: nil)
        #expect(
            StubTransport.current.received.map { $0.url.query() ?? "" } == [
                "type=member&sort=pushed&direction=desc&per_page=30", "type=sources&sort=full_name&per_page=7",
            ]
        )
        await #expect { try await client.organizationRepositories().page(for: "", at: nil) } throws: {
            ($0 as? SearchError)?.stage == .query
        }
    }
}

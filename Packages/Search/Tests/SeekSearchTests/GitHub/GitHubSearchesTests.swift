import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

private let api = "https://api.github.com"

@Suite("GitHub searches")
struct GitHubSearchesTests {
    var client: GitHubClient { GitHubClient(token: "T", configuration: configuration(.current)) }
    var query: String { StubTransport.current.received.last?.url.query() ?? "" }

    @Test(
        "send the query, the sort and the order with GitHub's names, and decode the results",
        .stubbed(
            stub(.get, "\(api)/search/repositories", returning: .json(file: "github/search_repositories")),
            stub(.get, "\(api)/search/issues", returning: .json(file: "github/search_issues")),
            stub(.get, "\(api)/search/users", returning: .json(file: "github/search_users")),
            stub(.get, "\(api)/search/code", returning: .json(file: "github/search_code")),
            stub(.get, "\(api)/search/commits", returning: .json(file: "github/search_commits")),
            stub(.get, "\(api)/search/topics", returning: .json(file: "github/search_topics")),
            stub(.get, "\(api)/search/labels", returning: .json(file: "github/search_labels"))
        )
    )
    func searches() async throws {
        let repositories = try await client.searchRepositories("swift", sort: .helpWantedIssues, order: .ascending)
        #expect(!repositories.items.isEmpty)
        #expect(query == "q=swift&sort=help-wanted-issues&order=asc&per_page=30")
        let issues = try await client.searchIssues("a is:issue", sort: .thumbsUp, pageSize: 5)
        #expect(issues.items.count == 3)
        #expect(issues.skipped.isEmpty)
        #expect(query == "q=a%20is%3Aissue&sort=reactions-%2B1&per_page=5")
        #expect(try await client.searchUsers("a", sort: .joined).items.count == 2)
        #expect(query == "q=a&sort=joined&per_page=30")
        #expect(try await client.searchCode(GitHubQuery("a").with(.fileExtension("swift"))).items.count == 1)
        #expect(query == "q=a%20extension%3Aswift&per_page=30")
        #expect(try await client.searchCommits("a", sort: .authorDate, order: .descending).totalCount == 2)
        #expect(query == "q=a&sort=author-date&order=desc&per_page=30")
        #expect(try await client.searchTopics("swift").items.map(\.name) == ["swift", "swift-tools"])
        #expect(try await client.searchLabels("bug", in: 1_296_269, sort: .updated).items.map(\.name) == ["bug"])
        #expect(query == "q=bug&repository_id=1296269&sort=updated&per_page=30")
    }

    @Test(
        "request text matches with the Accept header",
        .stubbed(stub(.get, "\(api)/search/issues", returning: .json(file: "github/search_issues")))
    )
    func textMatches() async throws {
        let page = try await client.searchIssues("hello", scope: .issues, textMatches: true)
        #expect(page.items[0].textMatches.first?.occurrences.first?.text == "Hello")
        let accept = StubTransport.current.received.first?.headerFields[.accept]
        #expect(accept == "application/vnd.github.text-match+json")
    }

    @Test("can be used as search sources, which reject a blank text")
    func sources() async throws {
        let gitHub = GitHubClient.sample()
        let users = gitHub.source(.users(sort: .followers))
        #expect(try await users.page(for: "ada", at: nil).items.map(\.login).first == "sample-ada")
        await #expect(throws: SearchError.self) { try await users.page(for: " ", at: nil) }
    }

    @Test("reject invalid queries and page sizes before a request is sent", .stubbed())
    func invalidQueries() async {
        let tooManyOperators: GitHubQuery = "a OR b OR c OR d OR e OR f OR g"
        for call in [
            { _ = try await client.searchIssues(tooManyOperators) }, { _ = try await client.searchUsers("") },
            { _ = try await client.searchCode("\"a") },
            { _ = try await client.searchTopics("a", pageSize: 101) },
        ] as [() async throws -> Void] {
            await #expect { try await call() } throws: { ($0 as? SearchError)?.stage == .query }
        }
    }

    @Test("return all results of the sample API on several pages, in the requested order")
    func sampleAPI() async throws {
        let client = GitHubClient(
            token: "demo-token",
            configuration: ClientConfiguration(transport: try StubTransport.sampleAPI())
        )
        let query = GitHubQuery("swift").with(.stars(.atLeast(1)))
        var repositories: [GitHubRepository] = []
        var cursor: PageCursor?
        repeat {
            let page = try await client.searchRepositories(query, sort: .stars, pageSize: 10, at: cursor)
            repositories += page.items
            cursor = page.next
        } while cursor != nil
        let stars = repositories.map { $0.starCount ?? 0 }
        #expect(stars.count > 10)
        #expect(stars == stars.sorted(by: >))
        #expect(stars.allSatisfy { $0 >= 1 })
        #expect(Set(repositories.map(\.id)).count == repositories.count)
    }

    @Test(
        "the first page of a list is returned, and then an error is thrown if the token expires between pages",
        .stubbed(
            stub(.get, userRepositories, returning: repositoryPage(["a"], next: "\(userRepositories)?page=2")),
            stub(
                .get,
                "\(userRepositories)?page=2",
                returning: .json(file: "github/error_bad_credentials", status: 401)
            )
        )
    )
    func expired() async {
        var names: [String] = []
        await #expect {
            for try await page in client.userRepositories().pages(for: "octocat") { names += page.items.map(\.name) }
        } throws: {
            "\($0)".contains("GitHub rejected the credential")
        }
        #expect(names == ["a"])
    }
}

import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The GitHub client")
struct GitHubTests {
    var client: GitHubClient {
        GitHubClient(token: "T0KEN", configuration: ClientConfiguration(transport: StubTransport.current))
    }

    @Test(
        "follows the links to all pages of a user's repositories, and sends GitHub's header fields",
        .stubbed(
            stub(
                .get,
                userRepositories,
                returning: repositoryPage(["a", "b"], next: "https://api.github.com/user/1/repos?page=2")
            ),
            stub(.get, "https://api.github.com/user/1/repos?page=2", returning: .json(repositories(["c"])))
        )
    )
    func repositoriesOfUser() async throws {
        var names: [String] = []
        for try await page in client.userRepositories().pages(for: "octocat") { names += page.items.map(\.name) }
        #expect(names == ["a", "b", "c"])
        for request in StubTransport.current.received {
            #expect(request.headerFields[.authorization] == "Bearer T0KEN")
            #expect(request.headerFields[.userAgent]?.hasPrefix("seek/") == true)
            #expect(request.headerFields[.accept] == "application/vnd.github+json")
        }
    }

    @Test(
        "does not follow a next link to another origin",
        .stubbed(stub(.get, userRepositories, returning: repositoryPage(["a"], next: "https://evil.example/?page=2")))
    )
    func foreignLink() async throws {
        await #expect(throws: SearchError.self) {
            for try await _ in client.userRepositories().pages(for: "octocat") {}
        }
        #expect(StubTransport.current.received.count == 1)
    }

    @Test(
        "a page cursor of another search or listing is rejected before a request is sent",
        .stubbed(),
        arguments: [
            "search/repositories?q=swift+ui&page=2", "search/repositories?q=swift&sort=stars&page=2",
            "search/repositories?sort=updated&page=2", "search/repositories?q=swift&page=2",
            "search/repositories?q=swift&sort=updated&order=asc&page=2", "search/users?q=swift&page=2",
            "user/1/repos?page=2", "users/octocat/repos?page=2",
        ]
    )
    func cursorOfAnotherSearch(path: String) async {
        let cursor = PageCursor(rawValue: "https://api.github.com/\(path)")
        await #expect(throws: foreignCursor) {
            try await client.searchRepositories("swift", sort: .updated, at: cursor)
        }
        await #expect(throws: foreignCursor) {
            try await client.userRepositories(sort: .stars).page(for: "manyrepos", at: cursor)
        }
    }

    @Test("page cursors are compared by their bytes", .stubbed())
    func cursorBytes() async throws {
        #expect(PageCursor(rawValue: "\u{E9}") != PageCursor(rawValue: "e\u{301}"))
        let cursor = PageCursor(rawValue: "\(repositorySearch)?q=%C3%A9&page=2")
        await #expect(throws: foreignCursor) {
            try await client.searchRepositories("e\u{301}", at: cursor)
        }
    }

    @Test(
        "a page cursor that belongs to the search is followed, even if its page size differs",
        .stubbed(stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete")))
    )
    func matchingCursor() async throws {
        let cursor = PageCursor(rawValue: "\(repositorySearch)?q=swift+ui&sort=stars&per_page=7&page=2")
        _ = try await client.searchRepositories("swift ui", sort: .stars, at: cursor)
        #expect(StubTransport.current.received.count == 1)
    }

    @Test(
        "a page cursor is accepted for its own account only, whatever the case of the login",
        .stubbed(stub(.get, "https://api.github.com/user/1/repos", returning: .json(file: "github/user_repos"))),
        arguments: [("octocat", true), ("OctoCat", true), ("manyrepos", false)]
    )
    func cursorOfAnotherAccount(login: String, isSameAccount: Bool) async {
        let cursor = PageCursor(rawValue: "https://api.github.com/user/1/repos?page=2")
        let page = try? await client.userRepositories().page(for: login, at: cursor)
        #expect((page != nil) == isSameAccount)
    }

    @Test(
        "encodes the text of a search, and reports its total count and whether it is incomplete",
        .stubbed(stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete")))
    )
    func search() async throws {
        let page = try await client.searchRepositories("C++ & C#")
        #expect(page.totalCount == 3)
        #expect(page.isIncomplete)
        #expect(page.next == nil)
        #expect(StubTransport.current.received.first?.url.query() == "q=C%2B%2B%20%26%20C%23&per_page=30")
        var sourceItemCount = 0
        for try await page in client.source(.repositories()).pages(for: "a") { sourceItemCount += page.items.count }
        #expect(sourceItemCount == page.items.count)
    }

    @Test(
        "rejects invalid user names and queries before a request is sent",
        .stubbed(),
        arguments: ["", " ", "a\0", String(repeating: "x", count: 257)]
    )
    func invalidQueries(text: String) async {
        await #expect { try await client.searchRepositories(GitHubQuery(text)) } throws: {
            ($0 as? SearchError)?.stage == .query
        }
        await #expect { try await client.userRepositories().page(for: text, at: nil) } throws: {
            ($0 as? SearchError)?.stage == .query
        }
        await #expect(throws: SearchError.self) { try await client.userRepositories().page(for: "..", at: nil) }
    }
}

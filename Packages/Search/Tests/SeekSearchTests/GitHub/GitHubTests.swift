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

    /// A page of repositories with a link to the next one.
    static func page(_ names: [String], next: String) -> StubResponse {
        let fields: HTTPFields = [.contentType: "application/json", .link: "<\(next)>; rel=\"next\""]
        return .response(HTTPResponse(headerFields: fields, body: repositories(names).data))
    }

    @Test(
        "lists a user's repositories over all linked pages, with GitHub's header fields",
        .stubbed(
            stub(
                .get,
                userRepositories,
                returning: page(["a", "b"], next: "https://api.github.com/user/1/repos?page=2")
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
        .stubbed(stub(.get, userRepositories, returning: page(["a"], next: "https://evil.example/?page=2")))
    )
    func foreignLink() async throws {
        await #expect(throws: SearchError.self) {
            for try await _ in client.userRepositories().pages(for: "octocat") {}
        }
        #expect(StubTransport.current.received.count == 1)
    }

    @Test(
        "reports the total of a search and whether it is incomplete",
        .stubbed(stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete")))
    )
    func search() async throws {
        let page = try await client.searchRepositories("C++ & C#")
        #expect(page.totalCount == 3)
        #expect(page.isIncomplete)
        #expect(page.next == nil)
        #expect(StubTransport.current.received.first?.url.query() == "q=C%2B%2B%20%26%20C%23&per_page=30")
        var count = 0
        for try await page in client.repositorySearch().pages(for: "a") { count += page.items.count }
        #expect(count == page.items.count)
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
        await #expect { try await client.repositories(of: text, at: nil) } throws: {
            ($0 as? SearchError)?.stage == .query
        }
        await #expect(throws: SearchError.self) { try await client.repositories(of: "..", at: nil) }
    }
}

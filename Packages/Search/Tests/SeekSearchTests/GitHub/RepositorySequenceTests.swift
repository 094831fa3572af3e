import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("Repositories of an account as a sequence")
struct RepositorySequenceTests {
    private let organizationRepositories = "https://api.github.com/orgs/kumquat-labs/repos"

    /// Returns the names of the repositories in a sequence, up to its end or an error, and the error.
    private func names(
        _ pages: PageSequence<SearchPage<GitHubRepository>, PageCursor, SearchError>,
        limit: Int = .max
    ) async -> (names: [String], error: SearchError?) {
        var names: [String] = []
        do throws(SearchError) {
            for try await repository in pages.items(limit: limit) { names.append(repository.name) }
            return (names, nil)
        } catch {
            return (names, error)
        }
    }

    private func queries(_ transport: StubTransport) -> [String] {
        transport.received.map { $0.url.query()?.removingPercentEncoding ?? "" }
    }

    @Test("come from all pages in the order of the listing, up to the limit if there is one")
    func pages() async throws {
        let next = "\(userRepositories)?type=all&sort=updated&direction=asc&page=2"
        let pages = [repositoryPage(["a", "b"], next: next), .json(repositories(["c"]))]
        for (limit, expected) in [(Int.max, ["a", "b", "c"]), (2, ["a", "b"])] {
            let transport = StubTransport([stub(.get, userRepositories, times: .any, returning: .sequence(pages))])
            let gitHub = GitHubClient(configuration: configuration(transport))
            let sequence = gitHub.repositories(of: "octocat", type: .all, sort: .updated, direction: .ascending)
            #expect(await names(sequence, limit: limit).names == expected)
            #expect(queries(transport).first == "type=all&sort=updated&direction=asc&per_page=30")
            #expect(transport.received.count == (limit == 2 ? 1 : 2))
        }
    }

    @Test(
        "sorted by stars come from a search that selects the same repositories as the listing",
        arguments: [
            (nil, "org:kumquat-labs fork:true"), (.all, "org:kumquat-labs fork:true"),
            (.public, "org:kumquat-labs is:public fork:true"), (.private, "org:kumquat-labs is:private fork:true"),
            (.forks, "org:kumquat-labs fork:only"), (.sources, "org:kumquat-labs"),
        ] as [(GitHubOrganizationRepositoryType?, String)]
    )
    func organizationsByStars(type: GitHubOrganizationRepositoryType?, query: String) async throws {
        let page: JSONValue = ["total_count": 2, "items": repositories(["a", "b"])]
        let transport = StubTransport([stub(.get, repositorySearch, returning: .json(page))])
        let gitHub = GitHubClient(configuration: configuration(transport))
        let pages = gitHub.repositories(ofOrganization: "kumquat-labs", type: type, sort: .stars, pageSize: 9)
        #expect(await names(pages).names == ["a", "b"])
        #expect(queries(transport) == ["q=\(query)&sort=stars&per_page=9"])
    }

    @Test("sorted by stars are the public repositories of a user, including forks")
    func usersByStars() async throws {
        let page: JSONValue = ["items": repositories(["a"])]
        let transport = StubTransport([stub(.get, repositorySearch, times: .any, returning: .json(page))])
        let gitHub = GitHubClient(token: "t", configuration: configuration(transport))
        for type in [nil, GitHubUserRepositoryType.owner] {
            #expect(await names(gitHub.repositories(of: "octocat", type: type, sort: .stars)).names == ["a"])
        }
        // A login with a space is quoted.
        _ = try await gitHub.userRepositories(sort: .stars, direction: .ascending).page(for: "a b", at: nil)
        #expect(
            queries(transport) == [
                "q=user:octocat is:public fork:true&sort=stars&per_page=30",
                "q=user:octocat is:public fork:true&sort=stars&per_page=30",
                "q=user:\"a b\" is:public fork:true&sort=stars&order=asc&per_page=30",
            ]
        )
    }

    @Test("sorted by stars throw an error for types that a search cannot select, and send nothing")
    func unsupportedTypes() async {
        let transport = StubTransport()
        let gitHub = GitHubClient(configuration: configuration(transport))
        for type in [GitHubUserRepositoryType.member, .all] {
            #expect(await names(gitHub.repositories(of: "octocat", type: type, sort: .stars)).error?.stage == .query)
        }
        let members = gitHub.repositories(ofOrganization: "kumquat-labs", type: .member, sort: .stars)
        #expect(await names(members).error?.stage == .query)
        #expect(transport.received.isEmpty)
    }

    @Test(
        "sorted by stars throw an error for an unknown user, and are empty for a user without repositories",
        arguments: [
            (.json([]), nil), (.json(["message": "Not Found"], status: 404), .notFound(.gitHub, "user 'octocat'")),
        ] as [(StubResponse, SearchError?)]
    )
    func withoutRepositories(listing: StubResponse, error: SearchError?) async {
        let rejection: JSONValue = [
            "message": "Validation Failed",
            "errors": [["message": "The listed users and repositories cannot be searched", "code": "invalid"]],
        ]
        let transport = StubTransport([
            stub(.get, repositorySearch, returning: .json(rejection, status: 422)),
            stub(.get, userRepositories, returning: listing),
        ])
        let gitHub = GitHubClient(configuration: configuration(transport))
        let result = await names(gitHub.repositories(of: "octocat", sort: .stars))
        #expect(result.names.isEmpty)
        #expect(result.error == error)
        #expect(queries(transport).last == "per_page=30")
    }

    @Test("sorted by stars are in descending order across the pages of the sample API")
    func sampleAPI() async throws {
        let gitHub = GitHubClient(token: "demo-token", configuration: configuration(try .sampleAPI()))
        var stars: [Int64] = []
        let pages = gitHub.repositories(of: "swiftlet-works", sort: .stars, pageSize: 3)
        for try await repository in pages.items(limit: 7) { stars.append(repository.starCount ?? 0) }
        #expect(stars.count == 7)
        #expect(stars == stars.sorted(by: >))
    }
}

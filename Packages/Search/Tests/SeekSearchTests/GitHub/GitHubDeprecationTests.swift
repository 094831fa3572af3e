import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Deprecations announced by the APIs")
struct GitHubDeprecationTests {
    /// 2026-09-27
    private static let sunset = Date(timeIntervalSince1970: 1_790_467_200)

    private static func deprecated(_ body: JSONValue = ["items": []]) -> StubResponse {
        var response = HTTPResponse(json: body)
        response.headerFields["Deprecation"] = "true"
        response.headerFields["Sunset"] = "Sun, 27 Sep 2026"
        return .response(response)
    }

    @Test(
        "are part of each page, and reported with the request",
        .stubbed(
            stub(.get, "https://api.github.com/search/code", returning: deprecated()),
            stub(.get, "https://api.github.com/search/issues", returning: deprecated()),
            stub(.get, userRepositories, returning: deprecated([])),
            stub(.get, youTubeSearch, returning: deprecated()),
            stub(.get, repositorySearch, returning: .json(["items": []]))
        )
    )
    func pages() async throws {
        let reported = Mutex<[String]>([])
        var configuration = configuration(.current)
        configuration.onDeprecation = { deprecation, request in
            #expect(deprecation.sunset == Self.sunset)
            reported.withLock { $0.append(request.url.lastPathComponent) }
        }
        let client = GitHubClient(token: "T", configuration: configuration)
        let expected = Deprecation(sunset: Self.sunset)
        #expect(try await client.searchCode("a").deprecation == expected)
        #expect(try await client.searchIssues("a").map { $0.id }.deprecation == expected)
        #expect(try await client.userRepositories().page(for: "octocat", at: nil).deprecation == expected)
        #expect(try await client.searchRepositories("a").deprecation == nil)
        let youTube = YouTubeClient(apiKey: "K", configuration: configuration)
        #expect(try await youTube.search("a").deprecation == expected)
        #expect(reported.withLock { $0.sorted() } == ["code", "issues", "issues", "repos", "search"])
    }

    @Test(
        "are reported for errors as well",
        .stubbed(
            stub(
                .get,
                repositorySearch,
                returning: .response(
                    HTTPResponse(status: 410, headerFields: ["Deprecation": "@1"])
                )
            )
        )
    )
    func errors() async throws {
        let count = Mutex(0)
        var configuration = configuration(.current)
        configuration.onDeprecation = { _, _ in count.withLock { $0 += 1 } }
        let client = GitHubClient(token: "T", configuration: configuration)
        await #expect(throws: SearchError.self) { try await client.searchRepositories("a") }
        #expect(count.withLock { $0 } == 1)
    }
}

@Suite("Renamed repositories")
struct RenamedRepositoryTests {
    @Test(
        "a search that GitHub rejects because of a former name reports the new one, and is not sent again",
        arguments: [
            (
                GitHubQuery("crash").with(.repository("octocat/runcible-spoon")),
                "octocat/runcible-spoon is now octocat/spork"
            ),
            ("crash repo:octocat/runcible-spoon repo:octocat/nothing", "octocat/runcible-spoon is now octocat/spork"),
        ] as [(GitHubQuery, String)]
    )
    func renamed(query: GitHubQuery, expected: String) async throws {
        let client = try GitHubIssueSearchTests.client()
        await #expect {
            try await client.searchIssues(query, scope: .issues)
        } throws: { error in
            "\(error)".contains("\(expected) (") && "\(error)".contains("search with the new name")
        }
        #expect(client.rateLimits.limits["search"]?.remaining == 29)
    }

    @Test("a search for a repository that does not exist, or for an unknown owner, is rejected with GitHub's message")
    func unknown() async throws {
        let client = try GitHubIssueSearchTests.client()
        for text in [
            "crash repo:octocat/nothing", "crash user:nobody-at-all", "crash repo:octocat", "crash repo:a/b/c",
        ] {
            await #expect {
                try await client.searchIssues(GitHubQuery(text), scope: .issues)
            } throws: { error in
                "\(error)".contains("cannot be searched") && !"\(error)".contains("is now")
            }
        }
    }
}

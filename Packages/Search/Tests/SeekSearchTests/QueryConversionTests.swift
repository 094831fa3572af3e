import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("A string as a query")
struct QueryConversionTests {
    private let text = "swift \(6)"
    private let transport = StubTransport([
        stub(.any, "https://api.github.com/search/{kind}", times: .any, returning: .json(["items": []])),
        stub(.get, youTubeSearch, times: .any, returning: .json(["items": []])),
    ])

    private var textParameters: Set<String?> {
        Set(
            transport.received.map {
                $0.url.query()?.split(separator: "&").first { $0.hasPrefix("q=") }.map(String.init)
            }
        )
    }

    @Test("is accepted by all searches of GitHub, like a literal or a GitHubQuery")
    func gitHub() async throws {
        let client = GitHubClient(token: "t", configuration: configuration(transport))
        _ = try await client.searchRepositories(text, pageSize: 5, textMatches: true)
        _ = try await client.searchUsers(text, pageSize: 5, textMatches: true)
        _ = try await client.searchCode(text, pageSize: 5, textMatches: true)
        _ = try await client.searchCommits(text, pageSize: 5, textMatches: true)
        _ = try await client.searchTopics(text, pageSize: 5, textMatches: true)
        _ = try await client.searchLabels(text, in: 1, pageSize: 5, textMatches: true)
        _ = try await client.searchRepositories("swift 6")
        _ = try await client.searchRepositories(GitHubQuery(text))
        #expect(textParameters == ["q=swift%206"])
        #expect(transport.received.prefix(6).allSatisfy { $0.url.query()?.contains("per_page=5") == true })
        #expect(transport.received.prefix(6).allSatisfy { $0.headerFields[.accept]?.contains("text-match") == true })
        _ = try await client.searchIssues(text, scope: .issues)
        #expect(textParameters.allSatisfy { $0?.hasPrefix("q=swift%206") == true })
    }

    @Test("is accepted by all searches of YouTube, like a literal or a YouTubeSearchQuery")
    func youTube() async throws {
        let client = YouTubeClient(apiKey: "k", configuration: configuration(transport))
        _ = try await client.search(text)
        _ = try await client.search("swift 6")
        _ = try await client.search(YouTubeSearchQuery(text))
        for try await _ in client.pages(for: text) {}
        #expect(textParameters == ["q=swift%206"])
        #expect(transport.received.allSatisfy { $0.url.query()?.contains("type=video") == true })
        #expect(try await client.dryRun(text).cost == 1)
    }
}

import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The README's sample, as it stands there.
@Suite("The README")
struct ReadmeTests {
    @Test(
        "pages through videos and fills a screen",
        .stubbed(
            stub(.get, youTubeSearch, answer: .json(videos(["1"]))),
            stub(.get, userRepositories, answer: .json(repositories(["a"])))
        )
    )
    @MainActor
    func example() async throws {
        let transport = StubTransport.current
        let key = "k"
        let gitHub = GitHubClient(environment: SearchEnvironment(transport: transport))

        let youTube = YouTubeClient(apiKey: key, environment: SearchEnvironment(transport: transport))
        for try await page in youTube.source().pages(for: "swift") { print(page.items.map(\.title)) }

        let screen = SearchScreen(source: gitHub.userRepositories())
        screen.text = "octocat"
        await screen.search().value

        #expect(screen.items.map(\.name) == ["a"])
    }
}

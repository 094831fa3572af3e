import Foundation
import SeekBasics
import SeekCache
import SeekModels
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekSearch

@Suite("Samples")
struct SamplesTests {
    /// Records the paths, as they are sent, of the requests that clients with ``configuration`` send. The clients reject invalid samples.
    private final class PathRecorder: Sendable {
        private let paths = Mutex<Set<String>>([])
        var requested: Set<String> { paths.withLock { $0 } }

        var configuration: ClientConfiguration {
            var configuration = ClientConfiguration.sample { request in
                self.paths.withLock { _ = $0.insert(String(request.url.path(percentEncoded: true).dropFirst())) }
                return nil
            }
            configuration.decodingMode = .strict
            return configuration
        }
    }

    @Test("every call of YouTube has a valid sample, and every method is called")
    func youTube() async throws {
        let paths = PathRecorder()
        let youTube = YouTubeClient(apiKey: "k", configuration: paths.configuration)
        // Each call returns the number of its results.
        let calls: [(YouTubeClient) async throws -> Int] = [
            { try await $0.search("swift").items.count }, { try await $0.videos(["a"]).items.count },
            { try await $0.statistics(of: ["a"]).items.count }, { try await $0.channels(["a"]).items.count },
            { try await [$0.channel(handle: "@a")].count }, { try await $0.playlists(["a"]).items.count },
            { try await $0.playlists(ofChannel: "a").items.count },
            { try await $0.playlistItems(of: "a").items.count },
            { try await $0.videoCategories(in: "NZ").count },
        ]
        for call in calls { #expect(try await call(youTube) > 0) }
        let methods = [
            "search", "videos", "videos:batchGetStats", "channels", "playlists", "playlistItems", "videoCategories",
        ]
        #expect(paths.requested == Set(methods.map { "youtube/v3/\($0)" }))
        #expect(methods.count == YouTubeMethod.allCases.count)
    }

    @Test("every search, listing and lookup of GitHub has a valid sample")
    func gitHub() async throws {
        let paths = PathRecorder()
        let gitHub = GitHubClient(configuration: paths.configuration)
        let calls: [(GitHubClient) async throws -> Int] = [
            { try await $0.searchRepositories("swift").items.count },
            { try await $0.searchIssues("swift", scope: .issues).items.filter { !$0.isPullRequest }.count },
            { try await $0.searchIssues("swift", scope: .pullRequests).items.filter(\.isPullRequest).count },
            { try await $0.searchUsers("swift").items.count }, { try await $0.searchCode("swift").items.count },
            { try await $0.searchCommits("swift").items.count }, { try await $0.searchTopics("swift").items.count },
            { try await $0.searchLabels("swift", in: 1).items.count },
            { try await $0.userRepositories().page(for: "octocat", at: nil).items.count },
            { try await $0.organizationRepositories().page(for: "octo-org", at: nil).items.count },
            { try await [$0.repository(id: 7)].count },
        ]
        for call in calls { #expect(try await call(gitHub) > 0) }
        let searches = GitHubSearchKind.allCases.map { "search/\($0.rawValue)" }
        #expect(paths.requested == Set(searches + ["users/octocat/repos", "orgs/octo-org/repos", "repositories/7"]))
    }

    @Test("a sample has the source .sample and costs nothing, but a dry run estimates the cost of a live search")
    func provenance() async throws {
        let youTube = YouTubeClient.sample()
        let videos = try await youTube.search("swift")
        let repositories = try await GitHubClient.sample().searchRepositories("swift")
        #expect(videos.provenance.source == .sample)
        #expect(repositories.provenance.source == .sample)
        #expect(videos.quotaCost + repositories.quotaCost == 0)
        #expect(await youTube.quota().map(\.used) == [0, 0, 0])
        #expect(try await youTube.dryRun("swift").cost == 1)
    }

    @Test("the pages of a search and of a listing end, and repeat no result", arguments: [1, 5, 50])
    func pages(size: Int) async throws {
        var videos: [String] = []
        let source = YouTubeClient.sample().source { $0.pageSize = size }
        for try await page in source.pages(for: "a") {
            #expect(page.items.count <= size)
            videos += page.items.map(\.id)
        }
        #expect(videos == YouTubeSamples.videos.map(\.id))
        var repositories: [Int64] = []
        for try await page in GitHubClient.sample().userRepositories(pageSize: size).pages(for: "octocat") {
            #expect(page.items.count <= size)
            repositories += page.items.map(\.id)
        }
        #expect(Set(repositories).count == GitHubSamples.repositories(of: "octocat").count)
        #expect(repositories.count == GitHubSamples.repositories(of: "octocat").count)
    }

    @Test("the first page of the default size has a next page")
    func secondPage() async throws {
        #expect(try await YouTubeClient.sample().search("a").next != nil)
        #expect(try await GitHubClient.sample().searchRepositories("a").next != nil)
    }

    @Test("a search of issues and pull requests ends after each was returned once")
    func merged() async throws {
        var numbers: [Int64] = []
        for try await page in GitHubClient.sample().source(.issues(), pageSize: 1).pages(for: "crash") {
            numbers += page.items.map(\.number)
        }
        #expect(numbers.sorted() == [29, 35, 38, 40, 41, 42])
    }

    @Test("every issue and pull request has a date of creation")
    func datesOfCreation() async throws {
        for try await page in GitHubClient.sample().source(.issues()).pages(for: "crash") {
            for issue in page.items { #expect(issue.createdAt != nil, "\(issue.number)") }
        }
    }

    @Test("a search returns the requested kinds of results")
    func kinds() async throws {
        let youTube = YouTubeClient.sample()
        for kind in [YouTubeSearchItem.Kind.video, .channel, .playlist] {
            let kinds = try await youTube.search(YouTubeSearchQuery("a", kind: kind)).items.map(\.kind)
            #expect(Set(kinds) == [kind])
        }
        var mixedKinds: Set<YouTubeSearchItem.Kind> = []
        for try await page in youTube.source(of: nil).pages(for: "a") { mixedKinds.formUnion(page.items.map(\.kind)) }
        #expect(mixedKinds == [.video, .channel, .playlist])
    }

    @Test("lookups return the requested ids, users and parts")
    func requested() async throws {
        let youTube = YouTubeClient.sample()
        let ids = ["sample-vd03", "custom \" id", "sample-vd01"]
        let videos = try await youTube.videos(ids)
        #expect(videos.items.map(\.id) == ids)
        #expect(videos.missingIDs.isEmpty)
        #expect(videos.items.last?.title == "Swift in ten minutes")
        #expect(try await youTube.statistics(of: ids).items.map(\.title) == [nil, nil, nil])
        #expect(try await youTube.channels(["UC1"]).items.map(\.id) == ["UC1"])
        #expect(try await youTube.channel(handle: "@custom").value.handle == "@custom")
        #expect(try await youTube.playlists(ofChannel: "UC1").items.first?.channelID == "UC1")
        #expect(try await youTube.playlistItems(of: "PL1").items.first?.playlistID == "PL1")
        let repositories = try await GitHubClient.sample().userRepositories().page(for: "octo cat", at: nil).items
        #expect(repositories.first?.fullName == "octo cat/lantern")
        #expect(try await GitHubClient.sample().repository(id: 5).id == 5)
    }

    @Test("details of search results are those of the same videos, and titles are not escaped")
    func details() async throws {
        let youTube = YouTubeClient.sample()
        let page = try await youTube.search("a")
        #expect(page.items[6].title == "Tea & rain")
        let viewCounts = Dictionary(uniqueKeysWithValues: YouTubeSamples.videos.map { ($0.id, $0.viewCount) })
        for detailed in try await youTube.details(of: page.items) {
            #expect(detailed.video?.viewCount == viewCounts[detailed.id])
        }
    }

    @Test("an override replaces the responses to some requests with a status, a body or a failure")
    func overrides() async throws {
        let responses: [(ResponseOverride, SearchError.Stage)] = [
            (.status(404), .status), (.status(503), .status), (.failure(.cannotConnect), .transport),
            (.json("{"), .decoding),
        ]
        for (response, stage) in responses {
            let gitHub = GitHubClient.sample { $0.url.path().hasSuffix("/repos") ? response : nil }
            do throws(SearchError) {
                _ = try await gitHub.userRepositories().page(for: "octocat", at: nil)
                Issue.record("the override had no effect")
            } catch {
                #expect(error.stage == stage)
            }
            #expect(try await gitHub.searchRepositories("swift").items.count == SamplePage<String>.maximumSize)
        }
        let empty = GitHubClient.sample { _ in .json("[]") }
        #expect(try await empty.userRepositories().page(for: "octocat", at: nil).items.isEmpty)
    }

    @Test("samples and failures are delayed", arguments: [true, false])
    func delay(fails: Bool) async throws {
        let clock = ManualClock()
        var configuration = ClientConfiguration.sample(.delayed(.seconds(2))) { _ in
            fails ? .failure(.cannotConnect) : nil
        }
        configuration.clock = clock
        configuration.timeout = .seconds(300)
        let search = Task { [configuration] in
            try await YouTubeClient(apiKey: "k", configuration: configuration).search("swift").items.count
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        let result = await search.result
        #expect((try? result.get()) == (fails ? nil : SamplePage<String>.maximumSize))
    }

    @Test("a live client is stubbed by its configuration, and sends nothing")
    func stubbedLiveClient() async throws {
        let transport = StubTransport(strictness: .lenient)
        var configuration = ClientConfiguration(transport: transport)
        configuration.store = MemoryStore(costLimit: 32 << 20)
        configuration.stubBehavior = .immediate
        let youTube = YouTubeClient(apiKey: "k", configuration: configuration)
        #expect(try await youTube.search("swift").provenance.source == .sample)
        #expect(try await youTube.search("swift").provenance.source == .sample)
        #expect(try await youTube.dryRun("swift").pagesFromStore == 0)
        #expect(transport.received.isEmpty)
    }

    @Test("a sample client that never stubs fails with the reason")
    func never() async throws {
        do throws(SearchError) {
            _ = try await GitHubClient.sample(.never).searchTopics("swift")
            Issue.record("the request was sent")
        } catch {
            #expect("\(error)".contains("returns samples only"))
        }
    }

    @Test("the façade `YouTube` returns samples")
    func façade() async throws {
        let page = try await YouTube(client: .sample()).videoSearch(keyword: "swift")
        #expect(page.items.first?.title == "Swift in ten minutes")
    }

    @Test("a federated search of samples has results of all sources")
    func federated() async throws {
        let federated = FederatedSearch(
            [.init(YouTubeClient.sample().source()), .init(GitHubClient.sample().source(.repositories()))],
            limit: 10
        )
        let result = await federated.search("swift")
        #expect(result.failures.isEmpty)
        #expect(Set(result.hits.flatMap(\.reasons).map(\.source)).count == 2)
    }
}

@Suite("Stubbed transports")
struct StubbedTransportTests {
    private func attempts(_ change: (inout ClientConfiguration) -> Void = { _ in }) async -> Int {
        let transport = StubTransport([stub(.get, userRepositories, times: .any, returning: .status(503))])
        var configuration = ClientConfiguration(transport: transport)
        configuration.clock = ImmediateClock()
        change(&configuration)
        _ = try? await GitHubClient(configuration: configuration).userRepositories().page(for: "octocat", at: nil)
        return transport.received.count
    }

    @Test("a stubbed failure is not retried unless a retry policy is set")
    func retries() async {
        #expect(await attempts() == 1)
        #expect(await attempts { $0.retryPolicy = RetryPolicy() } == 3)
    }
}

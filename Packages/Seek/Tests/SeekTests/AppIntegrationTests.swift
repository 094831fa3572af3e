import Foundation
// Of the library modules, only Seek is imported. With `MemberImportVisibility`, this file does not compile if an app
// needs another one.
import Seek
import SeekTestHelpers
import Testing

@MainActor
@Suite("An app that imports only Seek")
struct AppIntegrationTests {
    /// A screen of an app, which receives results as a delegate.
    final class Screen: YouTubeDelegate {
        var rows: [String] = []
        var alert: (title: String, message: String)?

        func youTube(
            _ youTube: YouTube,
            didSearch keyword: String,
            result: Result<SearchPage<YouTubeSearchItem>, SearchError>
        ) {
            switch result {
            case .success(let page): rows = page.items.map(\.title)
            case .failure(let error): alert = (error.errorDescription ?? "", error.recoverySuggestion ?? "")
            }
        }
    }

    /// A façade for the sample server, with a cache and a quota in the context's folder.
    private func youTube(_ context: SampleContext, key: String = "demo-key") -> YouTube {
        YouTube(
            apiKey: key,
            baseURL: context.configuration.youTubeBaseURL,
            cacheFolder: context.folder.file("cache"),
            stateFolder: context.folder.file("state")
        )
    }

    /// The number of searches that are counted in the context's folder.
    private func countedSearches(_ context: SampleContext) async throws -> Int {
        context.configuration.stateFolder = context.folder.file("state")
        return await context.client.youTube.quota().first?.used ?? 0
    }

    @Test("a delegate receives the results and the errors of a façade")
    func delegate() async throws {
        let context = try SampleContext()
        let screen = Screen()
        let youTube = youTube(context)
        await youTube.videoSearch(keyword: "swift", delegate: screen).value
        #expect(!screen.rows.isEmpty)
        #expect(screen.alert == nil)
        await youTube.videoSearch(keyword: " ", delegate: screen).value
        #expect(screen.alert?.title == "The keyword is empty; enter one.")
    }

    @Test("façades with the same key share the cache and the count of the quota")
    func shared() async throws {
        let context = try SampleContext()
        let pages = [
            try await youTube(context).videoSearch(keyword: "swift"),
            try await youTube(context).videoSearch(keyword: "swift"),
        ]
        #expect(pages.map(\.quotaCost) == [1, 0])
        #expect(pages.last?.provenance.source == .disk)
        #expect(try await countedSearches(context) == 1)
    }

    @Test("façades without folders share nothing and store nothing")
    func withoutFolders() async throws {
        let context = try SampleContext()
        for _ in 0..<2 {
            let youTube = YouTube(
                apiKey: "demo-key",
                baseURL: context.configuration.youTubeBaseURL,
                cacheFolder: nil,
                stateFolder: nil
            )
            #expect(try await youTube.videoSearch(keyword: "swift").quotaCost == 1)
        }
        #expect(try await countedSearches(context) == 0)
    }

    @Test("a façade created from a SeekClient's YouTube client shares the client's cache")
    func ofClient() async throws {
        let context = try SampleContext().storingResponses()
        let seek = context.client
        _ = try await seek.youTube.search("swift")
        let page = try await YouTube(client: seek.youTube).videoSearch(keyword: "swift")
        #expect(page.quotaCost == 0)
    }

    @Test("a client can still be used after close()")
    func closedClient() async throws {
        let context = try SampleContext().storingResponses()
        let seek = context.client
        _ = try await seek.youTube.search("swift")
        await seek.close()
        #expect(try await seek.youTube.search("swift").quotaCost == 0)
        #expect(try await seek.youTube.search("tetris").quotaCost == 1)
        #expect(try await !seek.offlineSearch("swift").hits.isEmpty)
    }

    @Test("a configuration has the folders of the platform by default")
    func folders() throws {
        let configuration = SeekConfiguration(youTubeAPIKey: "k")
        let processConfiguration = try SeekConfiguration(environment: ProcessInfo.processInfo.environment)
        #expect(configuration.youTubeAPIKey == "k")
        #expect(configuration.cacheFolder == processConfiguration.cacheFolder)
        #expect(configuration.stateFolder == processConfiguration.stateFolder)
        #expect(configuration.cacheFolder == SeekConfiguration.defaultCacheFolder)
        #expect(configuration.stateFolder == SeekConfiguration.defaultStateFolder)
    }

    @Test("a client without folders has no cache and no saved searches")
    func switchedOff() {
        let seek = SeekClient(.withoutFolders)
        #expect(seek.cache == nil)
        #expect(seek.saved == nil)
    }
}

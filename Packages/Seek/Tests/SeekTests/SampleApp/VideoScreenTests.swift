import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

/// The sample app of `Documentation/SampleApp.md`, without its views.
@MainActor
@Suite("The sample app")
struct VideoScreenTests {
    private let context: SampleContext
    private let screen: VideoScreen

    init() throws {
        context = try SampleContext().storingResponses()
        screen = VideoScreen(context.client)
    }

    private func search(_ text: String, on screen: VideoScreen? = nil) async {
        let model = (screen ?? self.screen).model
        model.text = text
        await model.search().value
    }

    @Test("has the code that its article shows")
    func article() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let article = folder.appending(path: "../../../Documentation/SampleApp.md")
        let code = try String(contentsOf: folder.appending(path: "VideoScreen.swift"), encoding: .utf8)
        #expect(try String(contentsOf: article, encoding: .utf8).contains("```swift\n\(code)```"))
    }

    @Test("shows a placeholder, then the rows, and their age if they come from the cache")
    func search() async throws {
        #expect(screen.placeholder == "Search for videos")
        await search("swift")
        #expect(!screen.model.items.isEmpty)
        #expect(screen.placeholder == nil)
        #expect(screen.age == nil)
        let other = VideoScreen(context.client)
        await search("swift", on: other)
        #expect(other.model.items == screen.model.items)
        #expect(other.age?.hasPrefix("disk") == true)
    }

    @Test("loads the next page near the end of the rows")
    func loadMore() async {
        // Matches more videos than a page contains.
        await search("swift|in|the|for|with")
        let count = screen.model.items.count
        #expect(count == YouTubeSearchQuery.maximumPageSize)
        screen.model.rowAppeared(at: 0)
        #expect(!screen.model.isLoadingMore)
        screen.model.rowAppeared(at: count - 1)
        #expect(screen.model.isLoadingMore)
        await screen.model.loadMore().value
        #expect(screen.model.items.count > count)
    }

    @Test("shows a placeholder but no error if nothing was found")
    func nothingFound() async {
        await search("zzzzzzzz")
        #expect(screen.placeholder == "No videos found")
        #expect(screen.error == nil)
    }

    @Test("fetches thumbnails")
    func thumbnails() async throws {
        let url = try #require(URL(string: "https://i.ytimg.com/vi/v/default.jpg"))
        let image = HTTPResponse(headerFields: [.contentType: "image/jpeg"], body: Data([1, 2]))
        context.configuration.client.transport = StubTransport([
            stub(.get, url.absoluteString, returning: .response(image))
        ])
        let screen = VideoScreen(context.client)
        let video = YouTubeSearchItem(
            id: "v",
            channelID: "c",
            title: "t",
            thumbnails: ["default": YouTubeThumbnail(url: url)]
        )
        #expect(await screen.thumbnail(of: video) == Data([1, 2]))
    }

    @Test("shows errors with their title and advice")
    func failure() async throws {
        context.configuration.youTubeBaseURL = try #require(URL(string: "http://127.0.0.1:1"))
        let screen = VideoScreen(context.client)
        await search("swift", on: screen)
        #expect(screen.placeholder == "No connection")
        #expect(screen.error?.errorDescription == "The service cannot be reached.")
        #expect(screen.error?.recoverySuggestion == "Check the network connection, and try again.")
    }

    @Test("shows that the key is missing")
    func missingKey() async {
        context.configuration.youTubeAPIKey = nil
        let screen = VideoScreen(context.client)
        await search("swift", on: screen)
        #expect(screen.placeholder == "The search failed")
        #expect(screen.error == .missingCredential(.youTube))
    }
}

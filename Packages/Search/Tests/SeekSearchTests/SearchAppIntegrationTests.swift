// Of the library modules, only SeekModels and SeekSearch are imported. With `MemberImportVisibility`, this file does
// not compile if an app needs another module.
import SeekModels
import SeekSearch
import SeekTestHelpers
import Testing

@MainActor
@Suite("An app that imports only SeekModels and SeekSearch")
struct SearchAppIntegrationTests {
    /// A screen of an app, which receives results as a delegate.
    final class Screen: YouTubeDelegate {
        var titles: [String] = []
        var message: String?

        func youTube(
            _ youTube: YouTube,
            didSearch keyword: String,
            result: Result<SearchPage<YouTubeSearchItem>, SearchError>
        ) {
            switch result {
            case .success(let page): titles = page.items.map(\.title)
            case .failure(let error): message = "\(error.stage): \(error)"
            }
        }
    }

    func youTube(_ name: String, _ mode: ModelDecoder.Mode = .lenient) -> YouTube {
        var settings = configuration(returning: .json(file: "youtube/\(name)"))
        settings.decodingMode = mode
        return YouTube(client: YouTubeClient(apiKey: "k", configuration: settings))
    }

    @Test("receives the titles or the error of a search as a delegate")
    func app() async {
        let screen = Screen()
        await youTube("search").videoSearch(keyword: "swift", delegate: screen).value
        #expect(screen.titles.first == "Swift in 100 seconds & a little more")
        #expect(screen.message == nil)
        await youTube("search").videoSearch(keyword: " ", delegate: screen).value
        #expect(screen.message?.hasPrefix("query: ") == true)
    }

    @Test("receives thumbnails with and without width and height")
    func thumbnails() async throws {
        let thumbnails = try await youTube("search").videoSearch(keyword: "a").items.flatMap { $0.thumbnails.values }
        #expect(thumbnails.contains { $0.width != nil && $0.height != nil })
        #expect(thumbnails.contains { $0.width == nil && $0.height == nil })
    }

    @Test("an empty description is valid, unless strict decoding is set to reject it")
    func emptyDescription() async throws {
        for mode in [ModelDecoder.Mode.lenient, .strict] {
            let page = try await youTube("search_no_description", mode).videoSearch(keyword: "a")
            #expect(page.skipped.isEmpty)
            #expect(page.items.contains { $0.description.isEmpty })
        }
        let strict = youTube("search_no_description", .strict(rejectingEmptyDescriptions: true))
        await #expect { try await strict.videoSearch(keyword: "a") } throws: {
            ($0 as? SearchError)?.stage == .decoding && "\($0)".contains("description: is empty")
        }
    }

    @Test("a page without items is a success")
    func noItems() async throws {
        #expect(try await youTube("search_no_items").videoSearch(keyword: "a").items.isEmpty)
    }

    @Test("a page without items is an error of strict decoding, at the stage `result`")
    func noItemsInStrictDecoding() async {
        let error = await #expect(throws: SearchError.emptyResult(keyword: "a")) {
            try await youTube("search_no_items", .strict).videoSearch(keyword: "a")
        }
        #expect(error?.stage == .result)
    }
}

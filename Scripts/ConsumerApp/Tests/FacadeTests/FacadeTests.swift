import Foundation
import Seek
import Testing

/// A screen of videos. Of the library, the file imports only Seek: the façade needs neither HTTP types nor a transport.
@MainActor
private final class VideoScreen: YouTubeDelegate {
    var titles: [String] = []
    var message = ""

    func youTube(
        _ youTube: YouTube,
        didSearch keyword: String,
        result: Result<SearchPage<YouTubeSearchItem>, SearchError>
    ) {
        switch result {
        case .success(let page): titles = page.items.map(\.title)
        case .failure(let error): message = error.message
        }
    }
}

@Suite("Video search with the façade")
struct FacadeTests {
    private func youTube(apiKey: String = "demo-key") throws -> YouTube {
        let server = try #require(ProcessInfo.processInfo.environment["SEEK_YOUTUBE_URL"])
        return YouTube(apiKey: apiKey, baseURL: try #require(URL(string: server)))
    }

    @Test("a repeated search costs no quota")
    func cached() async throws {
        let youTube = try youTube()
        let keyword = "swift \(UUID())"
        let first = try await youTube.videoSearch(keyword: keyword)
        let second = try await youTube.videoSearch(keyword: keyword)
        #expect(first.quotaCost == 1)
        #expect(second.quotaCost == 0)
    }

    @Test("a delegate receives the videos")
    func delegate() async throws {
        let screen = await VideoScreen()
        await (try youTube()).videoSearch(keyword: "tokyo", delegate: screen).value
        #expect(await !screen.titles.isEmpty)
        #expect(await screen.message.isEmpty)
    }

    @Test("pages are an asynchronous sequence")
    func pages() async throws {
        var ids: Set<String> = []
        for try await page in try youTube().videoPages(keyword: "walk") {
            ids.formUnion(page.items.map(\.id))
            if ids.count > 50 { break }
        }
        #expect(!ids.isEmpty)
    }

    @Test("a rejected key is reported as such, and the error message does not contain the key")
    func rejectedKey() async throws {
        let youTube = try youTube(apiKey: "wrong-key")
        let error = try await #require(throws: SearchError.self) {
            try await youTube.videoSearch(keyword: "tokyo \(UUID())")
        }
        guard case .unauthorized(.youTube, _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!error.message.contains("wrong-key"))
    }
}

import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@MainActor
@Suite("`YouTube`, the façade for video searches")
struct YouTubeFacadeTests {
    func youTube(_ response: StubResponse) -> YouTube {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: response)])
        return YouTube(client: YouTubeClient(apiKey: "k", configuration: configuration(transport)))
    }

    @Test("calls the delegate once with the page of videos: id, channel, title, description, thumbnails")
    func success() async {
        let delegate = RecordingDelegate()
        await youTube(.json(file: "youtube/search")).videoSearch(keyword: "swift", delegate: delegate).value
        #expect(delegate.stages == [nil])
        let item = delegate.items.first
        #expect(item?.id == "Sw1ftSeek01")
        #expect(item?.channelID == "UCseekDemoChannel0000001")
        #expect(item?.title == "Swift in 100 seconds & a little more")
        #expect(item?.description.isEmpty == false)
        #expect(item?.thumbnails["default"]?.width == 120)
        #expect(delegate.items.contains { $0.thumbnails["default"]?.width == nil })
    }

    @Test(
        "a search succeeds, or fails with the stage of the error: transport, status, media type or decoding",
        arguments: [
            (.json(videos(["1"])), nil), (.status(500), .status), (.status(404), .status),
            (.text("<p>", contentType: "text/html"), .mediaType),
            (.response(HTTPResponse(status: 200, body: Data("{}".utf8))), .mediaType),
            (.text("{\"items\":", contentType: "Application/JSON; charset=utf-8"), .decoding),
            (.failure(.cannotConnect), .transport), (.failure(.hostNotFound), .transport),
        ] as [(StubResponse, SearchError.Stage?)]
    )
    func stages(response: StubResponse, stage: SearchError.Stage?) async {
        let delegate = RecordingDelegate()
        await youTube(response).videoSearch(keyword: "swift", delegate: delegate).value
        #expect(delegate.stages == [stage])
    }

    @Test("a single page whose items all fail to decode is a decoding failure, not an empty result")
    func unreadablePage() async {
        let delegate = RecordingDelegate()
        let page: JSONValue = ["items": [["id": ["kind": "youtube#video"]], ["id": nil]]]
        await youTube(.json(page)).videoSearch(keyword: "swift", delegate: delegate).value
        #expect(delegate.stages == [.decoding])
        #expect(delegate.errors.first?.description.contains("items[0].id.videoId: is missing") == true)
    }

    @Test("an invalid base URL fails at the stage `url`, and an empty keyword at the stage `query`; nothing is sent")
    func beforeSending() async throws {
        let transport = StubTransport()
        let url = try #require(URL(string: "file:///tmp"))
        let delegate = RecordingDelegate()
        await YouTube(client: YouTubeClient(apiKey: "k", baseURL: url, configuration: configuration(transport)))
            .videoSearch(keyword: "a", delegate: delegate).value
        await YouTube(client: YouTubeClient(apiKey: "k", configuration: configuration(transport)))
            .videoSearch(keyword: "  ", delegate: delegate).value
        #expect(delegate.stages == [.url, .query])
        #expect(delegate.errors.last?.message == "The keyword is empty; enter one.")
        #expect(transport.received.isEmpty)
    }

    @Test(
        "accepts only status 200...299 with application/json, in any letter case and with parameters",
        arguments: [
            (200, "application/json", true), (299, "APPLICATION/JSON;charset=UTF-8", true),
            (300, "application/json", false), (199, "application/json", false), (200, "application/jsonp", false),
            (200, "text/json", false),
        ]
    )
    func acceptance(status: Int, type: String, isAccepted: Bool) async {
        let response = HTTPResponse(
            status: .init(code: status),
            headerFields: [.contentType: type],
            body: videos(["1"]).data
        )
        let page = try? await youTube(.response(response)).videoSearch(keyword: "a")
        #expect((page != nil) == isAccepted)
    }

    @Test("searches as an async function and as a sequence of pages")
    func otherForms() async throws {
        let youTube = youTube(.json(videos(["1", "2"])))
        #expect(try await youTube.videoSearch(keyword: "a").items.map(\.id) == ["1", "2"])
        var ids: [String] = []
        for try await page in youTube.videoPages(keyword: "a") { ids += page.items.map(\.id) }
        #expect(ids == ["1", "2"])
    }

    @Test("references the delegate weakly")
    func weakDelegate() async {
        let youTube = youTube(.json(videos(["1"])))
        weak var released: RecordingDelegate?
        let search: Task<Void, Never>
        do {
            let delegate = RecordingDelegate()
            released = delegate
            search = youTube.videoSearch(keyword: "swift", delegate: delegate)
        }
        await search.value
        #expect(released == nil)
    }

    @Test("reports cancellation to the delegate once")
    func cancelled() async {
        let gate = Gate()
        let delegate = RecordingDelegate()
        let search = youTube(.held(at: gate, .json(videos(["1"])))).videoSearch(keyword: "a", delegate: delegate)
        await gate.waitForArrivals(1)
        search.cancel()
        // The response is still held back. If the gate were opened first, the response could arrive before the
        // cancellation.
        await search.value
        gate.open()
        #expect(delegate.stages == [.transport])
        #expect(delegate.errors.first?.isCancellation == true)
    }

    @Test(
        "items without a detail are results of lenient decoding, and rejected by strict decoding",
        arguments: ["no_title", "no_channel_id", "no_thumbnail", "thumbnail_invalid_url"]
    )
    func modes(name: String) async throws {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(file: "youtube/search_\(name)"))])
        var settings = configuration(transport)
        let page = try await YouTube(client: YouTubeClient(apiKey: "k", configuration: settings)).videoSearch(
            keyword: "a"
        )
        #expect(page.items.count == 3)
        #expect(page.skipped.isEmpty)
        settings.decodingMode = .strict
        let strict = YouTube(client: YouTubeClient(apiKey: "k", configuration: settings))
        await #expect { try await strict.videoSearch(keyword: "a") } throws: {
            ($0 as? SearchError)?.stage == .decoding
        }
    }
}

@MainActor
private final class RecordingDelegate: YouTubeDelegate {
    /// The stage of each result's error; nil for a success.
    var stages: [SearchError.Stage?] = []
    var items: [YouTubeSearchItem] = []
    var errors: [SearchError] = []

    func youTube(
        _ youTube: YouTube,
        didSearch keyword: String,
        result: Result<SearchPage<YouTubeSearchItem>, SearchError>
    ) {
        switch result {
        case .success(let page):
            stages.append(nil)
            items += page.items
        case .failure(let error):
            stages.append(error.stage)
            errors.append(error)
        }
    }
}

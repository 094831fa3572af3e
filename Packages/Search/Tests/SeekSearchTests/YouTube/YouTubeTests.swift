import FoundationEssentials
import SeekModels
import SeekNetworking
import SeekSearch
import Synchronization
import Testing

@Suite("YouTube")
struct YouTubeTests {
    func client(key: String? = "S3CRET", _ transport: FunctionTransport) -> YouTubeClient {
        YouTubeClient(apiKey: key, environment: SearchEnvironment(transport: transport))
    }

    @Test("A keyword travels whole, whatever it holds, and the key in its header field only", arguments: [
        "あああああ", "C++ & C#", "100%", "👩‍💻", "a|b -c",
    ])
    func keyword(text: String) async throws {
        let transport = FunctionTransport { _ in json(videos(["v1"])) }
        let page = try await client(transport).search(YouTubeSearchQuery(text))
        #expect(page.items.map(\.id) == ["v1"])
        #expect(page.quotaCost == 1)
        let request = try #require(transport.requests.first)
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
        #expect(items?.first { $0.name == "q" }?.value == text)
        #expect(request.url.path() == "/youtube/v3/search")
        #expect(!request.url.absoluteString.contains("S3CRET"))
        #expect(request.headerFields[HTTPField.Name(constant: "x-goog-api-key")] == "S3CRET")
    }

    @Test("What cannot be asked is refused before a call is paid", arguments: [
        YouTubeSearchQuery(""), YouTubeSearchQuery("  \n"), YouTubeSearchQuery("a\0b"),
        YouTubeSearchQuery(String(repeating: "x", count: 501)), YouTubeSearchQuery("a", pageSize: 0),
        YouTubeSearchQuery("a", pageSize: 51),
    ])
    func refusals(query: YouTubeSearchQuery) async {
        let transport = FunctionTransport { _ in json(videos([])) }
        await #expect { try await client(transport).search(query) } throws: { ($0 as? SearchError)?.stage == .query }
        #expect(transport.requests.isEmpty)
    }

    @Test("Without a key nothing is sent", arguments: [nil, ""] as [String?])
    func noKey(key: String?) async {
        let transport = FunctionTransport { _ in json(videos([])) }
        await #expect { try await client(key: key, transport).search("swift") } throws: {
            if case .unauthorized(.youTube, _) = $0 as? SearchError { true } else { false }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("Pages follow the tokens, through empty ones, and stop at one seen before")
    func pages() async throws {
        let transport = FunctionTransport { request in
            let url = request.url.absoluteString
            if url.contains("pageToken=b") { return json(videos(["3"], next: "a")) }
            if url.contains("pageToken=a") { return json(videos([], next: "b")) }
            return json(videos(["1", "2"], next: "a"))
        }
        var ids: [[String]] = []
        for try await page in client(transport).source().pages(for: "swift") { ids.append(page.items.map(\.id)) }
        #expect(ids == [["1", "2"], [], ["3"]])
    }

    @Test("R1: the façade tells its delegate once: a page, or what failed", arguments: [
        (200, "application/json", videos(["1"]), nil), (200, "application/json", videos([]), .result),
        (500, "application/json", "{}", .status), (200, "text/html", "<p>", .mediaType),
        (200, "application/json", "{\"items\":", .decoding), (0, "", "", .transport),
    ] as [(Int, String, String, SearchError.Stage?)])
    @MainActor
    func delegate(status: Int, type: String, body: String, stage: SearchError.Stage?) async {
        let transport = FunctionTransport { _ in
            status == 0
                ? nil
                : HTTPResponse(status: .init(code: status), headerFields: [.contentType: type], body: Data(body.utf8))
        }
        let delegate = RecordingDelegate()
        let youTube = YouTube(apiKey: "k", environment: SearchEnvironment(transport: transport))
        await youTube.videoSearch(keyword: "swift", delegate: delegate).value
        #expect(delegate.stages == [stage])
    }

    @Test("R1: a base URL that is none fails at the URL")
    func badURL() async throws {
        let url = try #require(URL(string: "file:///tmp"))
        let youTube = YouTube(
            apiKey: "k",
            baseURL: url,
            environment: SearchEnvironment(transport: FunctionTransport { _ in nil })
        )
        await #expect { try await youTube.videoSearch(keyword: "a") } throws: { ($0 as? SearchError)?.stage == .url }
    }

    @Test("R1: the delegate is held weakly")
    @MainActor
    func weakDelegate() async {
        let youTube = YouTube(
            apiKey: "k",
            environment: SearchEnvironment(transport: FunctionTransport { _ in json(videos(["1"])) })
        )
        weak var gone: RecordingDelegate?
        let search: Task<Void, Never>
        do {
            let delegate = RecordingDelegate()
            gone = delegate
            search = youTube.videoSearch(keyword: "swift", delegate: delegate)
        }
        await search.value
        #expect(gone == nil)
    }
}

@MainActor
private final class RecordingDelegate: YouTubeDelegate {
    var stages: [SearchError.Stage?] = []

    func youTube(
        _ youTube: YouTube,
        didSearch keyword: String,
        result: Result<SearchPage<YouTubeSearchItem>, SearchError>
    ) {
        switch result {
        case .success: stages.append(nil)
        case .failure(let error): stages.append(error.stage)
        }
    }
}

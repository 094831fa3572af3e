import FoundationEssentials
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("YouTube")
struct YouTubeTests {
    func client(key: String? = "S3CRET", _ transport: StubTransport = .current) -> YouTubeClient {
        YouTubeClient(apiKey: key, environment: environment(transport))
    }

    @Test(
        "A keyword travels whole, whatever it holds, and the key in its header field only",
        .stubbed(stub(.get, youTubeSearch, answer: .json(videos(["v1"])))),
        arguments: ["あああああ", "C++ & C#", "100%", "👩‍💻", "a|b -c"]
    )
    func keyword(text: String) async throws {
        let page = try await client().search(YouTubeSearchQuery(text))
        #expect(page.items.map(\.id) == ["v1"])
        #expect(page.quotaCost == 1)
        let request = try #require(StubTransport.current.received.first)
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
        #expect(items?.first { $0.name == "q" }?.value == text)
        #expect(request.url.path() == "/youtube/v3/search")
        #expect(!request.url.absoluteString.contains("S3CRET"))
        #expect(request.headerFields[HTTPField.Name(constant: "x-goog-api-key")] == "S3CRET")
    }

    @Test(
        "What cannot be asked is refused before a call is paid",
        .stubbed(),
        arguments: [
            YouTubeSearchQuery(""), YouTubeSearchQuery("  \n"), YouTubeSearchQuery("a\0b"),
            YouTubeSearchQuery(String(repeating: "x", count: 501)), YouTubeSearchQuery("a", pageSize: 0),
            YouTubeSearchQuery("a", pageSize: 51),
        ]
    )
    func refusals(query: YouTubeSearchQuery) async {
        await #expect { try await client().search(query) } throws: { ($0 as? SearchError)?.stage == .query }
    }

    @Test("Without a key nothing is sent", .stubbed(), arguments: [nil, ""] as [String?])
    func noKey(key: String?) async {
        await #expect { try await client(key: key).search("swift") } throws: {
            if case .unauthorized(.youTube, _) = $0 as? SearchError { true } else { false }
        }
    }

    @Test(
        "Pages follow the tokens, through empty ones, and stop at one seen before",
        .stubbed(
            stub(.get, youTubeSearch, answer: .json(videos(["1", "2"], next: "a"))),
            stub(.get, "\(youTubeSearch)?pageToken=a", answer: .json(videos([], next: "b"))),
            stub(.get, "\(youTubeSearch)?pageToken=b", answer: .json(videos(["3"], next: "a")))
        )
    )
    func pages() async throws {
        var ids: [[String]] = []
        for try await page in client().source().pages(for: "swift") { ids.append(page.items.map(\.id)) }
        #expect(ids == [["1", "2"], [], ["3"]])
    }

    @Test(
        "R1: the façade tells its delegate once: a page, or what failed",
        arguments: [
            (.json(videos(["1"])), nil), (.json(videos([])), .result), (.status(500), .status),
            (.text("<p>", contentType: "text/html"), .mediaType),
            (.text("{\"items\":", contentType: "Application/JSON; charset=utf-8"), .decoding),
            (.failure(.cannotConnect), .transport),
        ] as [(StubAnswer, SearchError.Stage?)]
    )
    @MainActor
    func delegate(answer: StubAnswer, stage: SearchError.Stage?) async {
        let transport = StubTransport([stub(.get, youTubeSearch, answer: answer)])
        let delegate = RecordingDelegate()
        let youTube = YouTube(apiKey: "k", environment: environment(transport))
        await youTube.videoSearch(keyword: "swift", delegate: delegate).value
        #expect(delegate.stages == [stage])
    }

    @Test("R1: a base URL that is none fails at the URL")
    func badURL() async throws {
        let url = try #require(URL(string: "file:///tmp"))
        let youTube = YouTube(
            apiKey: "k",
            baseURL: url,
            environment: SearchEnvironment(transport: StubTransport())
        )
        await #expect { try await youTube.videoSearch(keyword: "a") } throws: { ($0 as? SearchError)?.stage == .url }
    }

    @Test("R1: the delegate is held weakly")
    @MainActor
    func weakDelegate() async {
        let youTube = YouTube(
            apiKey: "k",
            environment: SearchEnvironment(
                transport: StubTransport([stub(.get, youTubeSearch, answer: .json(videos(["1"])))])
            )
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

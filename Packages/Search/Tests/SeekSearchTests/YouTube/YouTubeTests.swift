import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The YouTube client")
struct YouTubeTests {
    private func client(key: String? = "S3CRET") -> YouTubeClient {
        YouTubeClient(apiKey: key, configuration: configuration(.current))
    }

    @Test(
        "sends keywords with any characters unchanged, and the API key only in its header field",
        .stubbed(stub(.get, youTubeSearch, returning: .json(videos(["v1"])))),
        arguments: ["あああああ", "C++ & C#", "100%", "👩‍💻", "a|b -c", "שלום", "é", "?q=1#x"]
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
        #expect(request.headerFields["x-goog-api-key"] == "S3CRET")
    }

    @Test(
        "rejects invalid queries before a request is sent",
        .stubbed(),
        arguments: [
            YouTubeSearchQuery(""), YouTubeSearchQuery("  \n"), YouTubeSearchQuery("a\0b"),
            YouTubeSearchQuery(String(repeating: "x", count: 501)), YouTubeSearchQuery("a", pageSize: 0),
            YouTubeSearchQuery("a", pageSize: 51),
        ]
    )
    func invalidQueries(query: YouTubeSearchQuery) async {
        let error = await #expect(throws: SearchError.self) { try await client().search(query) }
        #expect(error?.stage == .query)
    }

    @Test("sends nothing without a key", .stubbed(), arguments: [nil, ""] as [String?])
    func noKey(key: String?) async {
        await #expect(throws: SearchError.missingCredential(.youTube)) { try await client(key: key).search("swift") }
    }

    @Test(
        "follows page tokens through empty pages, and stops at a repeated token",
        // The last stub that matches a request is used.
        .stubbed(
            stub(.get, youTubeSearch, returning: .json(videos(["1", "2"], next: "a"))),
            stub(.get, "\(youTubeSearch)?pageToken=a", returning: .json(videos([], next: "b"))),
            stub(.get, "\(youTubeSearch)?pageToken=b", returning: .json(videos(["3"], next: "a")))
        )
    )
    func pages() async throws {
        var ids: [[String]] = []
        for try await page in client().source().pages(for: "swift") { ids.append(page.items.map(\.id)) }
        #expect(ids == [["1", "2"], [], ["3"]])
    }
}

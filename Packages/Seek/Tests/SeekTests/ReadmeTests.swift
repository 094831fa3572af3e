import Foundation
import Seek
import SeekTestHelpers
import Testing

/// The samples of this package's README and of the repository's, as they stand there.
@Suite("The READMEs")
struct ReadmeTests {
    private let page = Data(
        """
        {"items": [{"id": {"videoId": "v"}, "snippet": {"channelId": "c", "title": "Swift concurrency", "thumbnails":
        {"default": {"url": "https://example.com/a.jpg"}}}}]}
        """.utf8
    )

    @Test("compose Seek from the environment")
    func umbrella() async throws {
        let body = page
        let server = try LoopbackServer { _ in
            .response(HTTPResponse(headerFields: [.contentType: "application/json"], body: body))
        }
        defer { server.stop() }
        let variables = ["YOUTUBE_API_KEY": "k", "SEEK_YOUTUBE_URL": server.baseURL.absoluteString]

        let seek = SeekClient(try SeekConfiguration(environment: variables))
        let page = try await seek.youTube.search("swift concurrency")
        print(page.items.map(\.title), page.provenance)  // network, or: disk, 12 s old

        #expect(page.items.map(\.title) == ["Swift concurrency"])
    }
}

import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The client")
struct SeekTests {
    @Test("searches both APIs over a socket, and sends the token to GitHub only")
    func search() async throws {
        let server = try LoopbackServer { request in
            let isYouTube = request.url.path().hasPrefix("/youtube/v3/search")
            let body =
                isYouTube
                ? #"{"items":[{"id":{"videoId":"v"},"snippet":{"channelId":"c","title":"東京 &amp; 夜景","thumbnails":{"default":{"url":"https://e.com/a.jpg"}}}}]}"#
                : #"{"total_count":1,"items":[{"id":1,"name":"r","html_url":"https://github.com/o/r"}]}"#
            return .response(HTTPResponse(headerFields: [.contentType: "application/json"], body: Data(body.utf8)))
        }
        defer { server.stop() }
        let url = server.baseURL.absoluteString
        let seek = SeekClient(
            try SeekConfiguration(environment: [
                "YOUTUBE_API_KEY": "k", "GITHUB_TOKEN": "t", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
            ])
        )
        #expect(try await seek.youTube.search("東京 夜景").items.map(\.title) == ["東京 & 夜景"])
        #expect(try await seek.gitHub.searchRepositories("r").items.map(\.name) == ["r"])
        #expect(server.received.map { $0.headerFields[.authorization] } == [nil, "Bearer t"])
        #expect(server.received.first?.url.query()?.contains("q=%E6%9D%B1%E4%BA%AC%20%E5%A4%9C%E6%99%AF") == true)
    }

    @Test("reads the environment, ignores empty variables, and reports the name but not the value of an invalid one")
    func environment() throws {
        let configuration = try SeekConfiguration(environment: [
            "GH_TOKEN": "a", "GITHUB_TOKEN": "b", "YOUTUBE_API_KEY": "",
        ])
        #expect(configuration.gitHubToken == "a")
        #expect(configuration.youTubeAPIKey == nil)
        #expect(configuration.youTubeBaseURL == YouTubeClient.defaultBaseURL)
        #expect { try SeekConfiguration(environment: ["SEEK_GITHUB_URL": "S3CRET"]) } throws: {
            "\($0)".contains("SEEK_GITHUB_URL") && !"\($0)".contains("S3CRET")
        }
    }

    @Test("does not print its key or token, nor does a configuration")
    func secrets() throws {
        let variables = ["YOUTUBE_API_KEY": "S3CRET", "GH_TOKEN": "S3CRET"]
        var configuration = try SeekConfiguration(environment: variables)
        let client = SeekClient(configuration)
        configuration.gitHubBaseURL = try #require(URL(string: "https://u:S3CRET@h.example/"))
        for value in [configuration, client] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("S3CRET"), "\(text)") }
        }
    }

    @Test("serves a repeated search from memory, or from disk to another client, at no cost")
    func diskCache() async throws {
        let server = try LoopbackServer { _ in .response(HTTPResponse(json: ["items": []])) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        var configuration = try SeekConfiguration(environment: [
            "YOUTUBE_API_KEY": "k", "SEEK_YOUTUBE_URL": server.baseURL.absoluteString,
            "SEEK_CACHE_DIR": folder.url.path(),
        ])
        // Long enough for a heavily loaded machine.
        configuration.client.timeout = .seconds(300)
        let (first, second) = (SeekClient(configuration), SeekClient(configuration))
        configuration.memoryLimit = 0
        let withoutMemory = SeekClient(configuration)
        var pages: [SearchPage<YouTubeSearchItem>] = []
        for client in [first, first, second, second, withoutMemory, withoutMemory] {
            pages.append(try await client.youTube.search("swift"))
        }
        #expect(pages.map(\.quotaCost) == [1, 0, 0, 0, 0, 0])
        #expect(pages.map(\.provenance.source) == [.network, .memory, .disk, .memory, .disk, .disk])
        #expect(server.received.count == 1)
        try await first.cache?.removeAll()
        #expect(try await first.youTube.search("swift").provenance.source == .network)
        for client in [first, second, withoutMemory] { await client.cache?.close() }
    }

    @Test("reports a cache folder that cannot be used, and searches without it")
    func unusableCache() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "file")
        let failures = Mutex<[String]>([])
        var configuration = try SeekConfiguration(environment: ["YOUTUBE_API_KEY": "k", "SEEK_CACHE_DIR": file.path()])
        configuration.client.onStoreFailure = { error in failures.withLock { $0.append("\(error)") } }
        let server = try LoopbackServer { _ in .response(HTTPResponse(json: ["items": []])) }
        defer { server.stop() }
        configuration.youTubeBaseURL = server.baseURL
        #expect(try await SeekClient(configuration).youTube.search("swift").items.isEmpty)
        #expect(!failures.withLock { $0 }.isEmpty)
    }
}

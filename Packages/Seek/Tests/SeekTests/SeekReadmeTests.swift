import Foundation
import Seek
import SeekBasics
import SeekCache
import SeekHTTPCache
import SeekNetworking
import SeekTestHelpers
import Testing

/// The samples of this package's README and of the repository's. Those of offline and saved searches are tested with
/// these features.
@Suite("Samples of the READMEs")
struct SeekReadmeTests {
    /// A server that returns a page with one video for every request. As a response of GitHub, it has no results.
    private func server() throws -> LoopbackServer {
        let video: JSONValue = [
            "id": ["videoId": "v"],
            "snippet": [
                "channelId": "c", "title": "Swift concurrency",
                "thumbnails": ["default": ["url": "https://example.com/a.jpg"]],
            ],
        ]
        return try LoopbackServer { _ in .response(HTTPResponse(json: ["items": [video]])) }
    }

    @Test("compose Seek from the environment")
    func environment() async throws {
        let server = try server()
        defer { server.stop() }
        let variables = ["YOUTUBE_API_KEY": "k", "SEEK_YOUTUBE_URL": server.baseURL.absoluteString]

        let seek = SeekClient(try SeekConfiguration(environment: variables))
        let page = try await seek.youTube.search("swift concurrency")
        print(page.items.map(\.title), page.provenance)  // network, or: disk, 12 s old

        #expect(page.items.map(\.title) == ["Swift concurrency"])
    }

    @Test("show a federated search on a screen")
    @MainActor
    func screen() async throws {
        let context = try SampleContext().storingResponses()
        let seek = context.client

        let model = SearchModel(source: seek.federation())  // or seek.youTube.source(), and others
        model.text = "swift"
        await model.search().value  // rows appear as the sources respond
        print(model.items.map(\.title), model.sources.compactMap(\.problem))
        await model.refresh()  // bypasses the cache, for `refreshable` in SwiftUI

        #expect(model.items.count == 25)
        #expect(model.phase == .results)
        #expect(context.server.received.count == 4)
    }

    @Test("send a call with different options")
    func callOptions() async throws {
        let server = try server()
        defer { server.stop() }
        let url = server.baseURL.absoluteString
        let seek = SeekClient(
            try SeekConfiguration(environment: [
                "YOUTUBE_API_KEY": "k", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
            ])
        )

        let fresh = seek.with { $0.cacheMode = .reload }  // contacts the servers, and stores their responses
        let result = await fresh.search("swift concurrency")
        let page = try await seek.gitHub.with { $0.timeout = .seconds(5) }.searchRepositories("swift")

        #expect(result.hits.count == 1)
        #expect(page.items.isEmpty)
    }

    @Test("send a header field with every request to GitHub, retries included, and not to YouTube")
    func headerField() async throws {
        let transport = StubTransport(strictness: .lenient)
        transport.stub(.get, "https://api.github.com/{+path}", returning: .status(503))
        transport.stub(.get, "https://www.googleapis.com/{+path}", returning: .json(["items": []]))
        var configuration = SeekConfiguration(youTubeAPIKey: "k")
        configuration.client.transport = transport
        configuration.client.clock = ImmediateClock()
        configuration.client.retryPolicy = RetryPolicy(maximumRetryAfter: .seconds(5))
        configuration.cacheFolder = nil
        var seek = SeekClient(configuration)

        seek.gitHub = seek.gitHub.with { $0.headerFields["X-App-Version"] = "1.2" }  // on all pages and retries
        _ = await seek.search("swift")

        let versions = transport.received.map { request in
            (isGitHub: request.url.host() == "api.github.com", version: request.headerFields["X-App-Version"])
        }
        #expect(versions.count { $0.isGitHub } > 1, "\(versions)")
        #expect(versions.allSatisfy { $0.version == ($0.isGitHub ? "1.2" : nil) }, "\(versions)")
    }

    @Test("configure the client of an app")
    func app() async throws {
        // Only compiled: the client would use the user's own folders.
        func makeClient(key: String) -> SeekClient {
            var configuration = SeekConfiguration(youTubeAPIKey: key)
            configuration.cacheLimits.maxSize = 64 << 20  // bytes
            configuration.client.searchTimeToLive = .seconds(3_600)
            let seek = SeekClient(configuration)
            return seek
        }

        #expect(SeekConfiguration(youTubeAPIKey: "k").youTubeAPIKey == "k")
    }

    @Test("search for videos in an app")
    func façade() async throws {
        let server = try server()
        defer { server.stop() }
        let screen = Screen()
        // Not called, because the façade would use the user's own folders.
        func search(key: String) async throws {
            let youTube = YouTube(apiKey: key)
            let page = try await youTube.videoSearch(keyword: "swift")  // empty if nothing was found
            youTube.videoSearch(keyword: "swift", delegate: screen)  // or with a delegate, called once
            _ = page
        }
        let youTube = YouTube(apiKey: "k", baseURL: server.baseURL, cacheFolder: nil, stateFolder: nil)

        let page = try await youTube.videoSearch(keyword: "swift")
        let search = youTube.videoSearch(keyword: "swift", delegate: screen)

        await search.value
        #expect(await screen.titles == page.items.map(\.title))
    }

    @MainActor
    private final class Screen: YouTubeDelegate {
        var titles: [String] = []

        func youTube(
            _ youTube: YouTube,
            didSearch keyword: String,
            result: Result<SearchPage<YouTubeSearchItem>, SearchError>
        ) {
            titles = (try? result.get().items.map(\.title)) ?? []
        }
    }

    @Test("store responses on disk without a SeekClient")
    func customResponseStore() async throws {
        let temporary = try TemporaryFolder()
        defer { temporary.remove() }
        let folder = temporary.url
        let url = try #require(URL(string: "https://api.example.com"))
        let fields: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=60"]
        let transport = StubTransport([
            stub(
                .any,
                "/{+path}",
                times: 1,
                returning: .response(HTTPResponse(headerFields: fields, body: Data("1".utf8)))
            )
        ])

        // Only compiled: the client would send requests over the network.
        func makeClient() throws -> APIClient {
            let disk = try DiskStore(folder: folder, limits: CacheLimits(maxSize: 50_000_000))
            let client = APIClient(baseURL: url, transport: DefaultTransport.make()) {
                $0.middleware =
                    MiddlewareStack { $0.cache = HTTPCacheMiddleware(store: disk, partition: "") }.middleware
            }
            return client
        }
        let disk = try DiskStore(folder: folder, limits: CacheLimits(maxSize: 50_000_000))
        let endpoint = Endpoint(of: Int.self, at: .path("n"))
        for source in [Provenance.Source.network, .disk] {
            // Another client, as after a restart of the app.
            let client = APIClient(baseURL: url, transport: transport) {
                $0.middleware = [HTTPCacheMiddleware(store: disk, partition: "")]
            }
            #expect(try await client.send(endpoint).provenance.source == source)
        }
        await disk.close()
    }

    @Test("search a sample client in which GitHub fails")
    func samples() async {
        let seek = SeekClient.sample(.delayed(.milliseconds(1))) {
            $0.url.host() == "api.github.com" ? .status(503) : nil
        }
        let result = await seek.search("swift concurrency")  // videos, and the failure of GitHub

        #expect(!result.hits.isEmpty)
        #expect(result.failures.count == 1)
    }

    @Test("search both APIs in a few lines")
    func library() async throws {
        let server = try server()
        defer { server.stop() }
        let url = server.baseURL.absoluteString
        let variables = ["YOUTUBE_API_KEY": "k", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url]

        let seek = SeekClient(try SeekConfiguration(environment: variables))
        for try await page in seek.youTube.source().pages(for: "swift concurrency") {
            for video in page.items { print(video.title, video.webURL as Any) }
            print(page.provenance, page.quotaCost)  // “network 1”; from the cache: “disk, 12 s old 0”
            break  // the next page would cost another call
        }
        let repositories = try await seek.gitHub.searchRepositories("tetris language:swift")
        print(repositories.items.map(\.fullName), repositories.totalCount as Any)

        #expect(server.received.map(\.url.path) == ["/youtube/v3/search", "/search/repositories"])
    }

    @Test("send searches through a proxy")
    func proxy() async throws {
        let proxy = try LoopbackServer { _ in
            .response(HTTPResponse(json: ["total_count": 0, "incomplete_results": false, "items": []]))
        }
        defer { proxy.stop() }
        let proxyPort = Int(proxy.port)
        let (currentKey, backupKey) = (pin(1), pin(2))
        var configuration = SeekConfiguration()
        (configuration.cacheFolder, configuration.stateFolder) = (nil, nil)
        configuration.gitHubBaseURL = try #require(URL(string: "http://github.example"))

        configuration.client.transport = DefaultTransport.make {
            $0.proxy = .server("127.0.0.1", port: proxyPort)
            $0.pinnedPublicKeys["api.github.com"] = [currentKey, backupKey]
        }

        _ = try await SeekClient(configuration).gitHub.searchRepositories("swift")
        #expect(proxy.received.map { $0.url.host() } == ["github.example"])
    }

    /// Returns an invented pin of a key: `sha256//`, then 32 equal bytes in Base64 in place of the digest.
    private func pin(_ byte: UInt8) -> String { "sha256//" + Data(repeating: byte, count: 32).base64EncodedString() }
}

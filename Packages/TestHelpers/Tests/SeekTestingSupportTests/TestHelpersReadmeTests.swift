import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

#if os(Linux)
import SeekCurlTransport
#endif

struct LinesLoader: Loader {
    var name: String
    func convert(_ bytes: Data) -> [Substring] { String(decoding: bytes, as: UTF8.self).split(separator: "\n") }
}

/// Tests that the README contains as samples have the titles that they have there.
@Suite("Samples of the README")
struct TestHelpersReadmeTests {
    struct Page: Decodable {
        var items: [JSONValue]
    }

    let base: URL
    let endpoint = Endpoint(at: .path("api/some")) { try JSONDecoder().decode(Page.self, from: $0.body) }

    init() throws {
        base = try #require(URL(string: "https://example.com"))
    }

    @Test("load and a stub return the same fixture")
    func example() async throws {
        let page: Page = try load("youtube/search")  // Fixtures/youtube/search.json
        let first = try load(.json("youtube/search"))["items"][0]  // any JSON
        let transport = StubTransport([
            stub(.get, "https://example.com/api/some", returning: .json(file: "youtube/search"))
        ])
        let client = APIClient(baseURL: base, transport: transport)

        #expect(page.items.first == first)
        #expect(try await client.send(endpoint).value.items == page.items)
    }

    @Test("shows what was found", .stubbed(stub(.get, "https://example.com/api/some", returning: .json(["items": []]))))
    func shows() async throws {
        let client = APIClient(baseURL: base, transport: StubTransport.current)
        let response = try await client.send(endpoint)
        #expect(response.value.items.isEmpty)
    }

    @Test("a stubbed page of GitHub has a link to the next one")
    func pages() async throws {
        var page = HTTPResponse(json: ["items": [1]])
        page.headerFields[.link] = "<https://example.com/api/some?page=2>; rel=\"next\""
        let transport = StubTransport([stub(.get, "/api/some", returning: .response(page))])

        let client = APIClient(baseURL: base, transport: transport)
        let link = try await client.send(endpoint).response.nextLink
        #expect(link?.absoluteString == "https://example.com/api/some?page=2")
    }

    #if os(Linux)
    @Test("replays what was recorded", .recorded("example", live: { CurlTransport() }))
    func replays() async throws {
        let client = APIClient(baseURL: base, transport: try #require(RecordingTransport.current))
        #expect(try await client.send(endpoint).value.items == [1])
    }
    #endif

    @Test("a LoopbackServer listens on a port")
    func server() throws {
        let server = try LoopbackServer { request in
            request.url.path == "/broken"
                ? .fault(.resetAfterHeaders) : .response(HTTPResponse(body: Data("hello".utf8)))
        }
        defer { server.stop() }
        #expect(server.port > 0)
    }

    @Test("a custom loader converts bytes to a value")
    func loader() throws {
        let folder = try TemporaryFolder()
        try folder.write("a\nb", to: "words.txt")
        #expect(try load(LinesLoader(name: "words"), from: Fixtures(root: folder.url)) == ["a", "b"])
    }

    /// A minimal search screen.
    final class Screen: Sendable {
        private struct State {
            var isSearching = false
            var rows: [JSONValue] = []
        }

        private let state = Mutex(State())
        private let transport: any HTTPTransport
        var isSearching: Bool { state.withLock { $0.isSearching } }
        var rows: [JSONValue] { state.withLock { $0.rows } }

        init(transport: any HTTPTransport) { self.transport = transport }

        func search(_ user: String) {
            state.withLock { $0.isSearching = true }
            Task {
                let url = try #require(URL(string: "https://api.github.com/users/\(user)/repos"))
                let response = try await transport.send(
                    HTTPRequest(url: url),
                    deadline: .now + .seconds(60),
                    maximumBodySize: 1 << 20
                )
                let rows = try JSONDecoder().decode([JSONValue].self, from: response.body)
                state.withLock { $0 = State(rows: rows) }
            }
        }
    }

    @Test("shows the repositories of the user", .stubbed())
    func repositories() async throws {
        let gate = Gate()
        let url = "https://api.github.com/users/{user}/repos"
        StubTransport.current.stub(.get, url, returning: .held(at: gate, .json(file: "github/user_repos")))
        let screen = Screen(transport: StubTransport.current)
        screen.search("octocat")
        await gate.waitForArrivals()
        #expect(screen.isSearching)
        gate.open()
        await eventually("the rows appear") { screen.rows.count > 0 && !screen.isSearching }
        #expect(StubTransport.current.received(RequestMatcher(.get, url)).map { $0.values["user"] } == ["octocat"])
    }

    #if os(Linux)
    @Test(
        "the same file over a real socket",
        .stubbed(stub(.get, "/api/some", returning: .json(file: "youtube/search")))
    )
    func overTheWire() async throws {
        let server = try LoopbackServer(returning: .current)
        let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
        #expect(try await client.send(endpoint).value.items == load(.json("youtube/search"))["items"].array)
    }
    #endif
}

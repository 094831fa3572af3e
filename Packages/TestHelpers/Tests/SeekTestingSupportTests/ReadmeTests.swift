import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The README's samples, as they stand there.
@Suite("The README")
struct ReadmeTests {
    struct Page: Decodable {
        var items: [JSONValue]
    }

    struct LinesLoader: Loader {
        var name: String
        var fileExtension: String { "txt" }
        func convert(_ bytes: Data) -> [Substring] { String(decoding: bytes, as: UTF8.self).split(separator: "\n") }
    }

    let base: URL
    let endpoint = Endpoint(at: .path("api/some")) { try JSONDecoder().decode(Page.self, from: $0.body) }

    init() throws {
        base = try #require(URL(string: "https://example.com"))
    }

    @Test("loads, and answers from the same file")
    func example() async throws {
        let page: Page = try load("youtube/search")  // Fixtures/youtube/search.json
        let first = try load(.json("youtube/search"))["items"][0]  // any JSON
        let transport = StubTransport([
            stub(.get, "https://example.com/api/some", answer: .json(file: "youtube/search"))
        ])
        let client = APIClient(baseURL: base, transport: transport)

        #expect(page.items.first == first)
        #expect(try await client.send(endpoint).value.items == page.items)
    }

    @Test("shows what was found", .stubbed(stub(.get, "https://example.com/api/some", answer: .json(["items": []]))))
    func shows() async throws {
        let client = APIClient(baseURL: base, transport: StubTransport.current)
        let answer = try await client.send(endpoint)
        #expect(answer.value.items.isEmpty)
    }

    @Test("has a server that is real")
    func server() throws {
        let server = try LoopbackServer { request in
            request.url.path == "/broken"
                ? .fault(.resetAfterHeaders) : .response(HTTPResponse(body: Data("hello".utf8)))
        }
        defer { server.stop() }
        #expect(server.port > 0)
    }

    @Test("has a loader of one's own")
    func loader() throws {
        #expect(LinesLoader(name: "words").convert(Data("a\nb".utf8)) == ["a", "b"])
    }
}

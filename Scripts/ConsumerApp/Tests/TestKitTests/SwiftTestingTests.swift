import Foundation
import Seek
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The test kit with Swift Testing")
struct SwiftTestingTests {
    struct Page: Decodable {
        var items: [JSONValue]
    }

    let base: URL
    let endpoint = Endpoint(at: .path("api/some")) { try JSONDecoder().decode(Page.self, from: $0.body) }

    init() throws {
        base = try #require(URL(string: "https://example.com"))
    }

    @Test("a stubbed test", .stubbed(stub(.get, "https://example.com/api/some", returning: .json(["items": []]))))
    func stubbed() async throws {
        let client = APIClient(baseURL: base, transport: StubTransport.current)
        #expect(try await client.send(endpoint).value.items.isEmpty)
    }

    @Test("a recorded test", .recorded("example", live: { CurlTransport() }))
    func recorded() async throws {
        let client = APIClient(baseURL: base, transport: try #require(RecordingTransport.current))
        #expect(try await client.send(endpoint).value.items == [1])
    }

    @Test("a server test", .stubbed(stub(.get, "/api/some", returning: .json(file: "youtube/search"))))
    func server() async throws {
        let server = try LoopbackServer(returning: .current)
        let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
        #expect(try await client.send(endpoint).value.items == load(.json("youtube/search"))["items"].array)
    }

    struct Note: Decodable, Equatable {
        var isArchived: Bool
    }

    @Test("a file with names in snake case")
    func decoder() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"[{"is_archived": true}]"#, to: "notes.json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let notes: [Note] = try load("notes", decoder: decoder, from: Fixtures(root: folder.url))
        #expect(notes == [Note(isArchived: true)])
    }

    @Test("stubs and overrides that time out", .stubbed(stub(.get, "/api/some", returning: .timedOut)))
    func timedOut() async throws {
        let stubbed = APIClient(baseURL: base, transport: StubTransport.current)
        let overridden = APIClient.sample(baseURL: base) { $0.overrideResponse = { _ in .timedOut } }
        for client in [stubbed, overridden] {
            let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
            guard case .timedOut? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("a stub records the user whose repositories are requested")
    @MainActor
    func repositories() async {
        let client = StubRepositoryClient(["swift-nio", "swift"])
        let list = GitHubRepositoryListModel(client: client)
        await list.load(user: "octocat")
        #expect(client.users == ["octocat"])
        #expect(list.repositories.map(\.name) == ["swift-nio", "swift"])
    }
}

import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("An API client of the app")
struct NotesClientTests {
    struct Note: Codable, Hashable {
        var id: Int
        var text: String
        var isArchived: Bool

        enum CodingKeys: String, CodingKey {
            case id, text
            case isArchived = "archived"
        }
    }

    /// The body of an error response.
    struct Problem: Error, Decodable, Hashable {
        var message: String
    }

    private func client() throws -> APIClient {
        let url = try #require(URL(string: "https://notes.example/v1/"))
        return APIClient(baseURL: url, transport: StubTransport.current) { $0.errorBody = Problem.self }
    }

    @Test(
        "coding keys are used as they are, path segments are encoded, and query parameters need not be strings",
        .stubbed(
            stub(
                .get,
                "https://notes.example/v1/users/a%2Fb/notes?limit=30&archived=false",
                returning: .json([["id": 1, "text": "Hello", "archived": true]])
            )
        )
    )
    func list() async throws {
        let (user, tag) = ("a/b", String?.none)
        let endpoint = Endpoint(
            of: [Note].self,
            at: .path("users/\(user)/notes", ["limit": 30, "archived": false, "tag": tag])
        )
        #expect(try await client().send(endpoint).value == [Note(id: 1, text: "Hello", isArchived: true)])
    }

    @Test(
        "a path parameter can contain several segments",
        .stubbed(stub(.delete, "/v1/files/a/b%20c", returning: .status(204)))
    )
    func subpath() async throws {
        let path = "a/b c"
        try await client().send(Endpoint(.delete, at: .path("files/\(subpath: path)")))
        #expect(StubTransport.current.received.count == 1)
    }

    @Test(
        "the error body of the API is decoded",
        .stubbed(stub(.get, "/v1/notes", returning: .json(["message": "The plan has ended."], status: 402)))
    )
    func problem() async throws {
        let error = try await #require(throws: NetworkError.self) {
            try await client().send(Endpoint(of: [Note].self, at: .path("notes")))
        }
        #expect(error.underlyingError as? Problem == Problem(message: "The plan has ended."))
    }

    @Test("a decoding error contains its coding path", .stubbed(stub(.get, "/v1/notes", returning: .json([["id": 1]]))))
    func undecodable() async throws {
        let error = try await #require(throws: NetworkError.self) {
            try await client().send(Endpoint(of: [Note].self, at: .path("notes")))
        }
        guard case .keyNotFound(let key, let context)? = error.underlyingError as? DecodingError else {
            Issue.record("\(error)")
            return
        }
        #expect(key.stringValue == "text")
        #expect(context.codingPath.map(\.intValue) == [0])
    }

    @Test("a request can be sent without an endpoint", .stubbed(stub(.head, "/v1/files/a", returning: .status(404))))
    func request() async throws {
        let url = try #require(URL(string: "https://notes.example/v1/files/a"))
        let response = try await client().send(HTTPRequest(method: .head, url: url))
        #expect(response.status == 404)
    }

    @Test("a sample replaces a server that does not exist yet")
    func sample() async throws {
        let body = #"[{"id": 1, "text": "Hello", "archived": false}]"#
        let endpoint = Endpoint(of: [Note].self, at: .path("notes"), sample: .json(body))
        let client = APIClient.sample(baseURL: try #require(URL(string: "https://notes.example/v1")))
        #expect(try await client.send(endpoint).value.map(\.text) == ["Hello"])
    }
}

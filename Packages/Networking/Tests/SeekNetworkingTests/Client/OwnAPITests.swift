import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// The samples of the article "Describing an API".
@Suite("Article samples of an app's own API")
struct OwnAPITests {
    struct Note: Codable {
        var id: Int
        var noteTitle: String
        var editedAt: Date
    }

    struct Problem: Decodable, LocalizedError {
        var message: String
        var errorDescription: String? { message }
    }

    @Test("send requests and decode the body of an error")
    func notes() async throws {
        let url = url("https://notes.example.com/v1")
        let json = #"{"id": 7, "note_title": "a", "edited_at": "2026-11-22T00:00:00Z"}"#
        let transport = scripted(
            .json("[\(json)]"),
            .json(json, status: 201),
            HTTPResponse(status: 204),
            HTTPResponse(status: 404),
            .json(#"{"message": "unknown note"}"#, status: 404)
        )
        let (user, id, path, tag) = ("octocat", 7, "2026/a.png", String?.none)
        var printed: [String] = []
        func print(_ values: Any...) { printed.append(contentsOf: values.map { "\($0)" }) }
        let draft = Note(id: 0, noteTitle: "a", editedAt: Date(timeIntervalSince1970: 0))

        let client = APIClient(baseURL: url, transport: transport) {
            $0.middleware = MiddlewareStack().middleware  // redirects, retries and others; empty by default
            $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
            $0.decoder.dateDecodingStrategy = .iso8601
            $0.encoder.keyEncodingStrategy = .convertToSnakeCase
            $0.encoder.dateEncodingStrategy = .iso8601
            $0.errorBody = Problem.self
        }
        let list = Endpoint(
            of: [Note].self,
            at: .path("users/\(user)/notes", ["limit": 30, "archived": false, "tag": tag])
        )
        let notes = try await client.send(list).value
        let new = try await client.send(Endpoint(of: Note.self, .post, at: .path("notes"), body: .json(draft)))
        try await client.send(Endpoint(.delete, at: .path("notes/\(id)")))
        let file = try await client.send(HTTPRequest(method: .head, url: url.appending(path: "files/\(path)")))
        print(notes.count, new.url ?? url, file.status)

        do throws(NetworkError) {
            try await client.send(Endpoint(.delete, at: .path("files/\(subpath: path)")))
        } catch {
            switch error.underlyingError {
            case let problem as Problem: print(problem.message)
            case let error as DecodingError: print(error)
            default: print(error)
            }
        }

        #expect(printed.last == "unknown note")
        #expect(
            transport.received.map { $0.url.absoluteString.dropFirst(url.absoluteString.count) } == [
                "/users/octocat/notes?limit=30&archived=false", "/notes", "/notes/7", "/files/2026/a.png",
                "/files/2026/a.png",
            ]
        )
        #expect(notes.first?.noteTitle == "a")
        #expect(file.status == 404)
    }
}

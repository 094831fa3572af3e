import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("JSON coding")
struct CodingTests {
    /// A value with explicit keys, as many models have.
    struct Repository: Codable, Equatable {
        var fullName: String
        var createdAt: Date?
        enum CodingKeys: String, CodingKey {
            case fullName = "full_name"
            case createdAt = "created_at"
        }
    }

    /// A value without explicit keys.
    struct Note: Codable, Equatable {
        var noteTitle: String
        var editedAt: Date
    }

    /// The body of an error response.
    struct Problem: Decodable, Error, Equatable {
        var errorMessage: String
    }

    private let note = Note(noteTitle: "a", editedAt: Date(timeIntervalSince1970: 0))
    private let noteJSON = #"{"edited_at":"1970-01-01T00:00:00Z","note_title":"a"}"#

    private func client(
        _ responses: HTTPResponse...,
        configure: (inout APIClient.Configuration) -> Void = { _ in }
    ) -> (APIClient, StubTransport) {
        let transport = scripted(responses)
        return (APIClient(baseURL: url("https://e.com"), transport: transport, configure: configure), transport)
    }

    @Test("explicit coding keys work by default, in both directions")
    func explicitKeys() async throws {
        let json = #"{"created_at":0,"full_name":"a"}"#
        let (client, transport) = client(.json(json)) { $0.encoder.outputFormatting = .sortedKeys }
        let value = Repository(fullName: "a", createdAt: Date(timeIntervalSinceReferenceDate: 0))
        let endpoint = Endpoint(of: Repository.self, .post, at: .path("x"), body: .json(value))
        #expect(try await client.send(endpoint).value == value)
        #expect(transport.received.first?.body == Data(json.utf8))
    }

    @Test("key and date strategies of a client apply to its responses and bodies")
    func clientCoders() async throws {
        let (client, transport) = client(.json(noteJSON)) {
            $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
            $0.decoder.dateDecodingStrategy = .iso8601
            $0.encoder.keyEncodingStrategy = .convertToSnakeCase
            $0.encoder.dateEncodingStrategy = .iso8601
            $0.encoder.outputFormatting = .sortedKeys
        }
        let endpoint = Endpoint(of: Note.self, .post, at: .path("x"), body: .json(note))
        #expect(try await client.send(endpoint).value == note)
        #expect(transport.received.first?.body == Data(noteJSON.utf8))
    }

    @Test("coders of an endpoint replace those of the client")
    func endpointCoders() async throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        let (client, transport) = client(.json(noteJSON), .json(noteJSON))
        let body = EndpointBody.json(note, encoder: encoder)
        let endpoint = Endpoint(of: Note.self, .post, at: .path("x"), body: body, decoder: decoder)
        #expect(try await client.send(endpoint).value == note)
        #expect(transport.received.first?.body == Data(noteJSON.utf8))
        await #expect(throws: NetworkError.self) { try await client.send(Endpoint(of: Note.self, at: .path("x"))) }
    }

    @Test("a request whose body cannot be encoded fails with the encoding error, and nothing is sent")
    func unencodable() async throws {
        let (client, transport) = client(.json("1"))
        let endpoint = Endpoint(of: Int.self, .post, at: .path("x"), body: .json(["a": Double.infinity]))
        let error = try #require(await #expect(throws: NetworkError.self) { try await client.send(endpoint) })
        #expect(error.description.hasPrefix("invalid request: the body cannot be encoded as JSON"))
        #expect(error.underlyingError is EncodingError)
        #expect(error.context.attempts == 0)
        #expect(transport.received.isEmpty)
    }

    @Test("the body of an error response is decoded by the client's decoder")
    func errorBody() async throws {
        // Larger than the part of a body that an error retains.
        let padding = String(repeating: " ", count: ResponseExcerpt.maximumBodySize)
        let response = HTTPResponse.json(padding + #"{"error_message": "unknown user"}"#, status: 404)
        let (client, _) = client(response) {
            $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
            $0.errorBody = Problem.self
        }
        let endpoint = Endpoint<Void>(at: .path("users/1"))
        let error = try #require(await #expect(throws: NetworkError.self) { try await client.send(endpoint) })
        #expect(error.underlyingError as? Problem == Problem(errorMessage: "unknown user"))
        #expect(error.stage == .status)
    }

    @Test("the error body type of an endpoint replaces that of the client")
    func errorBodyOfEndpoint() async throws {
        struct EndpointProblem: Decodable, Error {
            var code: Int
        }
        let (client, _) = client(.json(#"{"code": 7}"#, status: 400)) { $0.errorBody = Problem.self }
        var endpoint = Endpoint<Void>(at: .path("x"))
        endpoint.errorBody = EndpointProblem.self
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
        #expect((error?.underlyingError as? EndpointProblem)?.code == 7)
    }

    @Test("an error body that cannot be decoded adds a decoding error to the status error")
    func malformedErrorBody() async throws {
        let (client, _) = client(HTTPResponse(status: 502, body: Data("<html>".utf8))) { $0.errorBody = Problem.self }
        let error = await #expect(throws: NetworkError.self) { try await client.send(Endpoint(at: .path("x"))) }
        #expect(error?.underlyingError is DecodingError)
        #expect(error?.description.hasPrefix("status 502") == true)
    }

    @Test("error bodies are not decoded if the client has no type for them")
    func noErrorBody() async throws {
        let (client, _) = client(.json("{}", status: 400))
        let error = await #expect(throws: NetworkError.self) { try await client.send(Endpoint(at: .path("x"))) }
        #expect(error?.underlyingError == nil)
    }
}

@Suite("Request bodies")
struct EndpointBodyTests {
    private func sentRequest(_ body: EndpointBody?, _ fields: HTTPFields = [:]) async throws -> HTTPRequest {
        let transport = scripted(json("1"))
        let endpoint = Endpoint(of: Int.self, .post, at: .path("x"), headerFields: fields, body: body)
        try await APIClient(baseURL: url("https://a.example"), transport: transport).send(endpoint)
        return try #require(transport.received.first)
    }

    @Test("are JSON, forms or bytes, and set Content-Type unless the endpoint sets it")
    func kinds() async throws {
        let json = try await sentRequest(.json(["a": 1]))
        #expect(json.body == Data(#"{"a":1}"#.utf8))
        #expect(json.headerFields[.contentType] == "application/json")
        let form = try await sentRequest(.form(["q": "C++ & C#", "none": nil, "e": "東"]))
        #expect(form.body == Data("q=C%2B%2B%20%26%20C%23&e=%E6%9D%B1".utf8))
        #expect(form.headerFields[.contentType] == "application/x-www-form-urlencoded")
        let bytes = try await sentRequest(
            EndpointBody(Data([0, 1]), contentType: "image/png"),
            [.contentType: "image/webp"]
        )
        #expect(bytes.body == Data([0, 1]))
        #expect(bytes.headerFields[.contentType] == "image/webp")
        #expect(try await sentRequest(nil).headerFields[.contentType] == nil)
    }
}

import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Underlying errors")
struct UnderlyingErrorTests {
    /// An error of an app's own middleware.
    struct LoginRequired: Error, CustomStringConvertible {
        var page = "https://example.com/login?token=S3CRET"
        var description: String { "log in again\nat \(page)" }
    }

    /// Fails each request with the given error.
    struct Failing: HTTPMiddleware {
        let error: any Error

        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            do { throw error } catch { throw .other(error, .init(request: request, attempts: 0)) }
        }
    }

    struct Page: Decodable {
        struct Item: Decodable {
            var id: Int
        }

        var items: [Item]
    }

    private func error(_ response: HTTPResponse = .json("{}"), middleware: [any HTTPMiddleware] = []) async throws
        -> NetworkError
    {
        let client = APIClient(baseURL: url("https://api.example.com"), transport: scripted(response)) {
            $0.middleware = middleware
        }
        let endpoint = Endpoint(of: Page.self, at: .path("items"))
        return try #require(await #expect(throws: NetworkError.self) { try await client.send(endpoint) })
    }

    @Test("an error of custom middleware retains its type")
    func middleware() async throws {
        let error = try await error(middleware: [Failing(error: LoginRequired())])
        #expect(error.underlyingError is LoginRequired)
        #expect(
            error.description
                == "log in again at https://example.com/login?token=REDACTED (GET https://api.example.com/items)"
        )
        #expect(error.stage == .transport)
        #expect(!error.isRetryable)
    }

    /// The body of an API's error responses, with a user-facing message.
    struct Problem: Decodable, LocalizedError {
        var message: String
        var errorDescription: String? { message }
        var failureReason: String? { "The limit is 5." }
        var recoverySuggestion: String? { "Delete a note." }
    }

    @Test("a localized error of middleware or of an error response provides the user-facing message")
    func localized() {
        let context = NetworkError.Context(request: nil, underlyingError: Problem(message: "Too many notes."))
        for error in [NetworkError.other(context), .unacceptableStatus(409, context)] {
            #expect(error.message == "Too many notes. Delete a note.")
            #expect(error.localizedDescription == "Too many notes.")
            #expect(error.failureReason == "The limit is 5.")
            #expect(error.recoverySuggestion == "Delete a note.")
        }
    }

    @Test("an error that is not localized provides the failure reason, but no part of the user-facing message")
    func notLocalized() {
        let error = NetworkError.other(LoginRequired(), .init(request: nil))
        #expect(error.message == "The request failed. Try again later. If the problem persists, update the app.")
        #expect(error.failureReason == "log in again at https://example.com/login?token=REDACTED")
        let status = NetworkError.unacceptableStatus(404, .init(request: nil, underlyingError: LoginRequired()))
        #expect(
            status.message
                == "The service has nothing at this address. Check the name or ID, and the permissions of the credential."
        )
    }

    @Test("a network error of custom middleware is thrown unchanged, and a CancellationError as a cancellation")
    func passedOn() async throws {
        let timedOut = NetworkError.timedOut(.init(request: nil))
        #expect(try await error(middleware: [Failing(error: timedOut)]) == timedOut)
        let cancelled = try await error(middleware: [Failing(error: CancellationError())])
        guard case .cancelled = cancelled else {
            Issue.record("\(cancelled)")
            return
        }
    }

    @Test(
        "a decoding error retains its coding path, and the description contains it",
        arguments: [
            (#"{"items": [{"id": 1}, {"id": "2"}]}"#, "items[1].id: is not a number", ["items", "1", "id"]),
            (#"{"items": [{"key": 1}]}"#, "items[0].id: is missing", ["items", "0"]),
            (#"{"items""#, "the document is not valid JSON", []),
            ("", "the body is empty", []),
        ] as [(String, String, [String])]
    )
    func codingPath(body: String, reason: String, keys: [String]) async throws {
        let error = try await error(.json(body))
        #expect(error.description == "response not understood: \(reason) (GET https://api.example.com/items)")
        let context =
            switch error.underlyingError as? DecodingError {
            case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                .dataCorrupted(let context):
                context
            default: DecodingError.Context(codingPath: [], debugDescription: "no decoding error")
            }
        #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == keys)
        #expect(context.debugDescription != "no decoding error")
    }

    @Test("the description of a decoding error does not contain the value of a secret member")
    func secretMember() async throws {
        struct Login: Decodable {
            enum Token: String, Decodable { case none }
            var accessToken: Token
            enum CodingKeys: String, CodingKey { case accessToken = "access_token" }
        }
        let transport = scripted(.json(#"{"access_token": "S3CRET"}"#))
        let client = APIClient(baseURL: url("https://api.example.com"), transport: transport)
        let endpoint = Endpoint(at: .path("login")) { try JSONDecoder().decode(Login.self, from: $0.body) }
        let error = try #require(await #expect(throws: NetworkError.self) { try await client.send(endpoint) })
        #expect(error.description.hasPrefix("response not understood: access_token: is invalid"))
        #expect(descriptions(of: error).allSatisfy { !$0.contains("S3CRET") })
    }

    @Test("errors are equal if their underlying errors have the same type and description")
    func equality() {
        func error(_ page: String?) -> NetworkError {
            guard let page else { return .other(.init(request: nil)) }
            return .other(LoginRequired(page: page), .init(request: nil))
        }
        #expect(error("a") == error("a"))
        #expect(error("a").hashValue == error("a").hashValue)
        #expect(error("a") != error("b"))
        #expect(error("a") != error(nil))
    }

    /// Bodies with their `Content-Type`, and what an excerpt shows of them.
    private static let bodies: [(body: [UInt8], type: String, shown: String)] = [
        ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10], "image/jpeg", "(6 bytes that are not text)"),
        (Array("GIF89a".utf8) + [1, 0, 1, 0], "text/html", "(10 bytes that are not text)"),
        ([0x1F, 0x8B, 8, 0, 0], "application/json", "(5 bytes that are not text)"),
        (Array("{}".utf8) + [0], "application/json", "(3 bytes that are not text)"),
        ([0x82, 0xA0, 0x82, 0xA2], "text/html", "(4 bytes that are not text)"),
        ([0x82, 0xA0, 0x82, 0xA2], "text/html; charset=Shift_JIS", "(4 bytes that are not text)"),
        ([0x63, 0x61, 0x66, 0xE9], "text/plain; charset=\"ISO-8859-1\"", "café"),
        (
            Array("the name caf".utf8) + [0xE9] + Array(" is not found".utf8), "text/plain",
            "the name caf\u{FFFD} is not found"
        ),
        ([0xEF, 0xBB, 0xBF] + Array("bom".utf8), "text/plain", "bom"),
        ([0xFF, 0xFE, 0x42, 0x30, 0x61, 0], "text/plain", "あa"),
        ([0xFE, 0xFF, 0x30, 0x42, 0, 0x61], "text/plain", "あa"),
        ([0x30, 0x42, 0, 0x61], "text/plain;charset=utf-16", "あa"),
        ([0x61, 0], "text/plain", "(2 bytes that are not text)"),
        (Array("\u{1B}[31mred\u{1B}[0m \u{1B}]0;title\u{07}b\u{08}".utf8), "text/plain", "red b"),
        (Array("\u{1B}]8;;https://example.com\u{1B}\\link".utf8), "text/plain", "link"),
        (Array("\u{9B}2Jc\u{202E}d\r\n\te".utf8), "text/plain", "cd e"),
    ]

    @Test("an excerpt of a body contains text only, without control characters", arguments: bodies.indices)
    func excerptOfText(index: Int) async throws {
        let (body, type, shown) = Self.bodies[index]
        let fields: HTTPFields = [.contentType: type]
        let error = try await error(HTTPResponse(status: 500, headerFields: fields, body: Data(body)))
        #expect(error.description == "status 500 (GET https://api.example.com/items): \(shown)")
    }

    @Test("an excerpt does not end within a character")
    func excerptWithinCharacter() async throws {
        let body = Data("\(String(repeating: " ", count: 4_095))あ".utf8)
        let fields: HTTPFields = [.contentType: "text/plain"]
        let error = try await error(HTTPResponse(status: 500, headerFields: fields, body: Data("a".utf8) + body))
        #expect(error.description.hasSuffix(": a… (4099 bytes)"))
    }

    @Test(
        "an excerpt of a body is followed by the body's size, but a whole body is not",
        arguments: [
            ("short", ": short"), (String(repeating: "a", count: 120), ": \(String(repeating: "a", count: 120))"),
            (String(repeating: "a", count: 121), ": \(String(repeating: "a", count: 120))… (121 bytes)"),
            ("a" + String(repeating: " ", count: 500) + "b", ": a… (502 bytes)"),
            ("a" + String(repeating: " ", count: 20_000), ": a… (20001 bytes)"),
        ]
    )
    func excerpt(body: String, shown: String) async throws {
        let response = HTTPResponse(
            status: 500,
            headerFields: [.contentType: "text/plain"],
            body: Data(body.utf8)
        )
        let error = try await error(response)
        #expect(error.description == "status 500 (GET https://api.example.com/items)\(shown)")
        let excerpt = try #require(error.context.response)
        #expect(excerpt.bodySize == body.utf8.count)
        #expect(excerpt.isTruncated == (body.utf8.count > ResponseExcerpt.maximumBodySize))
    }
}

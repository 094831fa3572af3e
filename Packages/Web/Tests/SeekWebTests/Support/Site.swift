import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekWeb

extension WebResponse {
    /// The body; empty for events.
    var bytes: Data { if case .data(let data) = body { data } else { Data() } }
    /// The body as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The events; nil for a body of bytes.
    var events: AsyncStream<ServerEvent>? { if case .events(let events) = body { events } else { nil } }
}

extension WebApplication {
    /// Returns the response to a request from this machine.
    ///
    /// - Parameters:
    ///   - fields: Header fields, which replace the usual ones.
    ///   - form: The form that a browser sends; nil sends `body`.
    func response(
        _ target: String,
        _ method: HTTPRequest.Method = .get,
        fields: HTTPFields = [:],
        body: String = "",
        form: QueryParameters? = nil
    ) async throws -> WebResponse {
        var request = try #require(WebRequest(method, target))
        request.headerFields[.host] = "127.0.0.1:8750"
        if form != nil {
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            request.headerFields[.origin] = "http://127.0.0.1:8750"
        }
        request.headerFields.merge(fields)
        request.body = Data((form?.encoded ?? body).utf8)
        return await respond(to: request)
    }

    /// Returns the text of the response to a `GET` request.
    func page(_ target: String) async throws -> String { try await response(target).text }
}

/// The app with a server of sample data in place of the APIs of YouTube and GitHub.
struct Site {
    let context: WebContext
    let app: WebApplication

    /// Creates the app.
    init(_ context: WebContext) {
        self.context = context
        app = WebApplication(context.service())
    }

    /// Creates the app with a new sample server.
    init() throws { self.init(try WebContext()) }

    /// Returns the response to a request from this machine.
    func response(
        _ target: String,
        _ method: HTTPRequest.Method = .get,
        fields: HTTPFields = [:],
        body: String = "",
        form: QueryParameters? = nil
    ) async throws -> WebResponse {
        try await app.response(target, method, fields: fields, body: body, form: form)
    }

    /// Returns the JSON of the response to a request.
    func json(_ target: String, _ method: HTTPRequest.Method = .get, body: String = "") async throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: try await response(target, method, body: body).bytes)
    }

    /// Returns the text of the response to a `GET` request.
    func page(_ target: String) async throws -> String { try await response(target).text }

    /// Searches for `swift`, so that its results are stored, and then returns how many requests an operation sends to
    /// the services.
    func requestCountAfterSearch(during operation: () async throws -> Void) async throws -> Int {
        _ = try await response("/?q=swift")
        let count = context.server.received.count
        try await operation()
        return context.server.received.count - count
    }
}

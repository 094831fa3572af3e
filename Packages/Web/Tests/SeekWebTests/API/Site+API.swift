import Foundation
import SeekBasics
import SeekNetworking
import Testing

@testable import SeekWeb

extension Site {
    /// Sends a request of the API.
    func send(
        _ method: HTTPRequest.Method = .get,
        _ target: String,
        body: String = "",
        _ headerFields: HTTPFields = [:]
    ) async throws -> WebResponse {
        var request = try #require(WebRequest(method, target))
        request.headerFields = headerFields
        request.headerFields[.host] = "127.0.0.1"
        request.body = Data(body.utf8)
        return await app.respond(to: request)
    }

    /// Sends a request of the API, and returns the JSON of the response.
    func json(_ method: HTTPRequest.Method = .get, _ target: String, body: String = "") async throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: try await send(method, target, body: body).bytes)
    }
}

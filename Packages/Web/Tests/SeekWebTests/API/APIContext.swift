import Foundation
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import SeekWeb

/// The API with the sample server as its services. The API itself has no socket.
struct APIContext {
    let context: WebContext
    let application: WebApplication

    init(_ context: WebContext) {
        self.context = context
        application = WebApplication(context.service())
    }

    init() throws { self.init(try WebContext()) }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method = .get,
        _ target: String,
        body: String = "",
        _ headerFields: HTTPFields = [:]
    ) async throws -> WebResponse {
        var request = try #require(WebRequest(method, target))
        request.headerFields = headerFields
        request.headerFields[HTTPField.Name(constant: "Host")] = "127.0.0.1"
        request.body = Data(body.utf8)
        return await application.respond(to: request)
    }

    /// Sends a request and returns the JSON of the response.
    func json(_ method: HTTPRequest.Method = .get, _ target: String, body: String = "") async throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: try await send(method, target, body: body).bytes)
    }
}

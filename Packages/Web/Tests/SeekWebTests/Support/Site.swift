import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers

/// The app with a server of sample data in place of the APIs of YouTube and GitHub.
struct Site {
    let context: WebContext
    let app: TestApp

    /// Creates the app.
    init(_ context: WebContext, _ options: TestAppOptions = TestAppOptions()) {
        self.context = context
        app = TestApp(context.configuration, options)
    }

    /// Creates the app with a new sample server.
    init(_ options: TestAppOptions = TestAppOptions()) throws { self.init(try WebContext(), options) }

    /// Returns the response to a request from this machine.
    func response(
        _ target: String,
        _ method: HTTPRequest.Method = .get,
        fields: HTTPFields = [:],
        body: String = "",
        form: QueryParameters? = nil
    ) async throws -> TestAppResponse {
        try await app.response(target, method, fields: fields, body: body, form: form)
    }

    /// Returns the JSON of the response to a request.
    func json(_ target: String, _ method: HTTPRequest.Method = .get, body: String = "") async throws -> JSONValue {
        try await response(target, method, body: body).json
    }

    /// Returns the results of a search with the JSON API: `q=swift&kinds=video`.
    func results(_ query: String) async throws -> [JSONValue] {
        try await json("/api/v1/search?\(query)")["results"].array ?? []
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

extension HTTPField.Name {
    static let cookie = HTTPField.Name("Cookie")
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    static let host = HTTPField.Name("Host")
    static let origin = HTTPField.Name("Origin")
    static let referer = HTTPField.Name("Referer")
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")
    static let setCookie = HTTPField.Name("Set-Cookie")
}

extension String {
    /// Returns how often a string occurs.
    func count(of other: String) -> Int { ranges(of: other).count }
}

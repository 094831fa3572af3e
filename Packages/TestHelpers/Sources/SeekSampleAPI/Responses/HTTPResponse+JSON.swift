import SeekBasics
import SeekNetworking

extension HTTPResponse {
    /// Creates a response with a JSON body.
    ///
    /// - Parameter pretty: Whether the body is indented, as in YouTube's responses, which also end with a line feed.
    init(_ status: Status, _ json: OrderedJSON, pretty: Bool = false, fields: HTTPFields = [:]) {
        self.init(status, text: json.text(pretty: pretty), pretty: pretty, fields: fields)
    }

    /// Creates a response whose JSON body is already encoded.
    ///
    /// - Parameter pretty: Whether `text` is indented; see ``init(_:_:pretty:fields:)``.
    init(_ status: Status, text: String, pretty: Bool = false, fields: HTTPFields = [:]) {
        var headerFields: HTTPFields = [.contentType: "application/json; charset=\(pretty ? "UTF-8" : "utf-8")"]
        for field in fields { headerFields.append(field) }
        self.init(status: status, headerFields: headerFields, body: Data((text + (pretty ? "\n" : "")).utf8))
    }

    /// Returns the response with an ETag or, if `If-None-Match` of the request matches the tag, as 304 without a body.
    func tagged(_ tag: String, for request: SampleRequest) -> HTTPResponse {
        var response = self
        response.headerFields[.eTag] = tag
        guard EntityTag.matches(tag, ifNoneMatch: request[field: .ifNoneMatch]) else { return response }
        response.headerFields[.contentType] = nil
        response.headerFields[.link] = nil
        return HTTPResponse(status: .notModified, headerFields: response.headerFields)
    }
}

extension HTTPResponse.Status {
    static let notModified = Self(code: 304, reasonPhrase: "Not Modified")
    static let badRequest = Self(code: 400, reasonPhrase: "Bad Request")
    static let unauthorized = Self(code: 401, reasonPhrase: "Unauthorized")
    static let forbidden = Self(code: 403, reasonPhrase: "Forbidden")
    static let methodNotAllowed = Self(code: 405, reasonPhrase: "Method Not Allowed")
    static let unprocessable = Self(code: 422, reasonPhrase: "Unprocessable Entity")
    static let tooManyRequests = Self(code: 429, reasonPhrase: "Too Many Requests")
    static let internalServerError = Self(code: 500, reasonPhrase: "Internal Server Error")
}

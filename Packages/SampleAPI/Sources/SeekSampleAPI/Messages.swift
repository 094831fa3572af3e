import SeekBasics
import SeekNetworking
import SeekTestHelpers

/// A request with its path and query decoded as servers decode them.
struct SampleRequest {
    struct Item {
        /// The name and value as sent: `q=a+b`.
        var raw: String
        /// The name as sent.
        var rawName: String
        var name: String
        var value: String
    }

    /// The path as sent: `/youtube/v3/videos:batchGetStats`.
    let rawPath: String
    /// The decoded segments.
    let path: [String]
    let items: [Item]
    /// Whether the method is GET or HEAD.
    let isReading: Bool
    /// The origin of the server as the client addresses it: `http://127.0.0.1:8080`.
    let origin: String
    private let fields: HTTPFields

    private static let host = HTTPField.Name("Host")

    init(_ request: HTTPRequest) {
        let text = request.url.absoluteString.prefix { $0 != "#" }
        let start = text.firstRange(of: "://").map(\.upperBound) ?? text.startIndex
        let end = text[start...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
        let target = text[end...]
        let rawPath = target.prefix { $0 != "?" }
        self.rawPath = String(rawPath)
        path = rawPath.split(separator: "/").map { PercentEncoding.decode($0) }
        items = target.dropFirst(rawPath.count + 1).split(separator: "&").map(Self.item)
        isReading = request.method == .get || request.method == .head
        fields = request.headerFields
        origin = Self.origin(String(text[..<end]), host: request.headerFields[Self.host])
    }

    /// The base URL of GitHub's API as the client addresses it, which has a path on an Enterprise Server.
    var gitHubBaseURL: String { origin + (isBelowServerPrefix ? "/api/v3" : "") }

    /// The segments of the path below the base URL of GitHub's API.
    var gitHubPath: [String] { Array(path.dropFirst(isBelowServerPrefix ? 2 : 0)) }

    private var isBelowServerPrefix: Bool { path.starts(with: ["api", "v3"]) }

    /// The last value of a query parameter; nil if it is missing.
    subscript(name: String) -> String? { items.last { $0.name == name }?.value }

    subscript(field name: HTTPField.Name) -> String? { fields[values: name].first }

    private static func item(_ raw: Substring) -> Item {
        let name = raw.prefix { $0 != "=" }
        return Item(
            raw: String(raw),
            rawName: String(name),
            name: PercentEncoding.decode(name, plusIsSpace: true),
            value: PercentEncoding.decode(raw.dropFirst(name.count + 1), plusIsSpace: true)
        )
    }

    /// Returns the origin with the host of the `Host` field, so that links in responses refer to the address that the
    /// client used.
    private static func origin(_ origin: String, host: String?) -> String {
        guard let host, !host.isEmpty, let scheme = origin.firstRange(of: "://"),
            let url = URL(string: "\(origin[..<scheme.lowerBound])://\(host)"), Origin(url) != nil
        else { return origin }
        return url.absoluteString
    }
}

extension HTTPResponse {
    /// Creates a response with a JSON body.
    ///
    /// - Parameter pretty: Whether the body is indented, as in YouTube's responses, which also end with a line feed.
    init(_ status: Status, _ json: JSONValue, pretty: Bool = false, fields: HTTPFields = [:]) {
        self.init(status, text: json.text(pretty ? .indented : []), pretty: pretty, fields: fields)
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

extension JSONValue {
    /// Returns this object with the members of another one. Values other than objects have no members.
    func adding(_ other: JSONValue) -> JSONValue { .object((object ?? [:]).merging(other.object ?? [:])) }
}

/// Entity tags (RFC 9110 §8.8.3).
enum EntityTag {
    /// Returns a hexadecimal hash that identifies a string. Not for security.
    static func digest(of text: String) -> String { String(FNV1a.hash(text.utf8), radix: 16) }

    /// Returns whether an `If-None-Match` field matches a tag, by weak comparison (RFC 9110 §13.1.2).
    static func matches(_ tag: String, ifNoneMatch field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let candidate = part.filter { !$0.isWhitespace }
            return candidate == "*" || withoutWeakPrefix(candidate) == withoutWeakPrefix(tag)
        }
    }

    private static func withoutWeakPrefix(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }
}

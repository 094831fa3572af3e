import SeekBasics
import SeekNetworking

/// One input line: a request with its cache and redirect modes.
struct DriverRequest: Sendable {
    /// The redirect mode of the Fetch standard.
    enum Redirect: String, Sendable, CaseIterable {
        /// Returns the redirect as the response.
        case manual
        case follow
        case error
    }

    var request: HTTPRequest
    var cacheMode = RequestOptions.CacheMode.default
    var redirect = Redirect.manual

    /// What is wrong with a line.
    struct Malformed: Error, Sendable, CustomStringConvertible {
        var description: String

        init(_ description: String) { self.description = description }
    }

    private struct Members: Decodable {
        var method: String?
        var url: String
        var headers: [[String]]?
        var body: String?
        var bodyBase64: String?
        var cache: String?
        var redirect: String?

        enum CodingKeys: String, CodingKey {
            case method, url, headers, body, cache, redirect
            case bodyBase64 = "body_base64"
        }
    }

    private static let modes: [String: RequestOptions.CacheMode] = [
        "default": .default, "no-store": .noStore, "reload": .reload, "no-cache": .noCache,
        "force-cache": .forceCache, "only-if-cached": .onlyIfCached,
    ]

    init(json: Data) throws(Malformed) {
        let members: Members
        do {
            members = try JSONDecoder().decode(Members.self, from: json)
        } catch {
            throw Malformed("invalid request: \(Self.describe(error))")
        }
        guard let method = HTTPRequest.Method(members.method ?? "GET") else { throw Malformed("method is not a token") }
        guard let url = URL(string: members.url), Origin(url) != nil else {
            throw Malformed("url is not an absolute http or https URL")
        }
        request = HTTPRequest(method: method, url: url)
        for field in members.headers ?? [] {
            guard field.count == 2, let name = HTTPField.Name(field[0]) else {
                throw Malformed("each element of headers must be a pair of name and value; names are tokens")
            }
            request.headerFields.append(HTTPField(name: name, value: field[1]))
        }
        if let text = members.body { request.body = Data(text.utf8) }
        if let text = members.bodyBase64 {
            guard members.body == nil, let bytes = Data(base64Encoded: text) else {
                throw Malformed("body_base64 must be Base64, and cannot be combined with body")
            }
            request.body = bytes
        }
        if let text = members.cache {
            guard let mode = Self.modes[text] else {
                throw Malformed("cache must be one of \(Self.modes.keys.sorted().joined(separator: ", "))")
            }
            cacheMode = mode
        }
        if let text = members.redirect {
            guard let mode = Redirect(rawValue: text) else {
                throw Malformed("redirect must be one of \(Redirect.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            redirect = mode
        }
    }

    private static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
            DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
            "\(DecodingFailure.path(context.codingPath)) has the wrong type"
        default: "not a JSON object"
        }
    }
}

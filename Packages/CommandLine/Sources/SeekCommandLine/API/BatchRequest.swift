import Seek
import SeekBasics
import SeekNetworking

/// One line of `seek api --batch`: a request with its cache and redirect modes.
struct BatchRequest: Sendable {
    /// The redirect mode of the Fetch standard.
    enum Redirect: String, Sendable {
        /// Returns the redirect as the response.
        case manual
        case follow
        case error
    }

    /// The id that the output line repeats: a string, an integer or null.
    var id: FieldValue
    var request: HTTPRequest
    var cacheMode = SeekNetworking.RequestOptions.CacheMode.default
    var redirect = Redirect.manual

    struct Malformed: Error, Sendable, Hashable {
        var id: FieldValue
        var reason: String
    }

    init(line: [UInt8]) throws(Malformed) {
        let members: Members
        do {
            members = try JSONDecoder().decode(Members.self, from: Data(line))
        } catch {
            throw Malformed(id: Self.id(in: line), reason: "invalid request: \(Self.describe(error))")
        }
        let id = members.id?.value ?? .null
        self.id = id
        func malformed(_ reason: String) -> Malformed { Malformed(id: id, reason: reason) }
        guard let method = HTTPRequest.Method(members.method ?? "GET") else { throw malformed("method is not a token") }
        guard let url = URL(string: members.url), Origin(url) != nil else {
            throw malformed("url is not an absolute http or https URL")
        }
        request = HTTPRequest(method: method, url: url)
        for field in members.headers ?? [] {
            guard field.count == 2, let name = HTTPField.Name(field[0]) else {
                throw malformed("each element of headers must be a pair of name and value; names are tokens")
            }
            request.headerFields.append(HTTPField(name: name, value: field[1]))
        }
        if let text = members.body { request.body = Data(text.utf8) }
        if let text = members.bodyBase64 {
            guard members.body == nil, let bytes = Data(base64Encoded: text) else {
                throw malformed("body_base64 must be Base64, and cannot be combined with body")
            }
            request.body = bytes
        }
        if let text = members.cache {
            guard let mode = Self.modes[text] else {
                throw malformed("cache must be one of \(Self.modes.keys.sorted().joined(separator: ", "))")
            }
            cacheMode = mode
        }
        if let text = members.redirect {
            guard let redirect = Redirect(rawValue: text) else {
                throw malformed("redirect must be one of error, follow, manual")
            }
            self.redirect = redirect
        }
    }

    private static let modes: [String: SeekNetworking.RequestOptions.CacheMode] = [
        "default": .default, "no-store": .noStore, "reload": .reload, "no-cache": .noCache,
        "force-cache": .forceCache, "only-if-cached": .onlyIfCached,
    ]

    private struct Members: Decodable {
        var id: BatchID?
        var method: String?
        var url: String
        var headers: [[String]]?
        var body: String?
        var bodyBase64: String?
        var cache: String?
        var redirect: String?

        enum CodingKeys: String, CodingKey {
            case id, method, url, headers, body, cache, redirect
            case bodyBase64 = "body_base64"
        }
    }

    private struct BatchID: Decodable {
        var value: FieldValue

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                value = .text(text)
            } else if let integer = try? container.decode(Int64.self) {
                value = .integer(integer)
            } else {
                // For a fraction, Foundation's error describes the whole line as invalid JSON.
                let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not an integer")
                throw DecodingError.typeMismatch(Int64.self, context)
            }
        }
    }

    /// Returns the id of an otherwise invalid line, or null if it has none.
    private static func id(in line: [UInt8]) -> FieldValue {
        struct Identified: Decodable { var id: BatchID }
        return (try? JSONDecoder().decode(Identified.self, from: Data(line)).id.value) ?? .null
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

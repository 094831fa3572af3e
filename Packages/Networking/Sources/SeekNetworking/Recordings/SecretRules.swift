#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What must not get into a recording.
///
/// What ``Redaction`` knows by its name is taken out of URLs, header fields, cookies, forms and JSON bodies; so are
/// the names given here. A value that was found under such a name, and each value given here, is taken out wherever it stands:
/// a token that an answer repeats under another name is still that token.
public struct SecretRules: Sendable, Hashable {
    /// Further names of query items, header fields and members of JSON, whatever their case.
    public var names: Set<String>
    /// Texts that must not appear anywhere, such as the key the test was given.
    public var values: Set<String>

    /// Makes rules.
    public init(names: Set<String> = [], values: Set<String> = []) {
        self.names = names
        self.values = values
    }

    /// Shorter texts found under a secret's name are not looked for elsewhere: `1` or `true` would be found everywhere.
    private static let shortestFound = 6

    /// A recording without its secrets.
    public func removingSecrets(from recording: Recording) -> Recording {
        let secrets = secrets(in: recording)
        return Recording(
            recording.exchanges.map { exchange in
                var exchange = exchange
                exchange.request = clean(exchange.request, secrets)
                exchange.response.headerFields = clean(exchange.response.headerFields, secrets)
                exchange.response.body = clean(exchange.response.body, exchange.response.mediaType, secrets)
                return exchange
            }
        )
    }

    /// A request without its secrets, as it stands in a recording: what a request is compared by.
    public func removingSecrets(from request: HTTPRequest) -> HTTPRequest {
        clean(request, secrets(in: Recording([.init(request: request, response: HTTPResponse())])))
    }

    private func clean(_ request: HTTPRequest, _ secrets: [String]) -> HTTPRequest {
        var cleaned = request
        cleaned.url = URL(string: replace(secrets, in: url(request.url))) ?? request.url
        cleaned.headerFields = clean(request.headerFields, secrets)
        let type = HTTPResponse(headerFields: request.headerFields).mediaType
        cleaned.body = request.body.map { clean($0, type, secrets) }
        return cleaned
    }

    private func isSecret(_ name: String) -> Bool {
        names.contains { $0.lowercased() == name.lowercased() }
    }

    private func isSecret(member name: String) -> Bool { Redaction.isSecret(member: name) || isSecret(name) }
    private func isSecret(item name: String) -> Bool { Redaction.isSecret(queryItem: name) || isSecret(name) }
    private func isSecret(field name: HTTPField.Name) -> Bool { Redaction.isSecret(name) || isSecret(name.rawName) }
}

extension SecretRules {
    private func url(_ url: URL) -> String {
        let text = Redaction.redacted(url)
        guard let mark = text.firstIndex(of: "?") else { return text }
        let query = text[text.index(after: mark)...]
        return "\(text[...mark])\(clean(query: query))"
    }

    private func clean(query: Substring) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != "=" }
            let isHidden = isSecret(item: PercentDecoding.decode(name, plusIsSpace: true))
            return isHidden ? "\(name)=\(Redaction.placeholder)" : String(item)
        }.joined(separator: "&")
    }

    private func clean(_ fields: HTTPFields, _ secrets: [String]) -> HTTPFields {
        HTTPFields(
            fields.map { field in
                let value = isSecret(field: field.name) ? Redaction.placeholder : replace(secrets, in: field.value)
                return HTTPField(name: field.name, value: value)
            }
        )
    }

    private func clean(_ body: Data, _ type: String?, _ secrets: [String]) -> Data {
        var body = body
        if type?.contains("json") ?? Self.looksLikeJSON(body) {
            body = Data(Redaction.redacted(json: body) { isSecret(member: $0) }.utf8)
        } else if type == "application/x-www-form-urlencoded" {
            body = Data(clean(query: Substring(decoding: body, as: UTF8.self)).utf8)
        }
        let placeholder = Array(Redaction.placeholder.utf8)
        return secrets.reduce(body) { body, secret in
            forms(of: secret).reduce(body) { body, form in
                let bytes = Array(form.utf8)
                return body.firstRange(of: bytes) == nil ? body : Data(Array(body).replacing(bytes, with: placeholder))
            }
        }
    }

    private static func looksLikeJSON(_ body: Data) -> Bool {
        body.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
    }

    private func replace(_ secrets: [String], in text: String) -> String {
        secrets.reduce(text) { text, secret in
            forms(of: secret).reduce(text) { $0.replacing($1, with: Redaction.placeholder) }
        }
    }

    /// How a text may be written: as it is, percent-encoded, as a text of JSON, in base64.
    private func forms(of secret: String) -> [String] {
        let encoded = secret.utf8.map { byte in
            let isPlain = byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
        }.joined()
        let json = JSONTree.quoted(secret).dropFirst().dropLast()
        return [secret, encoded, String(json), Data(secret.utf8).base64EncodedString()]
    }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}

extension SecretRules {
    /// The texts that stand under secret names, and those given, longest first: one may hold another.
    private func secrets(in recording: Recording) -> [String] {
        var found: Set<String> = []
        for exchange in recording.exchanges {
            for item in QueryItems(of: exchange.request.url).items where isSecret(item: item.name) {
                found.insert(item.value)
            }
            for field in Array(exchange.request.headerFields) + Array(exchange.response.headerFields)
            where isSecret(field: field.name) {
                found.formUnion(Self.parts(of: field))
            }
            for body in [exchange.request.body, exchange.response.body].compactMap(\.self)
            where Self.looksLikeJSON(body) {
                (try? JSONDecoder().decode(JSONTree.self, from: body)).map { collect($0, into: &found) }
            }
        }
        let long = found.filter { $0.count >= Self.shortestFound && $0 != Redaction.placeholder }
        return values.filter { !$0.isEmpty }.union(long).sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// What is secret in a field: all of it, the credentials behind a scheme, and the values of cookies.
    private static func parts(of field: HTTPField) -> [String] {
        let words = field.value.split(separator: " ").map(String.init)
        let cookies = field.value.split(separator: ";").prefix(
            field.name.rawName.lowercased() == "set-cookie" ? 1 : .max
        )
        let values = cookies.compactMap { cookie in
            cookie.firstIndex(of: "=").map { String(cookie[cookie.index(after: $0)...]) }
        }
        let isCookie = field.name.rawName.lowercased().hasSuffix("cookie")
        return [field.value] + (isCookie ? values : Array(words.dropFirst()))
    }

    private func collect(_ value: JSONTree, into found: inout Set<String>) {
        switch value {
        case .list(let elements): for element in elements { collect(element, into: &found) }
        case .object(let members):
            for (name, member) in members {
                if isSecret(member: name), case .text(let text) = member { found.insert(text) }
                collect(member, into: &found)
            }
        case .text, .other: break
        }
    }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What must not get into a recording.
///
/// What ``Redaction`` recognizes by its name is taken out of URLs, header fields, cookies, forms, JSON and the URLs inside of
/// them; so is what has one of the names given here. A value that was found under such a name, and each value given here, is
/// taken out wherever it stands: a token that a response repeats under another name is still that token.
public struct SecretRules: Sendable, Hashable {
    /// Further names of query items, header fields and members of JSON, whatever their case.
    public var names: Set<String>
    /// Texts that must not appear anywhere, such as the key the test was given.
    public var values: Set<String>

    /// Creates rules.
    public init(names: Set<String> = [], values: Set<String> = []) {
        self.names = names
        self.values = values
    }

    /// How many bytes the values that are looked for may have together, in all forms in which they may be written: 2 MiB, some
    /// 8,000 tokens. Beyond it every URL, header field and body of a recording is replaced as a whole.
    public static let searchLimit = 2 << 20

    /// Shorter texts found under a secret's name are not looked for elsewhere: `1` or `true` would be found everywhere.
    private static let shortestFound = 6

    /// A recording without its secrets.
    public func removingSecrets(from recording: Recording) -> Recording {
        var redactor = Redactor(names: SecretNames(further: names))
        // All names first: what one exchange reveals is removed from the others, too.
        let exchanges = recording.exchanges.map { exchange in
            var exchange = exchange
            redactor.redact(&exchange)
            return exchange
        }
        let values = SecretValues(secrets(redactor.found))
        return Recording(
            exchanges.map { exchange in
                var exchange = exchange
                values.remove(from: &exchange)
                return exchange
            }
        )
    }

    /// A request without its secrets, as it stands in a recording: what a request is compared by.
    public func removingSecrets(from request: HTTPRequest) -> HTTPRequest {
        let recording = removingSecrets(from: Recording([.init(request: request, response: HTTPResponse())]))
        return recording.exchanges.first?.request ?? request
    }

    /// The values to look for.
    private func secrets(_ found: Set<String>) -> Set<String> {
        let long = found.filter { $0.count >= Self.shortestFound && $0 != Redaction.placeholder }
        return values.filter { !$0.isEmpty }.union(long)
    }
}

extension SecretRules: CustomStringConvertible, CustomReflectable {
    /// The names, and how many values there are.
    public var description: String { "names \(names.sorted()), \(values.count) values" }

    /// Hides the values from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["names": names, "valueCount": values.count]) }
}

extension Redactor {
    /// Replaces what its names tell to be a secret.
    fileprivate mutating func redact(_ exchange: inout Recording.Exchange) {
        redact(&exchange.request)
        let type = exchange.response.headerFields[.contentType]
        exchange.response.body = redacted(exchange.response.body, type)
        exchange.response.headerFields = redacted(exchange.response.headerFields)
        exchange.failure = exchange.failure.map { text($0) }
    }

    private mutating func redact(_ request: inout HTTPRequest) {
        request.url = request.url.replacingText { url($0) }
        request.body = request.body.map { redacted($0, request.headerFields[.contentType]) }
        request.headerFields = redacted(request.headerFields)
    }

    private mutating func redacted(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: value(of: $0)) })
    }

    private mutating func redacted(_ body: Data, _ type: String?) -> Data {
        if let boundary = MultipartForm.boundary(of: type) {
            return MultipartForm(boundary: boundary).redacted(body, by: &self)
        }
        // Bytes that are no text hold no names.
        guard String(validating: body, as: UTF8.self) != nil else { return body }
        let mediaType = type?.prefix { $0 != ";" }.lowercased()
        let isJSON = mediaType == nil && [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(body.first { $0 > 0x20 })
        return Data(self.body(body, type: isJSON ? "json" : mediaType).utf8)
    }
}

extension URL {
    /// The URL with its text replaced. Where that is no URL any more, nothing of the old one remains.
    func replacingText(_ replace: (String) -> String) -> URL {
        let text = replace(absoluteString)
        guard text != absoluteString else { return self }
        return URL(string: text) ?? URL(string: "https://redacted.invalid/") ?? URL(filePath: "/")
    }
}

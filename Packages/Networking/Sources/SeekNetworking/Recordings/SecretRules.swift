import SeekBasics

/// The secrets that are removed from a recording.
///
/// Values whose name ``Redaction`` recognizes as that of a secret, or whose name is given here, are removed from URLs,
/// header fields, cookies, forms and JSON. Those values that have at least six characters, and each value given here,
/// are also removed everywhere else, such as in a response that repeats a token under another name.
public struct SecretRules: Sendable, Hashable {
    /// Further names of query items, header fields and JSON members whose values are secret. Case is ignored.
    public var names: Set<String>
    /// Values that must not appear anywhere, such as the API key of a test.
    public var values: Set<String>

    /// Creates rules.
    public init(names: Set<String> = [], values: Set<String> = []) {
        self.names = names
        self.values = values
    }

    /// The maximum total size of all values in all their encodings, in bytes: 2 MiB, about 20,000 tokens of 40
    /// characters. If it is exceeded, every URL, header field and body of a recording is replaced entirely.
    public static let searchLimit = 2 << 20

    /// The minimum number of characters of a value that is found under the name of a secret and removed elsewhere too.
    /// Shorter values such as `1` or `true` occur everywhere.
    private static let minimumFoundLength = 6

    /// Returns a recording without its secrets.
    public func removingSecrets(from recording: Recording) -> Recording {
        var redactor = Redactor(names: SecretNames(additional: names))
        // All exchanges are searched for the names first, because a value found in one exchange is removed from all of
        // them.
        let exchanges = recording.exchanges.map { redactor.redacted($0) }
        let values = SecretValues(secrets(redactor.replacedSecrets))
        return Recording(exchanges.map(values.removed))
    }

    /// Returns a request without its secrets, for comparison with the requests of a recording.
    public func removingSecrets(from request: HTTPRequest) -> HTTPRequest {
        let recording = removingSecrets(from: Recording([.init(request: request, response: HTTPResponse())]))
        return recording.exchanges.first?.request ?? request
    }

    /// Returns the values to remove everywhere: the given ones, and those of a sufficient length that were found by
    /// name.
    private func secrets(_ replacedSecrets: Set<String>) -> Set<String> {
        let longSecrets = replacedSecrets.filter { $0.count >= Self.minimumFoundLength && $0 != Redaction.placeholder }
        return values.filter { !$0.isEmpty }.union(longSecrets)
    }
}

extension SecretRules: CustomStringConvertible, CustomReflectable {
    /// The names and the number of values.
    public var description: String { "names \(names.sorted()), \(values.count) values" }

    /// Hides the values from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["names": names, "valueCount": values.count]) }
}

extension Redactor {
    /// Returns an exchange with the values replaced whose names denote secrets.
    fileprivate mutating func redacted(_ exchange: Recording.Exchange) -> Recording.Exchange {
        let (request, response) = (exchange.request, exchange.response)
        var exchange = exchange
        exchange.request.url = request.url.replacingText { redact(url: $0) }
        exchange.request.body = request.body.map { redacted($0, request.headerFields[.contentType]) }
        exchange.request.headerFields = redacted(request.headerFields)
        exchange.response.body = redacted(response.body, response.headerFields[.contentType])
        exchange.response.headerFields = redacted(response.headerFields)
        exchange.failure = exchange.failure.map { redact(text: $0) }
        return exchange
    }

    private mutating func redacted(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: redact(valueOf: $0)) })
    }

    private mutating func redacted(_ body: Data, _ type: String?) -> Data {
        if let form = MultipartForm(contentType: type) { return form.redacted(body, by: &self) }
        // Bytes that are not text contain no names.
        guard String(validating: body, as: UTF8.self) != nil else { return body }
        let mediaType = type?.prefix { $0 != ";" }.lowercased()
        let isJSON = mediaType == nil && [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(body.first { $0 > 0x20 })
        return Data(redact(body: body, type: isJSON ? "json" : mediaType).utf8)
    }
}

extension URL {
    /// Returns a URL with its text replaced; if the result is not a URL, returns a constant one.
    func replacingText(_ replace: (String) -> String) -> URL {
        let text = replace(absoluteString)
        guard text != absoluteString else { return self }
        return URL(string: text) ?? URL(string: "https://redacted.invalid/") ?? URL(filePath: "/")
    }
}

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
        exchange.request.body = request.body.map { redacted($0, request.headerFields) }
        exchange.request.headerFields = redacted(request.headerFields)
        exchange.response.body = redacted(response.body, response.headerFields)
        exchange.response.headerFields = redacted(response.headerFields)
        exchange.failure = exchange.failure.map { redact(text: $0) }
        return exchange
    }

    private mutating func redacted(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: redact(valueOf: $0)) })
    }

    private mutating func redacted(_ body: Data, _ fields: HTTPFields) -> Data {
        let mediaType = fields.mediaType ?? ""
        if mediaType.hasPrefix("multipart/"), let boundary = Self.parameter("boundary", in: fields[.contentType] ?? "")
        {
            return redacted(multipart: body, delimiter: Data("\n--\(boundary)".utf8))
        }
        // Bytes that are not text contain no names.
        guard String(validating: body, as: UTF8.self) != nil else { return body }
        let isJSON = mediaType.isEmpty && [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(body.first { $0 > 0x20 })
        return Data(redact(body: body, type: isJSON ? "json" : mediaType).utf8)
    }

    /// Returns a form (RFC 7578) with the contents replaced of the parts whose name denotes a secret.
    private mutating func redacted(multipart body: Data, delimiter: Data) -> Data {
        var output = Data()
        // The first delimiter has no line before it.
        var rest = Data("\n".utf8) + body
        while !rest.isEmpty {
            let end = rest.dropFirst().firstRange(of: delimiter)?.lowerBound ?? rest.endIndex
            output += redacted(part: rest[..<end])
            rest = rest[end...]
        }
        return output.dropFirst()
    }

    private mutating func redacted(part: Data) -> Data {
        guard let gap = part.firstRange(of: Data("\r\n\r\n".utf8)) ?? part.firstRange(of: Data("\n\n".utf8)) else {
            return part
        }
        let lines = String(decoding: part[..<gap.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
        let fields = lines.reduce(into: [String]()) { fields, line in
            // A line that begins with white space continues the field (RFC 5322 §2.2.3).
            let isContinuation = line.first?.isWhitespace == true
            fields.append((isContinuation ? fields.popLast() ?? "" : "") + line)
        }
        guard fields.contains(where: { Self.parameter("name", in: $0).map(names.isSecret(item:)) ?? false }) else {
            return part
        }
        let content = String(decoding: part[gap.upperBound...], as: UTF8.self)
        let secret = String(content.reversed().drop(while: \.isNewline).reversed())
        record(secret)
        return part[..<gap.upperBound] + Data((Redaction.placeholder + content.dropFirst(secret.count)).utf8)
    }

    /// Returns a parameter of a field's value without its quotation marks.
    static func parameter(_ name: String, in value: String) -> String? {
        for part in value.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }).lowercased() == name else { continue }
            return String(pair[1].filter { $0 != "\"" && !$0.isWhitespace })
        }
        return nil
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

/// Replaces known secrets everywhere, in each of their encodings, in one pass.
struct SecretValues {
    /// The secrets in all encodings by their first ``keyLength`` bytes, the longest first.
    private let patterns: [UInt64: [[UInt8]]]
    /// The number of bytes of a key: that of the shortest pattern, at most 8.
    private let keyLength: Int
    /// Whether a pattern begins with a byte.
    private let isFirst: [Bool]

    init(_ secrets: Set<String>) {
        let all = Set(secrets.flatMap(Self.encodings).map { Array($0.utf8) })
        let length = min(all.map(\.count).min() ?? 1, 8)
        keyLength = length
        patterns = Dictionary(grouping: all) { Self.key($0.prefix(length)) }.mapValues { group in
            group.sorted { $0.count > $1.count }
        }
        isFirst = all.reduce(into: Array(repeating: false, count: 256)) { $0[Int($1[0])] = true }
    }

    func removed(from exchange: Recording.Exchange) -> Recording.Exchange {
        guard !patterns.isEmpty else { return exchange }
        var exchange = exchange
        exchange.request.url = exchange.request.url.replacingText(replaced)
        exchange.request.headerFields = replaced(exchange.request.headerFields)
        exchange.request.body = exchange.request.body.map { Data(replaced(Array($0))) }
        exchange.response.headerFields = replaced(exchange.response.headerFields)
        exchange.response.body = Data(replaced(Array(exchange.response.body)))
        exchange.failure = exchange.failure.map(replaced)
        return exchange
    }

    private func replaced(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: replaced($0.value)) })
    }

    private func replaced(_ text: String) -> String { String(decoding: replaced(Array(text.utf8)), as: UTF8.self) }

    /// Returns the bytes with their secrets replaced; overlapping secrets are replaced together.
    private func replaced(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        // The end of the latest secret, up to which the output is complete.
        var end = 0
        var copied = 0
        for start in bytes.indices where isFirst[Int(bytes[start])] {
            let rest = bytes[start...]
            guard rest.count >= keyLength,
                let pattern = patterns[Self.key(rest.prefix(keyLength))]?.first(where: rest.starts(with:))
            else { continue }
            if start >= end {
                output += bytes[copied..<start]
                output += Redaction.placeholder.utf8
            }
            end = max(end, start + pattern.count)
            copied = end
        }
        return output + bytes[copied...]
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Returns the encodings in which a secret may occur: plain, percent-encoded, as a JSON string, and in base64.
    private static func encodings(of secret: String) -> [String] {
        let encoded = PercentEncoding.encode(secret)
        let json = String(decoding: JSONValue.string(secret).data.dropFirst().dropLast(), as: UTF8.self)
        let lowercased = encoded.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() }
        return [
            secret, encoded, encoded.replacing("%20", with: "+"), lowercased, json, json.replacing("/", with: "\\/"),
            Data(secret.utf8).base64EncodedString(),
        ]
    }
}

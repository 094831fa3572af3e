import SeekBasics

/// Replaces known secrets everywhere, in each of their encodings.
struct SecretValues {
    /// The search for all secrets; nil if they exceed the limit, in which case everything is replaced.
    private let search: PatternSearch?
    private let isEmpty: Bool

    init(_ secrets: Set<String>) {
        isEmpty = secrets.isEmpty
        search = Self.patterns(for: secrets).map { PatternSearch(for: $0) }
    }

    /// Returns the secrets in all encodings, or nil if they exceed ``SecretRules/searchLimit``.
    private static func patterns(for secrets: Set<String>) -> Set<[UInt8]>? {
        var patterns: Set<[UInt8]> = []
        var size = 0
        for secret in secrets {
            // Checked first, because encoding a very large secret takes several times its memory.
            guard size + secret.utf8.count <= SecretRules.searchLimit else { return nil }
            for encoding in encodings(of: secret) {
                let pattern = Array(encoding.utf8)
                if patterns.insert(pattern).inserted { size += pattern.count }
            }
        }
        return size <= SecretRules.searchLimit ? patterns : nil
    }

    func removed(from exchange: Recording.Exchange) -> Recording.Exchange {
        guard !isEmpty else { return exchange }
        var exchange = exchange
        exchange.request.url = exchange.request.url.replacingText(replaced)
        exchange.request.headerFields = replaced(exchange.request.headerFields)
        exchange.request.body = exchange.request.body.map(replaced)
        exchange.response.headerFields = replaced(exchange.response.headerFields)
        exchange.response.body = replaced(exchange.response.body)
        exchange.failure = exchange.failure.map(replaced)
        return exchange
    }

    private func replaced(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: replaced($0.value)) })
    }

    private func replaced(_ text: String) -> String {
        replaced(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private func replaced(_ body: Data) -> Data {
        replaced(Array(body)).map { Data($0) } ?? body
    }

    /// Returns the bytes with their secrets replaced, or nil if they contain none.
    private func replaced(_ bytes: [UInt8]) -> [UInt8]? {
        guard let search else { return Array(Redaction.placeholder.utf8) }
        var steps = 0  // Only tests use the number of steps.
        let ranges = search.ranges(in: bytes, steps: &steps)
        guard !ranges.isEmpty else { return nil }
        var output: [UInt8] = []
        var end = 0
        for range in ranges {
            output += bytes[end..<range.lowerBound]
            output += Redaction.placeholder.utf8
            end = range.upperBound
        }
        return output + bytes[end...]
    }

    /// Returns the encodings in which a secret may occur: plain, percent-encoded, as a JSON string, and in base64.
    static func encodings(of secret: String) -> [String] {
        let encoded = PercentEncoding.encode(secret)
        let json = String(decoding: JSONValue.string(secret).data.dropFirst().dropLast(), as: UTF8.self)
        return [
            secret, encoded, encoded.replacing("%20", with: "+"), Self.lowercasingHex(encoded), json,
            json.replacing("/", with: "\\/"), Data(secret.utf8).base64EncodedString(),
        ]
    }

    /// Returns an encoded string with hexadecimal digits in lower case: `%2f` for `%2F`.
    private static func lowercasingHex(_ encoded: String) -> String {
        let parts = encoded.split(separator: "%", omittingEmptySubsequences: false)
        return String(parts[0]) + parts.dropFirst().map { "%\($0.prefix(2).lowercased())\($0.dropFirst(2))" }.joined()
    }
}

import SeekBasics

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

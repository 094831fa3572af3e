import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Replaces known secrets everywhere, in each of their encodings.
struct SecretValues {
    /// The search for all secrets; nil if they exceed the limit, in which case everything is replaced.
    private let search: PatternSearch?
    private let isEmpty: Bool

    /// Creates the search for the given secrets.
    ///
    /// - Parameter limit: The maximum total number of bytes of all secrets in all encodings.
    init(_ secrets: Set<String>, limit: Int = SecretRules.searchLimit) {
        isEmpty = secrets.isEmpty
        // Checked before the encodings are created. They are counted as six times the size of the secrets, even if some
        // of them are equal.
        let exceedsLimit = secrets.reduce(0) { $0 + $1.utf8.count } > limit / 6
        let patterns = exceedsLimit ? nil : Set(secrets.flatMap(Self.encodings).map { Array($0.utf8) })
        search = patterns.flatMap { PatternSearch(for: $0, limit: limit) }
    }

    /// Replaces the secrets in all parts of an exchange.
    func remove(from exchange: inout Recording.Exchange) {
        guard !isEmpty else { return }
        exchange.request.url = exchange.request.url.replacingText(replaced)
        exchange.request.headerFields = replaced(exchange.request.headerFields)
        exchange.request.body = exchange.request.body.map(replaced)
        exchange.response.headerFields = replaced(exchange.response.headerFields)
        exchange.response.body = replaced(exchange.response.body)
        exchange.failure = exchange.failure.map(replaced)
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
        var steps = 0
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
        var digits = 0
        return String(
            String.UnicodeScalarView(
                encoded.unicodeScalars.map { scalar in
                    digits = scalar == "%" ? 2 : digits - 1
                    return digits >= 0 && scalar != "%"
                        ? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar : scalar
                }
            )
        )
    }
}

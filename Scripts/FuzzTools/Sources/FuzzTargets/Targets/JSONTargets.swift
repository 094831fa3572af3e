import Foundation
import SeekBasics
import SeekModels

@testable import SeekNetworking

extension FuzzTarget {
    /// The JSON parser compared with Foundation's: where RFC 8259 is unambiguous, both must accept the same documents
    /// and read the same values. Also decodes a page of results.
    static let json = FuzzTarget("json") { bytes in
        _ = try? ModelDecoder().decode(YouTubeSearchPage.self, from: Data(bytes))
        let seekResult = Result { try JSONValue(json: bytes) }
        guard isDecidedByRFC(bytes) else { return nil }
        let foundationResult = Result { try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) }
        switch (seekResult, foundationResult) {
        case (.success(let value), .success(let expected)):
            return value == expected ? nil : "values differ: \(value), \(expected)"
        case (.failure, .failure): return nil
        case (.success, .failure(let error)): return "accepted only by Seek: \(error)"
        case (.failure(let error), .success): return "rejected only by Seek: \(error)"
        }
    }

    /// Redaction of secrets: the result of redacting JSON must be JSON.
    static let jsonRedaction = FuzzTarget("json-redaction") { bytes in
        let data = Data(bytes)
        let redacted = Data(Redaction.redacted(json: data).utf8)
        // Foundation's decoder also reads UTF-16 and UTF-32, which RFC 8259 §8.1 does not permit between systems.
        guard isDecidedByRFC(bytes), (try? JSONDecoder().decode(JSONValue.self, from: data)) != nil else { return nil }
        return (try? JSONDecoder().decode(JSONValue.self, from: redacted)) != nil
            ? nil : "the redacted document is not JSON"
    }

    /// Returns whether RFC 8259 determines the result and Foundation conforms to the RFC.
    ///
    /// The RFC does not determine the result for encodings other than UTF-8, a byte order mark, repeated names, lone
    /// surrogates, numbers beyond a `Double`, and deep nesting (§4, §6, §8.1, §8.2, §9). To remain simple, this
    /// function also returns false for some documents that the RFC determines: those that contain `\u`, an exponent,
    /// or more than 15 consecutive digits or letters `e`.
    static func isDecidedByRFC(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.starts(with: [0xEF, 0xBB, 0xBF]),
            !bytes.contains(0)
        else { return false }
        var (depth, deepest, digits) = (0, 0, 0)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            default: digits = 0
            }
            deepest = max(deepest, depth)
            // Not every decoder reads numbers with more than 15 digits exactly.
            if digits > 15 { return false }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // Foundation's decoder accepts a comma before a closing bracket, which the RFC does not (§5).
        let hasTrailingComma = text.firstMatch(of: /,\s*[\]}]/) != nil
        return deepest < 500 && !hasTrailingComma && !text.contains("\\u") && !hasExponent(bytes)
            && !hasRepeatedNames(bytes)
    }

    private static func hasExponent(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { first, second in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= first && second | 0x20 == UInt8(ascii: "e")
        }
    }

    /// Returns whether an object of the document has two members with the same name. Assumes that the document has no
    /// escaped surrogates, which are the other invalid documents that a lenient parser accepts.
    private static func hasRepeatedNames(_ bytes: [UInt8]) -> Bool {
        (try? JSONValue(json: bytes)) == nil && (try? JSONValue(json: bytes, isLenient: true)) != nil
    }
}

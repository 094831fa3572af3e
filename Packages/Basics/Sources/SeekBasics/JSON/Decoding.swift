/// Where and why a value could not be decoded, in words.
public struct DecodingFailure: Sendable, Hashable, CustomStringConvertible {
    /// The path of the invalid value: `items[3].snippet.channelId`. Empty if the whole document is invalid.
    public let path: String
    /// What is wrong with the value: `is missing`, `is null`, `is not a string`; for the whole document, also `is not
    /// valid JSON`. Any other error is described in the decoder's words, which may contain the value; for the whole
    /// document, `is invalid: ` precedes them.
    public let reason: String

    /// Creates a description of a decoding error.
    public init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            path = Self.path(context.codingPath + [key])
            reason = "is missing"
        case .valueNotFound(_, let context):
            path = Self.path(context.codingPath)
            reason = "is null"
        case .typeMismatch(let type, let context):
            path = Self.path(context.codingPath)
            reason = "is not \(Self.name(of: type))"
        case .dataCorrupted(let context):
            path = Self.path(context.codingPath)
            // Foundation's description; the error has no other property by which invalid JSON can be recognized.
            let isInvalidJSON = context.debugDescription == "The given data was not valid JSON."
            let problem = isInvalidJSON ? "is not valid JSON" : "is invalid: \(context.debugDescription)"
            reason = path.isEmpty ? problem : context.debugDescription
        @unknown default:
            path = ""
            reason = "is invalid: \(error)"
        }
    }

    /// The path and the reason: `items[3].id: is not a number`, `the document is not valid JSON`.
    public var description: String { path.isEmpty ? "the document \(reason)" : "\(path): \(reason)" }

    /// Returns a coding path as a string: `items[3].id`. A dictionary's key that is a number is written like an index.
    public static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
        case is Bool.Type: "a Boolean"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "a \(type)"
        }
    }
}

extension JSONDecoder {
    /// Decodes a value of a document from outside. Use it in place of `decode(_:from:)`, which ends the process if a
    /// document ends within more than 512 levels of nesting (Swift 6.3.1, Linux).
    ///
    /// - Throws: `DecodingError`, also for more than 512 levels of nesting. JSON5 is not checked.
    public func decodeBounded<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
        if !allowsJSON5 { try Self.checkNesting(of: json) }
        return try decode(type, from: json)
    }

    /// Checks that a document can be decoded with `decode(_:from:)`.
    ///
    /// - Throws: `DecodingError` for more than 512 levels of nesting, and for a document with as many brackets that is
    ///   not JSON.
    public static func checkNesting(of json: Data) throws {
        // A document without as many brackets is not nested as deeply, whatever its encoding.
        let count = json.withUnsafeBytes { bytes in
            bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        }
        guard count > 512 else { return }
        do throws(JSONSyntaxError) {
            _ = try JSONValue(json: json, isLenient: true)
        } catch {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "\(error)"))
        }
    }
}

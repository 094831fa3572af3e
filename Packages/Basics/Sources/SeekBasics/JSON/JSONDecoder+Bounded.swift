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

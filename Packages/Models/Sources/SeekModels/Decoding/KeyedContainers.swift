import SeekBasics

extension KeyedDecodingContainer {
    /// Decodes a string. Throws if it is missing, empty or of another type.
    func nonEmptyString(forKey key: Key) throws -> String {
        let text = try requiredString(forKey: key)
        guard !text.isEmpty else { throw error(at: key, "is empty") }
        return text
    }

    /// Decodes an absolute `http` or `https` URL. Throws if it is missing or invalid.
    func webURL(forKey key: Key) throws -> URL {
        // Foundation's parser accepts nearly any string by encoding it.
        guard let url = URL(string: try requiredString(forKey: key)), url.host()?.isEmpty == false,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { throw error(at: key, "is not a URL") }
        return url
    }

    private func requiredString(forKey key: Key) throws -> String {
        // The JSON has been checked, so that no other error in a string remains.
        try decode(String.self, forKey: key, orReport: "has an unpaired surrogate")
    }

    /// Decodes a required value, and reports a value of the right type that Foundation cannot represent with its path.
    /// Foundation throws an internal error without one.
    private func decode<Value: Decodable>(
        _ type: Value.Type,
        forKey key: Key,
        orReport reason: String
    ) throws -> Value {
        do {
            return try decode(type, forKey: key)
        } catch {
            switch error {
            case DecodingError.keyNotFound, DecodingError.valueNotFound, DecodingError.typeMismatch: throw error
            default: throw self.error(at: key, reason)
            }
        }
    }

    /// Decodes a value, or returns nil if it is missing, null or invalid.
    ///
    /// Used for optional fields, which the APIs may remove or change in type.
    func decodeIfValid<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Decodes a string, or returns nil if it is missing, empty or of another type.
    func nonEmptyStringIfValid(forKey key: Key) -> String? {
        decodeIfValid(String.self, forKey: key).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Decodes a string that only strict decoding requires. Otherwise, returns an empty string if it is missing or
    /// of another type.
    func string(forKey key: Key, isRequired: Bool) throws -> String {
        isRequired ? try nonEmptyString(forKey: key) : decodeIfValid(String.self, forKey: key) ?? ""
    }

    /// Decodes an RFC 3339 date, or returns nil if it is missing or invalid.
    func date(forKey key: Key) -> Date? {
        decodeIfValid(String.self, forKey: key).flatMap(RFC3339.date)
    }

    /// Decodes a count, which may be in a string, as YouTube sends most of them. Returns nil if it is missing, negative,
    /// too large or not an integer.
    func count(forKey key: Key) -> Int64? {
        integerIfValid(forKey: key).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Decodes an integer, which may be in a string. Throws if it is missing, too large or not an integer.
    func integer(forKey key: Key) throws -> Int64 {
        try integerIfValid(forKey: key)
            ?? decode(Int64.self, forKey: key, orReport: "is not an integer in the expected range")
    }

    /// Decodes an integer, which may be in a string, or returns nil if it is missing, too large or not an integer.
    func integerIfValid(forKey key: Key) -> Int64? {
        decodeIfValid(Int64.self, forKey: key) ?? decodeIfValid(String.self, forKey: key).flatMap { Int64($0) }
    }

    /// Returns the container of a nested object, or nil if it is missing or not an object.
    func nestedContainerIfValid<Keys: CodingKey>(
        keyedBy keys: Keys.Type,
        forKey key: Key
    ) -> KeyedDecodingContainer<Keys>? {
        contains(key) ? try? nestedContainer(keyedBy: keys, forKey: key) : nil
    }

    /// Decodes an array without its invalid elements. Returns an empty array if the member is missing or not an array.
    func validElements<Element: Decodable>(of type: Element.Type, forKey key: Key) -> [Element] {
        decodeIfValid([FailableDecodable<Element>].self, forKey: key)?.compactMap(\.value) ?? []
    }

    /// Decodes thumbnails by name, without those that have no valid URL. Throws if all must be valid and one is not, or
    /// there are none.
    func thumbnails(forKey key: Key, areRequired: Bool = false) throws -> [String: YouTubeThumbnail] {
        guard areRequired else {
            let thumbnails = decodeIfValid([String: FailableDecodable<YouTubeThumbnail>].self, forKey: key)
            return thumbnails?.compactMapValues(\.value) ?? [:]
        }
        let thumbnails = try decode([String: YouTubeThumbnail].self, forKey: key)
        guard !thumbnails.isEmpty else { throw error(at: key, "is empty") }
        return thumbnails
    }

    private func error(at key: Key, _ reason: String) -> ModelError {
        ModelError(path: DecodingFailure.path(codingPath + [key]), reason: reason)
    }
}

private struct FailableDecodable<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

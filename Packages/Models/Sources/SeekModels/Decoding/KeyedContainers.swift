import SeekBasics

extension KeyedDecodingContainer {
    /// Decodes a string. Throws if it is missing, empty or of another type.
    func nonEmptyString(forKey key: Key) throws -> String {
        let text = try decode(String.self, forKey: key)
        guard !text.isEmpty else { throw error(at: key, "is empty") }
        return text
    }

    /// Decodes an absolute `http` or `https` URL. Throws if it is missing or invalid.
    func webURL(forKey key: Key) throws -> URL {
        let text = try decode(String.self, forKey: key)
        guard let url = WebURL.parse(text) else { throw error(at: key, "is not a URL") }
        return url
    }

    /// Decodes a value, or returns nil if it is missing, null or invalid.
    ///
    /// Used for optional fields, which the APIs may remove or change in type.
    func decodeIfValid<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// An overload for strings, which is faster because it bypasses `init(from:)`.
    func decodeIfValid(_ type: String.Type, forKey key: Key) -> String? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// An overload for integers, faster for the same reason.
    func decodeIfValid(_ type: Int64.Type, forKey key: Key) -> Int64? {
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

    /// Decodes a count that YouTube usually sends as a string, or returns nil if it is missing, negative, too large or
    /// not an integer.
    func count(forKey key: Key) -> Int64? {
        guard let text = decodeIfValid(String.self, forKey: key) else { return nonNegativeInteger(forKey: key) }
        return Int64(text).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Decodes an integer that is usually sent as a number, or returns nil if it is missing, negative, too large or not
    /// an integer.
    func nonNegativeInteger(forKey key: Key) -> Int64? {
        integerIfValid(forKey: key).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Decodes an integer. Throws if it is missing, too large or not an integer.
    func integer(forKey key: Key) throws -> Int64 {
        try integerIfValid(forKey: key) ?? decode(Int64.self, forKey: key)
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
    ///
    /// Decodes them one by one, because `Dictionary` casts each value that it decodes, which is slow.
    func thumbnails(forKey key: Key, areRequired: Bool = false) throws -> [String: YouTubeThumbnail] {
        guard areRequired || contains(key) else { return [:] }
        let container: KeyedDecodingContainer<AnyKey>
        do {
            container = try nestedContainer(keyedBy: AnyKey.self, forKey: key)
        } catch {
            if areRequired { throw error }
            return [:]
        }
        let names = container.allKeys
        var thumbnails = [String: YouTubeThumbnail](minimumCapacity: names.count)
        for name in names {
            do {
                thumbnails[name.stringValue] = try container.decode(YouTubeThumbnail.self, forKey: name)
            } catch  where !areRequired {
                continue
            }
        }
        if areRequired, thumbnails.isEmpty { throw error(at: key, "is empty") }
        return thumbnails
    }

    func error(at key: Key, _ reason: String) -> ModelError {
        ModelError(path: DecodingFailure.path(codingPath + [key]), reason: reason)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a date as an RFC 3339 string, with its fraction. Nil is omitted.
    mutating func encode(date: Date?, forKey key: Key) throws {
        try encodeIfPresent(date.map(RFC3339.fractionalString), forKey: key)
    }

    /// Encodes a count as a string, as YouTube sends most of them. Nil is omitted.
    mutating func encode(count: Int64?, forKey key: Key) throws {
        try encodeIfPresent(count.map(String.init), forKey: key)
    }
}

/// The name of any member.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

struct FailableDecodable<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// Parses URLs in responses. Requires the scheme `http` or `https` and a host, because Foundation's parser accepts
/// nearly any string by encoding it.
enum WebURL {
    static func parse(_ text: String) -> URL? {
        hasHost(text) ? URL(string: text) : nil
    }

    /// Returns whether the string begins with `http://` or `https://` and a host. Inspecting the bytes is faster than
    /// parsing a URL.
    private static func hasHost(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            // `| 0x20` converts an ASCII letter to lower case.
            guard bytes.count > 7, bytes[..<4].elementsEqual("http".utf8, by: { $0 | 0x20 == $1 }) else { return false }
            let start = bytes[4] | 0x20 == UInt8(ascii: "s") ? 8 : 7
            guard bytes[(start - 3)..<start].elementsEqual("://".utf8) else { return false }
            let authority = bytes[start...].prefix {
                $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
            }
            let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
            return host.first.map { $0 != UInt8(ascii: ":") } ?? false
        }
    }
}

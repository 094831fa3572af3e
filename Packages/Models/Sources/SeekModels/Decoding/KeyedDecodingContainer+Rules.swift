#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension KeyedDecodingContainer {
    /// Text that must be there and not be empty.
    func nonEmptyText(forKey key: Key) throws -> String {
        let text = try decode(String.self, forKey: key)
        guard !text.isEmpty else { throw error(at: key, "is empty") }
        return text
    }

    /// A web address that must be there and be absolute.
    func webURL(forKey key: Key) throws -> URL {
        let text = try decode(String.self, forKey: key)
        guard let url = WebURL.parse(text) else { throw error(at: key, "is not a URL") }
        return url
    }

    /// A value where there is one of the right type; nil where it is missing, null or of another type.
    ///
    /// For what an answer may do without: the APIs' optional fields change type and vanish.
    func tolerant<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// A moment in RFC 3339, where there is one.
    func date(forKey key: Key) -> Date? {
        tolerant(String.self, forKey: key).flatMap(RFC3339.parse)
    }

    /// A whole number, where there is one: YouTube writes 64-bit counts as text, and in places as numbers.
    func count(forKey key: Key) -> Int? {
        if let text = tolerant(String.self, forKey: key) { return Int(text) }
        return tolerant(Int.self, forKey: key)
    }

    /// The members of an object, where there is one.
    func object<Keys: CodingKey>(_ keys: Keys.Type, forKey key: Key) -> KeyedDecodingContainer<Keys>? {
        contains(key) ? try? nestedContainer(keyedBy: keys, forKey: key) : nil
    }

    /// The elements of an array that are what they should be; none where there is no array.
    func list<Element: Decodable>(of type: Element.Type, forKey key: Key) -> [Element] {
        tolerant([Tolerant<Element>].self, forKey: key)?.compactMap(\.value) ?? []
    }

    /// Pictures by name, those left out whose URL is none. For resources whose pictures are an ornament.
    func thumbnails(forKey key: Key) -> [String: YouTubeThumbnail] {
        guard let pictures = tolerant([String: Tolerant<YouTubeThumbnail>].self, forKey: key) else { return [:] }
        return pictures.compactMapValues(\.value)
    }

    func error(at key: Key, _ reason: String) -> ModelError {
        ModelError(path: ModelError.path(codingPath + [key]), reason: reason)
    }
}

/// A value, or nil where what stands there is none of its kind.
struct Tolerant<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// Web addresses in answers. Foundation's parser accepts nearly any text by encoding it; an address a person can open
/// has a scheme and a host.
enum WebURL {
    static func parse(_ text: String) -> URL? {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = url.host(), !host.isEmpty
        else { return nil }
        return url
    }
}

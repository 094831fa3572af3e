import SeekBasics

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

    /// The same for text: asked for by its own name, which spares a decoder the way through `init(from:)`.
    func tolerant(_ type: String.Type, forKey key: Key) -> String? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// The same for whole numbers.
    func tolerant(_ type: Int64.Type, forKey key: Key) -> Int64? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// The same for truth values.
    func tolerant(_ type: Bool.Type, forKey key: Key) -> Bool? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// A moment in RFC 3339, where there is one.
    func date(forKey key: Key) -> Date? {
        tolerant(String.self, forKey: key).flatMap(RFC3339.date)
    }

    /// A count of 0 or more, where there is one: YouTube writes 64-bit counts as text, and in places as numbers. A negative number
    /// or one that does not fit is no count.
    func count(forKey key: Key) -> Int64? {
        guard let text = tolerant(String.self, forKey: key) else { return naturalNumber(forKey: key) }
        return Int64(text).flatMap { $0 < 0 ? nil : $0 }
    }

    /// A number of 0 or more, where there is one that fits.
    func naturalNumber(forKey key: Key) -> Int64? {
        tolerant(Int64.self, forKey: key).flatMap { $0 < 0 ? nil : $0 }
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
        hasHost(text) ? URL(string: text) : nil
    }

    /// Whether the text begins with `http://` or `https://` and a host. Looked at as bytes: asking the URL for its scheme and
    /// host takes longer than parsing it, and a page has 150 of them.
    private static func hasHost(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count > 8, bytes[..<4].elementsEqual("http".utf8, by: { $0 | 0x20 == $1 }) else { return false }
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

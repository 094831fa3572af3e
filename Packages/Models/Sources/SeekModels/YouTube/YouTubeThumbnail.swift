public import SeekBasics

/// A thumbnail of a video, channel or playlist.
public struct YouTubeThumbnail: Sendable, Hashable {
    /// The URL of the image.
    public var url: URL
    /// The width in pixels; nil if YouTube omits it, as in search results for channels.
    public var width: Int64?
    /// The height in pixels; nil if YouTube omits it, as in search results for channels.
    public var height: Int64?

    /// Creates a thumbnail.
    public init(url: URL, width: Int64? = nil, height: Int64? = nil) {
        self.url = url
        self.width = width
        self.height = height
    }
}

extension YouTubeThumbnail: Codable {
    private enum CodingKeys: String, CodingKey {
        case url, width, height
    }

    /// Decodes a thumbnail. Throws if the URL is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        url = try container.webURL(forKey: .url)
        width = container.nonNegativeInteger(forKey: .width)
        height = container.nonNegativeInteger(forKey: .height)
    }

    /// Encodes a thumbnail as YouTube sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(url.absoluteString, forKey: .url)
        try container.encodeIfPresent(width, forKey: .width)
        try container.encodeIfPresent(height, forKey: .height)
    }
}

/// Thumbnails by name. Decodes the values one by one, because `Dictionary` casts each value that it decodes, which is
/// slow.
struct YouTubeThumbnails: Decodable {
    let byName: [String: YouTubeThumbnail]

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        let names = container.allKeys
        var byName = [String: YouTubeThumbnail](minimumCapacity: names.count)
        for name in names { byName[name.stringValue] = try container.decode(YouTubeThumbnail.self, forKey: name) }
        self.byName = byName
    }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One picture of a video, channel or playlist.
public struct YouTubeThumbnail: Sendable, Hashable {
    /// Where the picture is.
    public var url: URL
    /// Its width in pixels, where YouTube tells: channels' pictures have none.
    public var width: Int64?
    /// Its height in pixels, where YouTube tells.
    public var height: Int64?

    /// Makes a thumbnail.
    public init(url: URL, width: Int64? = nil, height: Int64? = nil) {
        self.url = url
        self.width = width
        self.height = height
    }
}

extension YouTubeThumbnail: Decodable {
    private enum CodingKeys: String, CodingKey {
        case url, width, height
    }

    /// Reads a thumbnail, refusing one whose URL is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        url = try container.webURL(forKey: .url)
        width = container.naturalNumber(forKey: .width)
        height = container.naturalNumber(forKey: .height)
    }
}

/// Pictures by name. What Foundation's own decoding of dictionaries does, without its casts: they took a tenth of a page.
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

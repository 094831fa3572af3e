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
    public var width: Int?
    /// Its height in pixels, where YouTube tells.
    public var height: Int?

    /// Makes a thumbnail.
    public init(url: URL, width: Int? = nil, height: Int? = nil) {
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
        width = container.tolerant(Int.self, forKey: .width)
        height = container.tolerant(Int.self, forKey: .height)
    }
}

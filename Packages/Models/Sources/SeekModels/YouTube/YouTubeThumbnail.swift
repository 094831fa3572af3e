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

extension YouTubeThumbnail: Codable, FieldCodable {
    /// Decodes a thumbnail. Throws if the URL is missing or invalid.
    public init(from decoder: any Decoder) throws { self = try Self(url: .unset).decoded(from: decoder) }

    /// Encodes a thumbnail as YouTube sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("url", &url)
        try fields.count("width", &width)
        try fields.count("height", &height)
    }
}

extension [String: YouTubeThumbnail] {
    /// The thumbnails, the largest first. For a thumbnail without a width or a height, the usual size of its name is
    /// assumed.
    public var largestFirst: [YouTubeThumbnail] {
        sorted { (Self.pixelCount(of: $0), $0.key) > (Self.pixelCount(of: $1), $1.key) }.map(\.value)
    }

    private static func pixelCount(of element: Element) -> Double {
        let width = element.value.width.map(Double.init) ?? usualWidths[element.key] ?? 0
        return width * (element.value.height.map(Double.init) ?? width * 9 / 16)
    }

    /// The widths of a video's thumbnails in pixels (YouTube Data API, `thumbnails`).
    private static let usualWidths: [String: Double] = [
        "default": 120, "medium": 320, "high": 480, "standard": 640, "maxres": 1_280, "fhd": 1_920, "qhd": 2_560,
        "uhd": 3_840,
    ]
}

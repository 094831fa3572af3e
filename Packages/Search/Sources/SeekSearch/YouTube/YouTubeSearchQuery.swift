public import SeekModels

/// What to look for on YouTube.
///
/// A literal text is a query: `youTube.search("swift concurrency")`.
public struct YouTubeSearchQuery: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The text. YouTube takes `-word` as *not* and `|` as *or*.
    public var text: String
    /// What is looked for; nil looks for all kinds.
    public var kind: YouTubeSearchItem.Kind?
    /// How many results a page has: 1...50. Every page costs one call, whatever its size.
    public var pageSize: Int

    /// Makes a query.
    public init(_ text: String, kind: YouTubeSearchItem.Kind? = .video, pageSize: Int = 25) {
        self.text = text
        self.kind = kind
        self.pageSize = pageSize
    }

    /// Makes a query for videos.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The longest text that is sent, in characters. YouTube documents no limit; its servers refuse URLs of more than
    /// about 8 KB, and a character may take 12 bytes of one.
    public static let maximumTextLength = 500
    /// The largest page (search.list, `maxResults`).
    public static let maximumPageSize = 50
}

/// A YouTube search query, or its text: ``YouTubeSearchQuery`` or `String`.
public protocol YouTubeQueryConvertible: Sendable {
    /// The query.
    var youTubeQuery: YouTubeSearchQuery { get }
}

extension YouTubeSearchQuery: YouTubeQueryConvertible {
    /// The query itself.
    public var youTubeQuery: YouTubeSearchQuery { self }
}

extension String: YouTubeQueryConvertible {
    /// A query for videos with this text.
    public var youTubeQuery: YouTubeSearchQuery { YouTubeSearchQuery(self) }
}

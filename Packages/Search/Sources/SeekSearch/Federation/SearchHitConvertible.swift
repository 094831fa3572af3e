/// A result of one source that can be told in the one form all sources share.
public protocol SearchHitConvertible: Sendable {
    /// The result as a hit; nil where it tells too little to be shown, such as a video of which only the length was asked for.
    var searchHit: SearchHit? { get }
    /// Words by which a person would look for it besides those the hit has: tags, topics, labels, who wrote it.
    var searchWords: [String] { get }
}

extension SearchHitConvertible {
    /// None.
    public var searchWords: [String] { [] }
}

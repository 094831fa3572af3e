public import SeekBasics

extension YouTubeSearchItem.Kind {
    /// Returns the URL of an item's page on youtube.com, as a string.
    ///
    /// For printing, prefer this string: creating a `URL` takes much longer.
    public func webAddress(ofID id: String) -> String {
        let id = PercentEncoding.encode(id)
        return switch self {
        case .video: "https://www.youtube.com/watch?v=\(id)"
        case .channel: "https://www.youtube.com/channel/\(id)"
        case .playlist: "https://www.youtube.com/playlist?list=\(id)"
        }
    }
}

extension YouTubeSearchItem {
    /// The URL of the page on youtube.com, as a string.
    public var webAddress: String { kind.webAddress(ofID: id) }
    /// The URL of the page on youtube.com.
    public var webURL: URL? { URL(string: webAddress) }
}

extension YouTubeVideo {
    /// The URL of the page on youtube.com, as a string.
    public var webAddress: String { YouTubeSearchItem.Kind.video.webAddress(ofID: id) }
    /// The URL of the page on youtube.com.
    public var webURL: URL? { URL(string: webAddress) }
}

extension YouTubeChannel {
    /// The URL of the page on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.channel.webAddress(ofID: id)) }
}

extension YouTubePlaylist {
    /// The URL of the page on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.playlist.webAddress(ofID: id)) }
}

extension YouTubePlaylistItem {
    /// The URL of the video's page on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.video.webAddress(ofID: videoID)) }
}

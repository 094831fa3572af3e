import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension YouTubeSearchItem.Kind {
    /// The address of the page for people on youtube.com of what has an id.
    ///
    /// A text, because lists of addresses are written more often than they are opened: making URLs of them took two thirds of the time.
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
    /// The address of the page for people on youtube.com.
    public var webAddress: String { kind.webAddress(ofID: id) }
    /// The page for people on youtube.com.
    public var webURL: URL? { URL(string: webAddress) }
}

extension YouTubeVideo {
    /// The address of the page for people on youtube.com.
    public var webAddress: String { YouTubeSearchItem.Kind.video.webAddress(ofID: id) }
    /// The page for people on youtube.com.
    public var webURL: URL? { URL(string: webAddress) }
}

extension YouTubeChannel {
    /// The page for people on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.channel.webAddress(ofID: id)) }
}

extension YouTubePlaylist {
    /// The page for people on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.playlist.webAddress(ofID: id)) }
}

extension YouTubePlaylistItem {
    /// The video's page for people on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.video.webAddress(ofID: videoID)) }
}

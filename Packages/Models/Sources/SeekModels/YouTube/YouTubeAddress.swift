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
        let id = Self.encoded(id)
        return switch self {
        case .video: "https://www.youtube.com/watch?v=\(id)"
        case .channel: "https://www.youtube.com/channel/\(id)"
        case .playlist: "https://www.youtube.com/playlist?list=\(id)"
        }
    }

    /// The id with what is not unreserved (RFC 3986, 2.3) percent-encoded. Ids of YouTube's have nothing to encode.
    private static func encoded(_ id: String) -> String {
        if id.utf8.allSatisfy(isUnreserved) { return id }
        let digits = Array("0123456789ABCDEF")
        return id.utf8.reduce(into: "") { text, byte in
            if isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 0xF)])"
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "~"):
            true
        default: false
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

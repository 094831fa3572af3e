import Foundation
import SeekModels
import Testing

@Suite("URLs on youtube.com")
struct YouTubeAddressTests {
    @Test(
        "contain the id, percent-encoded if necessary",
        arguments: [
            ("gQ_1zX-F_No", "gQ_1zX-F_No"), ("a b", "a%20b"), ("ü", "%C3%BC"), ("a&b=c", "a%26b%3Dc"), ("x#y", "x%23y"),
            ("%20", "%2520"), ("a/../b", "a%2F..%2Fb"), ("a.~", "a.~"),
        ]
    )
    func addresses(id: String, encoded: String) {
        let expected: [YouTubeSearchItem.Kind: String] = [
            .video: "https://www.youtube.com/watch?v=\(encoded)",
            .channel: "https://www.youtube.com/channel/\(encoded)",
            .playlist: "https://www.youtube.com/playlist?list=\(encoded)",
        ]
        for (kind, address) in expected {
            let item = YouTubeSearchItem(id: id, kind: kind, channelID: "c", title: "t", thumbnails: [:])
            #expect(item.webAddress == address)
            #expect(item.webURL?.absoluteString == address)
        }
        #expect(YouTubeVideo(id: id).webAddress == expected[.video])
        #expect(YouTubeVideo(id: id).webURL?.absoluteString == expected[.video])
        #expect(YouTubePlaylistItem(id: "entry", videoID: id, title: "t").webURL?.absoluteString == expected[.video])
        #expect(YouTubeChannel(id: id, title: "t").webURL?.absoluteString == expected[.channel])
        #expect(YouTubePlaylist(id: id, title: "t").webURL?.absoluteString == expected[.playlist])
    }
}

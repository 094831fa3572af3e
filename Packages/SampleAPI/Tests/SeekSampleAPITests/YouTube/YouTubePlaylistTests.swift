import SeekBasics
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("playlistItems.list")
struct YouTubePlaylistTests {
    let client: Client

    init() throws { client = try Client() }

    @Test("returns the uploads of a channel, newest first, page by page")
    func uploads() throws {
        let channel = try client.youTube("part=contentDetails&forHandle=%40slowswift", method: "channels").items
        let id = try #require(channel.first?["contentDetails"]["relatedPlaylists"]["uploads"].string)
        #expect(id == "UUYlG8pjIwQjRIq56SYslnJA")
        var dates: [String] = []
        var token = ""
        repeat {
            let query = "part=contentDetails&maxResults=20&playlistId=\(id)\(token)"
            let page = try client.youTube(query, method: "playlistItems").json
            #expect(page["pageInfo"]["totalResults"].integer == 27)
            dates += page["items"].elements.compactMap { $0["contentDetails"]["videoPublishedAt"].string }
            token = page["nextPageToken"].string.map { "&pageToken=\($0)" } ?? ""
        } while !token.isEmpty
        #expect(dates.count == 27)
        #expect(dates == dates.sorted(by: >))
    }

    @Test("returns the ID of a private video, without its thumbnails, channel and date")
    func privateVideo() throws {
        let query = "part=snippet,contentDetails&maxResults=50&playlistId=PLdXHL4Lh_Bdzm48P__d1E9oRU_c9rF3vc"
        let item = try #require(try client.youTube(query, method: "playlistItems").items.last)
        #expect(item["snippet"]["title"] == "Private video")
        #expect(item["snippet"]["resourceId"]["videoId"] == item["contentDetails"]["videoId"])
        #expect(item["snippet"]["videoOwnerChannelId"].isNull)
        #expect(item["contentDetails"]["videoPublishedAt"].isNull)
    }

    @Test(
        "refuses unknown and private playlists, foreign page tokens and the list of videos to watch later",
        arguments: [
            ("part=snippet&playlistId=PLunknown", 404, "playlistNotFound"),
            ("part=snippet&playlistId=WL", 403, "watchLaterNotAccessible"),
            ("part=snippet&playlistId=UUYlG8pjIwQjRIq56SYslnJA&pageToken=x", 400, "invalidPageToken"),
            ("part=snippet", 400, "missingRequiredParameter"),
        ]
    )
    func refusals(query: String, status: Int, reason: String) throws {
        let response = try client.youTube(query, method: "playlistItems")
        #expect(response.status == status)
        #expect(response.json["error"]["errors"][0]["reason"].string == reason)
    }
}

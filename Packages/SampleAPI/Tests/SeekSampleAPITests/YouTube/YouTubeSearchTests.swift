import Foundation
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("search.list")
struct YouTubeSearchTests {
    let client: Client

    init() throws {
        client = try Client()
    }

    func titles(_ query: String) throws -> [String] {
        let response = try client.youTube("part=snippet&maxResults=50&\(query)")
        #expect(response.status == 200, "\(response.json["error"]["message"].string ?? "")")
        return response.items.compactMap { $0["snippet"]["title"].string }
    }

    func count(_ query: String) throws -> Int {
        try #require(client.youTube("part=id&maxResults=0&\(query)").json["pageInfo"]["totalResults"].integer)
    }

    @Test("a response has YouTube's header fields and members")
    func shape() throws {
        let response = try client.youTube("part=snippet&q=swift&type=video&maxResults=3&regionCode=jp")
        #expect(response[field: .contentType] == "application/json; charset=UTF-8")
        #expect(response[field: .cacheControl] == "private")
        #expect(response[field: .vary] == "Origin, X-Origin, Referer")
        let page = response.json
        #expect(page.keys == ["kind", "etag", "nextPageToken", "regionCode", "pageInfo", "items"])
        #expect(page["kind"].string == "youtube#searchListResponse")
        #expect(page["regionCode"].string == "JP")
        #expect(page["pageInfo"]["resultsPerPage"].integer == 3)
        #expect(page["items"].elements.count == 3)
        let item = page["items"][0]
        #expect(item.keys == ["kind", "etag", "id", "snippet"])
        #expect(item["id"]["kind"].string == "youtube#video")
        #expect(item["id"]["videoId"].string?.count == 11)
        #expect(
            item["snippet"].keys == [
                "publishedAt", "channelId", "title", "description", "thumbnails", "channelTitle",
                "liveBroadcastContent",
                "publishTime",
            ]
        )
    }

    @Test("special characters in titles are escaped once as HTML entities")
    func entities() throws {
        #expect(try titles("q=%22the+same+loop%22") == ["C++ &amp; C# &amp; Swift: the same loop three times"])
        #expect(try titles("q=mean+html") == ["What does &amp;amp; mean in HTML?"])
        #expect(
            try titles("q=structured+means") == [
                "Swift concurrency from the ground up, part 3: &quot;structured&quot; means a tree"
            ]
        )
        #expect(try titles("q=explained+generics") == ["Generics in Swift: &lt;T&gt; explained"])
        #expect(try titles("q=who+rather") == ["LLVM IR for people who&#39;d rather not"])
    }

    @Test("a long description is truncated")
    func longDescription() throws {
        let item = try client.youTube("part=snippet&q=witnesses+long+version").json["items"][0]
        let description = try #require(item["snippet"]["description"].string)
        #expect(description.count < 170)
        #expect(description.hasSuffix(" ..."))
    }

    @Test("control characters in descriptions are retained")
    func controlCharacters() throws {
        let item = try client.youTube("part=snippet&q=control+characters").json["items"][0]
        #expect(item["snippet"]["description"].string?.contains("\u{1B}[0m") == true)
    }

    @Test(
        "queries that differ only in case or diacritics return the same results",
        arguments: [
            ("SWIFT", "swift"), ("cafe", "café"), ("CAFÉ", "cafe\u{301}"), ("pho", "phở"), ("krakow", "Kraków"),
            ("alesund", "Ålesund"), ("sao tome", "São Tomé"), ("hello", "H\u{334}ello"),
        ]
    )
    func folding(one: String, other: String) throws {
        #expect(try titles("q=\(one.encoded)") == titles("q=\(other.encoded)"))
        #expect(try !titles("q=\(one.encoded)").isEmpty)
    }

    @Test(
        "a query that matches no record returns neither results nor a page token",
        arguments: ["wift", "zzzz", "swift zzzz", "夜東", "&", "...", "\u{0}"]
    )
    func notFound(query: String) throws {
        #expect(try titles("q=\(query.encoded)") == [])
        #expect(try client.youTube("part=snippet&q=\(query.encoded)").json["nextPageToken"].isNull)
    }

    @Test("a missing, empty or blank query matches everything")
    func emptyQuery() throws {
        let all = try count("")
        #expect(try count("q=") == all)
        #expect(try count("q=+++") == all)
        // 124 videos, 11 channels and 9 playlists.
        #expect(all == 144)
    }

    @Test("all terms must match; | means or, - means not, quotation marks form a phrase")
    func operators() throws {
        let (saturn, jupiter) = (try count("q=saturn"), try count("q=jupiter"))
        #expect(saturn == 1)
        #expect(jupiter == 1)
        #expect(try count("q=saturn+jupiter") == 0)
        for query in ["saturn|jupiter", "saturn | jupiter", "|saturn|jupiter"] {
            #expect(try count("q=\(query.encoded)") == 2)
        }
        #expect(try count("q=swift+-concurrency") == count("q=swift") - count("q=swift+concurrency"))
        #expect(try count("q=\("\"hot & cold\"".encoded)") == 1)
        #expect(try count("q=\("\"cold & hot\"".encoded)") == 0)
        #expect(try count("q=\("-\"cold & hot\"".encoded)") == 144)
        #expect(try count("q=\("-\"hot & cold\"".encoded)") == 143)
        // Within quotation marks, - is part of the phrase: one match in a title, one in a URL.
        #expect(try count("q=\("\"-swift\"".encoded)") == 2)
    }

    @Test("the type parameter selects videos, channels and playlists, alone and together")
    func types() throws {
        for (type, name) in [("video", "videoId"), ("channel", "channelId"), ("playlist", "playlistId")] {
            let items = try client.youTube("part=id&maxResults=50&q=swift&type=\(type)").items
            #expect(!items.isEmpty)
            #expect(
                items.allSatisfy { $0["id"].keys == ["kind", name] && $0["id"]["kind"].string == "youtube#\(type)" }
            )
        }
        #expect(try count("type=video") == 124)
        #expect(try count("type=channel") == 11)
        #expect(try count("type=playlist") == 9)
        #expect(try count("type=video,channel") == 135)
        #expect(try count("type=") == 144)
    }

    @Test("the order parameter sorts the results")
    func orders() throws {
        let results = { (order: String) in
            try client.youTube("part=snippet&q=swift&type=video&maxResults=50&order=\(order)").items
        }
        let dates = try results("date").compactMap { $0["snippet"]["publishedAt"].string }
        #expect(dates == dates.sorted(by: >))
        #expect(dates.count == 40)
        let lowercasedTitles = try results("title").compactMap { $0["snippet"]["title"].string?.lowercased() }
        #expect(lowercasedTitles == lowercasedTitles.sorted())
        #expect(lowercasedTitles.count == 40)
        let ids = try results("viewCount").compactMap { $0["id"]["videoId"].string }.joined(separator: ",")
        let videos = try client.youTube("part=statistics&id=\(ids)", method: "videos").items
        let views = videos.compactMap { $0["statistics"]["viewCount"].string }.compactMap(Int.init)
        #expect(views == views.sorted(by: >))
        #expect(views.count == 40)
        #expect(try results("rating").count == 40)
        let channels = try client.youTube("part=snippet&type=channel&order=videoCount").json["items"]
        #expect(channels[0]["snippet"]["title"].string == "Slow Swift")
        // By default, videos with the term in their titles are first.
        let isInTitle = try titles("q=tea&type=video").map { $0.lowercased().contains("tea") }
        #expect(isInTitle.first == true)
        #expect(isInTitle.last == false)
        #expect(isInTitle.drop { $0 }.allSatisfy { !$0 })
    }

    @Test("results published exactly at publishedAfter or publishedBefore are included")
    func inclusiveDates() throws {
        let item = try client.youTube("part=snippet&type=video&maxResults=1").json["items"][0]
        let date = try #require(item["snippet"]["publishedAt"].string)
        #expect(try count("type=video&publishedAfter=\(date)&publishedBefore=\(date)") > 0)
    }

    @Test("dates and channels narrow the search")
    func narrowing() throws {
        let all = try count("type=video")
        let date = "2023-06-01T00:00:00Z"
        let (before, after) = (
            try count("type=video&publishedBefore=\(date)"), try count("type=video&publishedAfter=\(date)")
        )
        #expect(before > 0)
        #expect(after > 0)
        #expect(before + after == all)
        #expect(try count("type=video&publishedAfter=2023-06-01T09:00:00%2B09:00") == after)
        let channels = try client.youTube("part=snippet&q=\("yoru|夜さんぽ".encoded)&type=channel").json["items"]
        let channel = try #require(channels[0]["id"]["channelId"].string)
        #expect(try count("type=video&channelId=\(channel)") == 14)
        #expect(try count("channelId=UC\(String(repeating: "x", count: 22))") == 0)
    }

    @Test(
        "the given values of a video filter each select some videos, and together all videos",
        arguments: [
            ["videoDuration=short", "videoDuration=medium", "videoDuration=long"],
            ["videoDefinition=high", "videoDefinition=standard"], ["videoCaption=closedCaption", "videoCaption=none"],
            ["videoLicense=youtube", "videoLicense=creativeCommon"], ["videoDuration=any"], ["videoSyndicated=true"],
            ["videoDimension=2d"],
        ]
    )
    func filters(filters: [String]) throws {
        let counts = try filters.map { try count("type=video&\($0)") }
        #expect(counts.reduce(0, +) == 124)
        #expect(!counts.contains(0))
    }

    @Test(
        "video filters select the matching videos",
        arguments: [
            ("eventType=live", 1), ("eventType=upcoming", 2), ("eventType=completed", 0), ("videoType=movie", 0),
            ("videoDimension=3d", 0), ("videoCategoryId=10", 8),
            ("videoEmbeddable=true", 122),
        ]
    )
    func namedFilters(filter: String, expected: Int) throws {
        #expect(try count("type=video&\(filter)") == expected)
    }

    @Test("the fields parameter selects members of the response")
    func fields() throws {
        let trimmed = try client.youTube(
            "part=snippet&q=swift&fields=items(id/videoId,snippet(title,thumbnails/default(url))),kind"
        ).json
        #expect(trimmed.keys == ["kind", "items"])
        #expect(trimmed["items"][0].keys == ["id", "snippet"])
        #expect(trimmed["items"][0]["snippet"]["thumbnails"].keys == ["default"])
        #expect(trimmed["items"][0]["snippet"]["thumbnails"]["default"].keys == ["url"])
        #expect(try client.youTube("part=snippet&fields=*").json.keys.count == 6)
        #expect(
            try client.youTube("part=snippet&fields=items/*,items(id),pageInfo").json.keys == ["items", "pageInfo"]
        )
        #expect(try client.youTube("part=snippet&fields=").json.keys.count == 6)
    }

    @Test("part=id omits the snippet")
    func partID() throws {
        #expect(try client.youTube("part=id&q=swift").json["items"][0].keys == ["kind", "etag", "id"])
    }

    @Test("prettyPrint=false omits white space, and an unknown parameter is ignored")
    func compactJSON() throws {
        let pretty = try client.youTube("part=id&q=swift").http.body
        let plain = try client.youTube("part=id&q=swift&prettyPrint=false&unknown=1").http.body
        #expect(pretty.count > plain.count)
        #expect(!plain.contains(UInt8(ascii: "\n")))
    }
}

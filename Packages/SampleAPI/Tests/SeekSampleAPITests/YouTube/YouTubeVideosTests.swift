import Foundation
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("videos.list, channels.list, videos.batchGetStats and ETags")
struct YouTubeVideosTests {
    let client: Client
    let ids: [String]

    init() throws {
        client = try Client()
        let items = try client.youTube("part=id&type=video&q=swift&maxResults=4").items
        ids = items.compactMap { $0["id"]["videoId"].string }
    }

    @Test("videos.list returns videos in the order of the requested IDs, each once, and omits unknown IDs")
    func order() throws {
        let requested = (ids.reversed() + ["unknown0000", ids[0]]).joined(separator: ",")
        let response = try client.youTube("part=id&id=\(requested)&id=\(ids[1])", method: "videos").json
        #expect(response["items"].elements.compactMap { $0["id"].string } == ids.reversed())
        #expect(response["kind"].string == "youtube#videoListResponse")
        #expect(response["pageInfo"]["totalResults"].integer == 4)
    }

    @Test(
        "channels.list returns channels by ID or handle",
        arguments: [
            ("id=UCYlG8pjIwQjRIq56SYslnJA,UCunknown", ["Slow Swift"]), ("forHandle=%40slowswift", ["Slow Swift"]),
            ("forHandle=%40SlowSwift", ["Slow Swift"]), ("forHandle=%40nobody", []),
        ]
    )
    func channels(query: String, titles: [String]) throws {
        let items = try client.youTube("part=snippet&\(query)", method: "channels").items
        #expect(items.compactMap { $0["snippet"]["title"].string } == titles)
    }

    @Test("channels.list requires a filter")
    func channelsWithoutFilter() throws {
        #expect(try client.youTube("part=snippet", method: "channels").status == 400)
    }

    @Test("videos.list returns the requested parts, and does not escape titles")
    func requestedParts() throws {
        let query = "part=snippet,contentDetails&part=statistics,status&id=\(ids[0])"
        let all = try client.youTube(query, method: "videos").json["items"][0]
        #expect(all.keys == ["kind", "etag", "id", "snippet", "contentDetails", "statistics", "status"])
        #expect(all["contentDetails"]["duration"].string?.hasPrefix("P") == true)
        #expect(all["statistics"]["viewCount"].string.flatMap { Int($0) } != nil)
        let result = try client.youTube("part=id&q=%22the+same+loop%22").json["items"][0]
        let id = try #require(result["id"]["videoId"].string)
        let video = try client.youTube("part=snippet&id=\(id)", method: "videos").json["items"][0]
        #expect(video["snippet"]["title"] == "C++ & C# & Swift: the same loop three times")
    }

    @Test("videos.batchGetStats returns statistics and has its own quota")
    func statistics() throws {
        // Without quota units, only a method with its own quota succeeds.
        let client = try Client(SampleAPIConfiguration(unitQuota: 0, statisticsQuota: 1))
        let query = "part=statistics&id=\(ids[0]),unknown0000"
        let items = try client.youTube(query, method: "videos:batchGetStats").items
        #expect(items.map(\.keys) == [["kind", "etag", "id", "statistics"]])
        #expect(items[0]["statistics"]["viewCount"].string.flatMap { Int($0) } != nil)
        #expect(try client.youTube(query, method: "videos:batchGetStats").status == 429)
    }

    @Test("videos.batchGetStats summarizes which videos failed; unknown ids are not among them")
    func failingStatistics() throws {
        var configuration = SampleAPIConfiguration()
        configuration.failingStatistics = [ids[1]]
        let query = "part=contentDetails,snippet&id=\(ids[0]),unknown0000,\(ids[1])"
        let json = try Client(configuration).youTube(query, method: "videos:batchGetStats").json
        #expect(json["items"].array?.map { $0["id"].string } == [ids[0]])
        let details = json["items"][0]["contentDetails"]
        let seconds = try #require(details["duration"].string.flatMap(ISO8601Duration.parse)).components.seconds
        #expect(details["durationMillis"] == .string("\(seconds * 1_000)"))
        #expect(json["items"][0]["snippet"].object?.names == ["publishTime"])
        #expect(
            json["summary"] == [
                "requestedVideoCount": "2", "succeededVideoCount": "1", "failedVideoCount": "1",
                "failedVideoIds": [.string(ids[1])],
            ]
        )
    }

    @Test("videos.list returns the times and viewers of a live broadcast if requested")
    func liveStreamingDetails() throws {
        func details(_ id: String, part: String = "liveStreamingDetails") throws -> [String: String] {
            let item = try client.youTube("part=\(part)&id=\(id)", method: "videos").json["items"][0]
            return item["liveStreamingDetails"].object?.reduce(into: [:]) { $0[$1.name] = $1.value.string } ?? [:]
        }
        #expect(try Set(details("SPnkS1et967").keys) == ["actualStartTime", "scheduledStartTime", "concurrentViewers"])
        #expect(try Set(details("s4Ti9fKZ3AL").keys) == ["scheduledStartTime"])
        #expect(try details("nn6yzCIAVOQ")["actualEndTime"] == "2020-05-19T02:23:45Z")
        #expect(try details("O6LfEEzdQoH").isEmpty)
        #expect(try details("SPnkS1et967", part: "snippet").isEmpty)
    }

    @Test(
        "videos.list rejects invalid parameters",
        arguments: [
            ("part=id", "missingRequiredParameter"), ("id=x", "required"), ("part=all&id=x", "unknownPart"),
            ("part=id&id=" + Array(repeating: "x", count: 51).joined(separator: ","), "invalidParameter"),
        ]
    )
    func invalidParameters(query: String, reason: String) throws {
        let response = try client.youTube(query, method: "videos")
        #expect(response.status == 400)
        #expect(response.json["error"]["errors"][0]["reason"].string == reason)
    }

    @Test("If-None-Match with the current ETag returns 304 and an empty body; with another tag, it returns 200")
    func notModified() throws {
        let first = try client.youTube("part=snippet&q=swift")
        let tag = try #require(first[field: .eTag])
        for field in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let response = try client.youTube(
                "part=snippet&q=swift",
                fields: [.apiKey: "demo-key", .ifNoneMatch: field]
            )
            #expect(response.status == 304, "\(field)")
            #expect(response.http.body.isEmpty, "\(field)")
            #expect(response[field: .eTag] == tag, "\(field)")
            #expect(response[field: .cacheControl] == "private")
            #expect(response[field: .vary] != nil)
        }
        for field in ["\"other\"", "", tag.replacing("\"", with: "")] {
            let response = try client.youTube(
                "part=snippet&q=swift",
                fields: [.apiKey: "demo-key", .ifNoneMatch: field]
            )
            #expect(response.status == 200, "\(field)")
        }
        #expect(try client.youTube("part=snippet&q=noodles")[field: .eTag] != tag)
        #expect(try Client().youTube("part=snippet&q=swift")[field: .eTag] == tag)
    }
}

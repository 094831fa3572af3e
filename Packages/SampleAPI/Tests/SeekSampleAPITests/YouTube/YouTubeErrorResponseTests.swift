import Foundation
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("YouTube's error responses")
struct YouTubeErrorResponseTests {
    let client: Client

    init() throws {
        client = try Client()
    }

    @Test("a missing or empty key returns 403 with Google's message", arguments: [[:] as HTTPFields, [.apiKey: ""]])
    func missingKey(fields: HTTPFields) throws {
        let response = try client.youTube("part=snippet&q=swift", fields: fields)
        #expect(response.status == 403)
        let error = response.json["error"]
        #expect(error["code"].integer == 403)
        #expect(error["status"].string == "PERMISSION_DENIED")
        #expect(error["errors"][0]["reason"].string == "forbidden")
        #expect(error["errors"][0]["domain"].string == "global")
        #expect(error["message"].string?.contains("unregistered callers") == true)
    }

    @Test("an invalid key, in the header field or in the query, returns 400 with API_KEY_INVALID")
    func wrongKey() throws {
        let response = try client.youTube("part=snippet&q=swift", fields: [.apiKey: "oops"])
        #expect(response.status == 400)
        let error = response.json["error"]
        #expect(error.keys == ["code", "message", "errors", "status", "details"])
        #expect(error["status"].string == "INVALID_ARGUMENT")
        #expect(error["errors"][0]["reason"].string == "badRequest")
        #expect(error["details"][0]["reason"].string == "API_KEY_INVALID")
        #expect(error["details"][0]["domain"].string == "googleapis.com")
        #expect(try client.youTube("part=id&key=oops", fields: [:]).status == 400)
        #expect(try client.youTube("part=id&key=demo-key", fields: [:]).status == 200)
    }

    @Test(
        "a missing or invalid parameter or combination of parameters returns 400 with the reason and the location",
        arguments: [
            ("q=x", "required", "part"), ("part=", "required", "part"), ("part=snippet,nothing", "unknownPart", "part"),
            ("part=id&maxResults=51", "invalidParameter", "maxResults"),
            ("part=id&maxResults=-1", "invalidParameter", "maxResults"),
            ("part=id&maxResults=five", "invalidParameter", "maxResults"),
            ("part=id&order=best", "invalidParameter", "order"),
            ("part=id&type=film", "invalidParameter", "type"),
            ("part=id&safeSearch=off", "invalidParameter", "safeSearch"),
            ("part=id&publishedAfter=yesterday", "invalidParameter", "publishedAfter"),
            ("part=id&publishedBefore=2024-02-30T00:00:00Z", "invalidParameter", "publishedBefore"),
            ("part=id&regionCode=JPN", "invalidParameter", "regionCode"),
            ("part=id&regionCode=1%20", "invalidParameter", "regionCode"),
            ("part=id&type=video&videoDuration=tiny", "invalidParameter", "videoDuration"),
            ("part=id&location=1,2", "invalidLocation", "location"),
            ("part=id&locationRadius=5km", "invalidLocation", "location"),
            ("part=id&videoDuration=long", "invalidSearchFilter", "parameters."),
            ("part=id&type=channel&videoCaption=any", "invalidSearchFilter", "parameters."),
            ("part=id&type=video,channel&eventType=live", "invalidSearchFilter", "parameters."),
        ]
    )
    func invalidParameter(query: String, reason: String, location: String) throws {
        let response = try client.youTube(query)
        #expect(response.status == 400)
        let entry = response.json["error"]["errors"][0]
        #expect(entry["reason"].string == reason)
        #expect(entry["location"].string == location)
        #expect(response.json["error"]["message"].string == entry["message"].string)
        #expect(response[field: .contentType]?.hasPrefix("application/json") == true)
        #expect(response[field: .eTag] == nil)
    }

    @Test("an unknown path returns 404")
    func unknownPaths() throws {
        for path in ["/youtube", "/youtube/v3", "/youtube/v3/comments", "/youtube/v2/search", "/youtube/v3/search/x"] {
            let response = try client.send(path, [.apiKey: "demo-key"])
            #expect(response.status == 404, "\(path)")
            #expect(response.json["error"]["code"].integer == 404, "\(path)")
        }
    }

    @Test("POST returns 405, and HEAD is handled like GET")
    func methods() throws {
        let key: HTTPFields = [.apiKey: "demo-key"]
        #expect(try client.send("/youtube/v3/search?part=id", key, method: .post).status == 405)
        #expect(try client.send("/youtube/v3/search?part=id", key, method: .head).status == 200)
    }
}

@Suite("YouTube's quota")
struct YouTubeQuotaTests {
    @Test("an exhausted search quota returns 429 with the limit per day; other methods are not affected")
    func tooManyRequests() throws {
        let client = try Client(SampleAPIConfiguration(searchQuota: 3))
        for _ in 1...3 { #expect(try client.youTube("part=id&q=swift").status == 200) }
        let response = try client.youTube("part=id&q=swift")
        #expect(response.status == 429)
        let error = response.json["error"]
        #expect(error["status"].string == "RESOURCE_EXHAUSTED")
        #expect(error["errors"][0]["reason"].string == "rateLimitExceeded")
        #expect(error["message"].string?.contains("limit 'Search Queries per day'") == true)
        #expect(error["details"][0]["reason"].string == "RATE_LIMIT_EXCEEDED")
        #expect(try client.youTube("part=id&id=x", method: "videos").status == 200)
    }

    @Test("an exhausted quota can return 403 quotaExceeded, as sent by older back ends")
    func quotaExceeded() throws {
        let client = try Client(SampleAPIConfiguration(searchQuota: 0, unitQuota: 0, quotaResponse: .quotaExceeded))
        for (method, query) in [("search", "part=id"), ("videos", "part=id&id=x")] {
            let response = try client.youTube(query, method: method)
            #expect(response.status == 403)
            #expect(response.json["error"]["errors"][0]["reason"].string == "quotaExceeded")
            #expect(response.json["error"]["errors"][0]["domain"].string == "youtube.quota")
        }
    }

    @Test("invalid parameters and 304 responses count as calls; missing or wrong keys and unknown paths do not")
    func costs() throws {
        let client = try Client(SampleAPIConfiguration(searchQuota: 3))
        _ = try client.youTube("part=id", fields: [.apiKey: "oops"])
        _ = try client.youTube("part=id", fields: [:])
        _ = try client.youTube("part=id", method: "nothing")
        let tag = try #require(client.youTube("part=id")[field: .eTag])
        let key: HTTPFields = [.apiKey: "demo-key", .ifNoneMatch: tag]
        #expect(try client.youTube("part=id", fields: key).status == 304)
        #expect(try client.youTube("maxResults=99").status == 400)
        #expect(try client.youTube("part=id").status == 429)
    }

    @Test(
        "the quota is reset at midnight Pacific time, in winter, in summer and when the clocks change",
        arguments: [
            ("2026-01-10T07:59:59Z", "2026-01-10T08:00:00Z"), ("2026-07-10T06:59:59Z", "2026-07-10T07:00:00Z"),
            // The days on which the clocks change: 2026-03-08 and 2026-11-01.
            ("2026-03-08T07:59:59Z", "2026-03-08T08:00:00Z"), ("2026-03-09T06:59:59Z", "2026-03-09T07:00:00Z"),
            ("2026-11-01T06:59:59Z", "2026-11-01T07:00:00Z"), ("2026-11-02T07:59:59Z", "2026-11-02T08:00:00Z"),
        ]
    )
    func dayEnds(before: String, after: String) throws {
        let client = try Client(SampleAPIConfiguration(searchQuota: 1))
        client.clock.now = try #require(RFC3339.date(before))
        #expect(try client.youTube("part=id").status == 200)
        #expect(try client.youTube("part=id").status == 429)
        client.clock.now = try #require(RFC3339.date(after))
        #expect(try client.youTube("part=id").status == 200)
        // The shortest day, on which the clocks change, has 23 hours.
        client.clock.now += 22 * 3600
        #expect(try client.youTube("part=id").status == 429)
    }
}

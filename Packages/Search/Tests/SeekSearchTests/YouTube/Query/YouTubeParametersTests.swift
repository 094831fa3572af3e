import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The parameters of search.list")
struct YouTubeParametersTests {
    /// A valid query with most parameters. `channelType` has no effect on a search for videos, which is only a warning.
    static var full: YouTubeSearchQuery {
        var query = YouTubeSearchQuery("a b", kinds: [.video], pageSize: 50)
        query.order = .viewCount
        query.publishedAfter = Date(timeIntervalSince1970: 1_700_000_000.9)
        query.publishedBefore = Date(timeIntervalSince1970: 1_700_000_100)
        (query.regionCode, query.relevanceLanguage, query.safeSearch) = ("jp", "ja", .strict)
        (query.channelID, query.channelType, query.topicID) = ("UCseekDemoChannel0000001", .any, "/m/04rlf")
        query.location = YouTubeLocation(latitude: 35.681236, longitude: -139)
        query.locationRadius = YouTubeDistance(1.5, .kilometers)
        (query.eventType, query.videoCaption, query.videoCategoryID) = (.completed, .closedCaption, "10")
        return query
    }

    func sent(_ query: YouTubeSearchQuery, token: String? = nil) async throws -> [String: String] {
        let client = YouTubeClient(apiKey: "k", accessToken: token, configuration: configuration(.current))
        _ = try await client.search(query, at: PageCursor(rawValue: "T"))
        let request = try #require(StubTransport.current.received.last)
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    @Test(
        "are sent with YouTube's names and formats",
        .stubbed(stub(.get, youTubeSearch, returning: .json(videos([]))))
    )
    func names() async throws {
        var query = Self.full
        var parameters = try await sent(query)
        let fields = parameters.removeValue(forKey: "fields")
        #expect(fields?.hasPrefix("nextPageToken,") == true)
        #expect(
            parameters == [
                "part": "snippet", "q": "a b", "type": "video", "maxResults": "50", "order": "viewCount",
                "publishedAfter": "2023-11-14T22:13:20Z", "publishedBefore": "2023-11-14T22:15:00Z",
                "regionCode": "JP", "relevanceLanguage": "ja", "safeSearch": "strict",
                "channelId": "UCseekDemoChannel0000001", "channelType": "any", "topicId": "/m/04rlf",
                "location": "35.68124,-139", "locationRadius": "1.5km", "eventType": "completed",
                "videoCaption": "closedCaption", "videoCategoryId": "10", "pageToken": "T", "prettyPrint": "false",
            ]
        )
        query = YouTubeSearchQuery("", kinds: [.video])
        (query.forMine, query.onBehalfOfContentOwner, query.fields, query.prettyPrint) = (true, "owner", nil, true)
        #expect(
            try await sent(query, token: "t") == [
                "part": "snippet", "type": "video", "maxResults": "50", "forMine": "true",
                "onBehalfOfContentOwner": "owner", "prettyPrint": "true", "pageToken": "T",
            ]
        )
        query = YouTubeSearchQuery("", kinds: [.video])
        query.forDeveloper = true
        (query.videoDefinition, query.videoDimension, query.videoDuration) = (.high, .threeD, .medium)
        (query.videoEmbeddable, query.videoLicense, query.videoPaidProductPlacement) = (true, .creativeCommon, true)
        (query.videoSyndicated, query.videoType, query.fields) = (true, .episode, nil)
        #expect(
            try await sent(query, token: "t") == [
                "part": "snippet", "type": "video", "maxResults": "50", "forDeveloper": "true",
                "videoDefinition": "high", "videoDimension": "3d", "videoDuration": "medium",
                "videoEmbeddable": "true", "videoLicense": "creativeCommon", "videoPaidProductPlacement": "true",
                "videoSyndicated": "true", "videoType": "episode", "prettyPrint": "false", "pageToken": "T",
            ]
        )
        query = YouTubeSearchQuery("", kinds: [.video])
        (query.forContentOwner, query.onBehalfOfContentOwner) = (true, "owner")
        #expect(try await sent(query, token: "t")["forContentOwner"] == "true")
    }

    @Test(
        "a location is sent in decimal notation, rounded to five places, and a radius in decimal notation",
        .stubbed(stub(.get, youTubeSearch, returning: .json(videos([])))),
        arguments: [
            (0.00005, -0.000_001, 0.000_001, "0.00005,0", "0.000001km"), (35.681236, -139, 5, "35.68124,-139", "5km"),
            (-0.00001, 180, 0.1 + 0.2, "-0.00001,180", "0.30000000000000004km"),
            (90, 0.1, 1000, "90,0.1", "1000km"),
        ]
    )
    func decimals(row: (latitude: Double, longitude: Double, radius: Double, location: String, radiusText: String))
        async throws
    {
        var query = YouTubeSearchQuery("a", kinds: [.video])
        query.location = YouTubeLocation(latitude: row.latitude, longitude: row.longitude)
        query.locationRadius = YouTubeDistance(row.radius, .kilometers)
        let parameters = try await sent(query)
        #expect(parameters["location"] == row.location)
        #expect(parameters["locationRadius"] == row.radiusText)
    }

    @Test(
        "the key is not sent when a token is set",
        .stubbed(stub(.get, youTubeSearch, returning: .json(videos([]))))
    )
    func token() async throws {
        _ = try await sent(YouTubeSearchQuery("a"), token: "t")
        let fields = try #require(StubTransport.current.received.first?.headerFields)
        #expect(fields[.authorization] == "Bearer t")
        #expect(fields["X-Goog-Api-Key"] == nil)
    }

    @Test("a response limited by fields has everything that the model reads, and pages are in the requested order")
    func sampleAPI() async throws {
        var allFieldsQuery = YouTubeSearchQuery("swift", kinds: [], pageSize: 50)
        allFieldsQuery.fields = nil
        var modelFieldsQuery = allFieldsQuery
        modelFieldsQuery.fields = .searchModel
        let client = try YouTubeClient.ofSampleAPI()
        let pages = [try await client.search(allFieldsQuery), try await client.search(modelFieldsQuery)]
        #expect(pages[0].items.count >= 30)
        #expect(pages[0].items == pages[1].items)
        #expect(pages[0].totalCount == pages[1].totalCount)
        #expect(pages[0].next == pages[1].next)
        var query = YouTubeSearchQuery("swift", pageSize: 7)
        (query.videoDuration, query.order) = (.short, .date)
        var items: [YouTubeSearchItem] = []
        for try await page in client.pages(for: query) { items += page.items }
        #expect(items.count == Set(items.map(\.id)).count)
        #expect(items.allSatisfy { $0.kind == .video })
        let dates = items.compactMap(\.publishedAt)
        #expect(dates == dates.sorted(by: >))
        #expect(!dates.isEmpty)
    }
}

import Foundation
@_spi(Seek) import SeekSearch
import Testing

@Suite("The query of a federated search")
struct FederatedQueryTests {
    private static let full: FederatedQuery = {
        var query = FederatedQuery("swift stars:>10", kinds: [.video, .issue], limit: 3)
        query.sort = .date
        let texts = [
            "since": "7d", "until": "2026-01-31", "language": "ja", "channel": "@slowswift", "region": "JP",
            "duration": "long", "definition": "high", "caption": "closedCaption", "event-type": "live",
            "videoOrder": "rating", "repositorySort": "stars",
        ]
        for field in FederatedQuery.Field.allCases { query.set(field, to: texts[field.rawValue]) }
        return query
    }()

    @Test("is the same after encoding and decoding", arguments: [full, "swift", FederatedQuery("q", kinds: [])])
    func coding(query: FederatedQuery) throws {
        #expect(try JSONDecoder().decode(FederatedQuery.self, from: JSONEncoder().encode(query)) == query)
    }

    @Test("has a text for each filter and order, from which it is set; an invalid text removes it")
    func fields() {
        for field in FederatedQuery.Field.allCases { #expect(Self.full[field] != nil, "\(field)") }
        var query = Self.full
        for field: FederatedQuery.Field in [.since, .channel, .duration, .eventType, .videoOrder] {
            let isValid = query.set(field, to: "x")
            #expect(!isValid)
            #expect(query[field] == nil)
        }
    }

    @Test(
        "is decoded from the scope and the orders of earlier versions",
        arguments: [
            (#""scope":"all""#, [.video, .repository], nil, nil),
            (#""scope":"videos","videoOrder":"rating""#, [.video], .rating, nil),
            (#""scope":"repositories","repositorySort":"help-wanted-issues""#, [.repository], nil, .helpWantedIssues),
            (#""scope":"issues","videoOrder":"unknown""#, [.issue], nil, nil),
            (#""scope":"prs""#, [.pullRequest], nil, nil),
        ] as [(String, [SearchHit.Kind], YouTubeOrder?, GitHubRepositorySort?)]
    )
    func earlierVersions(
        json: String,
        kinds: [SearchHit.Kind],
        videoOrder: YouTubeOrder?,
        repositorySort: GitHubRepositorySort?
    ) throws {
        let data = Data("{\"text\":\"q\",\"limit\":5,\(json)}".utf8)
        let query = try JSONDecoder().decode(FederatedQuery.self, from: data)
        #expect(query.kinds == kinds)
        #expect(query.videoOrder == videoOrder)
        #expect(query.repositorySort == repositorySort)
        #expect(query.limit == 5)
    }

    @Test("is not decoded without a filter that it has", arguments: ["since", "until", "channel"])
    func invalidFilter(name: String) {
        let data = Data("{\"text\":\"q\",\"limit\":5,\"\(name)\":\"soon\"}".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FederatedQuery.self, from: data) }
    }

    @Test(
        "rejects a text that one of the searched services would reject",
        arguments: [
            ([.video, .repository], 256, true), ([.video, .repository], 257, false), ([.video], 500, true),
            ([.video], 501, false), ([.repository], 257, false), ([.issue], 257, false), ([.pullRequest], 257, false),
            ([.video], 0, false), ([.playlist, .user], 0, false),
        ] as [([SearchHit.Kind], Int, Bool)]
    )
    func length(kinds: [SearchHit.Kind], length: Int, isValid: Bool) {
        #expect(Self.isValid(FederatedQuery(String(repeating: "x", count: length), kinds: kinds)) == isValid)
    }

    @Test(
        "rejects a reversed period, code by date and invalid codes; needs no text with a channel",
        arguments: [
            ("swift", nil, [.since: "2026-01-01", .until: "2026-01-01"], true),
            ("swift", nil, [.since: "2026-01-02", .until: "2026-01-01"], false),
            ("swift", [.code], [.since: "7d"], false), ("swift", nil, [.region: "Japan"], false),
            ("", nil, [.channel: "@slowswift"], true), ("", [.repository], [.duration: "long"], false),
        ] as [(String, [SearchHit.Kind]?, [FederatedQuery.Field: String], Bool)]
    )
    func filters(text: String, kinds: [SearchHit.Kind]?, fields: [FederatedQuery.Field: String], isValid: Bool) {
        var query = FederatedQuery(text, kinds: kinds)
        for (field, text) in fields { query.set(field, to: text) }
        #expect(Self.isValid(query) == isValid)
    }

    private static func isValid(_ query: FederatedQuery) -> Bool {
        do throws(SearchError) {
            try query.validate(now: Date(timeIntervalSince1970: 1_790_000_000))
            return true
        } catch {
            return false
        }
    }

    @Test(
        "costs a call for each page of each kind",
        arguments: [
            ([.video, .repository], 50, 1, 1), ([.video, .repository], 51, 2, 1), ([.video], 1_000, 10, 0),
            ([.repository], 101, 0, 2), ([.issue], 1, 0, 1), ([.pullRequest, .code], 1_000, 0, 20),
            ([.video, .channel, .playlist], 60, 6, 0), (["note"], 50, 0, 0),
        ] as [([SearchHit.Kind], Int, Int, Int)]
    )
    func cost(kinds: [SearchHit.Kind], limit: Int, youTube: Int, gitHub: Int) {
        let query = FederatedQuery("q", kinds: kinds, limit: limit)
        #expect(query.youTubeCalls == youTube)
        #expect(query.gitHubCalls == gitHub)
    }

    @Test("looks up the handle of a channel if a kind with channels is searched")
    func lookup() {
        var query: FederatedQuery = ""
        query.channel = "@slowswift"
        #expect(query.looksUpChannel)
        query.kinds = [.channel, .repository]
        #expect(!query.looksUpChannel)
        query = FederatedQuery("")
        query.channel = "UCYlG8pjIwQjRIq56SYslnJA"
        #expect(!query.looksUpChannel)
    }

    @Test("clamps its limit", arguments: [(.min, 1), (0, 1), (1_000, 1_000), (.max, 1_000)] as [(Int, Int)])
    func limits(limit: Int, expected: Int) throws {
        #expect(FederatedQuery("q", limit: limit).limit == expected)
        let data = Data(#"{"text":"q","limit":\#(limit)}"#.utf8)
        #expect(try JSONDecoder().decode(FederatedQuery.self, from: data).limit == expected)
    }

    @Test("kinds have a service, a name for users and a source")
    func kinds() {
        #expect(SearchHit.Kind.searchable.count == 10)
        #expect(SearchHit.Kind.video.sourceName == "youtube")
        #expect(SearchHit.Kind.pullRequest.sourceName == "github-pull-requests")
        #expect(SearchHit.Kind.pullRequest.sourceDisplayName == "GitHub pull requests")
        #expect(SearchHit.Kind.pullRequest.pluralName == "prs")
        #expect(SearchHit.Kind.playlist.service == .youTube)
        #expect(("note" as SearchHit.Kind).service == nil)
    }
}

@Suite("The date of a search")
struct SearchDateTests {
    /// 2026-11-29T10:07:00Z.
    private static let now = Date(timeIntervalSince1970: 1_795_946_820)

    @Test(
        "is a day, a month, a year, a time or relative to now, with a first and a last second",
        arguments: [
            ("2026-01-31", "2026-01-31T00:00:00Z", "2026-01-31T23:59:59Z"),
            ("2024-02", "2024-02-01T00:00:00Z", "2024-02-29T23:59:59Z"),
            ("2024", "2024-01-01T00:00:00Z", "2024-12-31T23:59:59Z"),
            ("2026-12", "2026-12-01T00:00:00Z", "2026-12-31T23:59:59Z"),
            ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
            ("2026-01-31T12:00:00+09:00", "2026-01-31T03:00:00Z", "2026-01-31T03:00:00Z"),
            ("7d", "2026-11-22T00:00:00Z", "2026-11-23T00:00:00Z"),
            ("1w", "2026-11-22T00:00:00Z", "2026-11-23T00:00:00Z"),
            ("90m", "2026-11-29T08:30:00Z", "2026-11-29T08:45:00Z"),
        ]
    )
    func bounds(text: String, start: String, end: String) throws {
        let date = try #require(SearchDate(text))
        #expect(date.description == text)
        #expect(date.start(at: Self.now) == ISO8601DateFormatter().date(from: start))
        #expect(date.end(at: Self.now) == ISO8601DateFormatter().date(from: end))
        #expect(date.isRelative == !text.hasPrefix("20"))
        #expect(try JSONDecoder().decode(SearchDate.self, from: JSONEncoder().encode(date)) == date)
    }

    @Test(
        "is not created from other texts",
        arguments: ["", "202", "20x6", "2026-13", "2026-02-30", "7", "yesterday", "-7d"]
    )
    func invalid(text: String) {
        #expect(SearchDate(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SearchDate].self, from: Data("[\"\(text)\"]".utf8))
        }
    }
}

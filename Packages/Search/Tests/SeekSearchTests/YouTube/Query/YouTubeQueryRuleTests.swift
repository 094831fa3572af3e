import Foundation
import SeekModels
import SeekTestHelpers
import Testing

@testable import SeekSearch

/// A query that violates one rule, a part of the rule's message, and the query with the problem fixed.
struct RuleCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let message: String
    var invalid: YouTubeSearchQuery
    var fixed: YouTubeSearchQuery
    var testDescription: String { rule }

    init(
        _ rule: String,
        _ message: String,
        base: YouTubeSearchQuery = "swift",
        _ change: (inout YouTubeSearchQuery) -> Void,
        fix: (inout YouTubeSearchQuery) -> Void
    ) {
        self.rule = rule
        self.message = message
        invalid = base
        change(&invalid)
        fixed = invalid
        fix(&fixed)
    }
}

private let now = Date(timeIntervalSince1970: 1_800_000_000)
private let channels = YouTubeSearchQuery("swift", kind: .channel)

private let textCases: [RuleCase] = [
    RuleCase("text-needed", "enter one, or set a channel", { $0.text = " \n" }, fix: { $0.topicID = "/m/04rlf" }),
    RuleCase("text-characters", "remove it", { $0.text = "a\0b" }, fix: { $0.text = "ab" }),
    RuleCase(
        "text-length",
        "shorten it to 500",
        { $0.text = String(repeating: "x", count: 501) },
        fix: { $0.text.removeLast() }
    ),
    RuleCase("page-size", "use 1...50", { $0.pageSize = 51 }, fix: { $0.pageSize = 50 }),
    RuleCase("page-size", "use 1...50", { $0.pageSize = 0 }, fix: { $0.pageSize = 1 }),
    RuleCase("fields-grammar", "items(id", { $0.fields = "items(id" }, fix: { $0.fields = "items(id)" }),
    RuleCase("fields-grammar", "items(id", { $0.fields = "items,,kind" }, fix: { $0.fields = "items/id,kind" }),
]

private let filterCases: [RuleCase] = [
    RuleCase(
        "video-filter-needs-type-video",
        "eventType requires type=video; search for videos only, or remove it",
        base: YouTubeSearchQuery("a", kind: nil),
        { $0.eventType = .live },
        fix: { $0.kinds = [.video] }
    ),
    RuleCase(
        "video-filter-needs-type-video",
        "videoDuration and videoEmbeddable require type=video; search for videos only, or remove them",
        base: channels,
        { ($0.videoDuration, $0.videoEmbeddable) = (.long, true) },
        fix: { $0.kinds = [.video] }
    ),
    RuleCase(
        "channel-id",
        "is a handle",
        { $0.channelID = "@swift" },
        fix: { $0.channelID = "UCseekDemoChannel0000001" }
    ),
    RuleCase(
        "channel-id",
        "22 letters",
        { $0.channelID = "UC1" },
        fix: { $0.channelID = "UCseekDemoChannel-00000_" }
    ),
    RuleCase("topic-id", "/m/04rlf", { $0.topicID = "music" }, fix: { $0.topicID = "/m/04rlf" }),
    RuleCase("category-id", "use the number", { $0.videoCategoryID = "Music" }, fix: { $0.videoCategoryID = "10" }),
    RuleCase("region-code", "ISO 3166-1", { $0.regionCode = "Japan" }, fix: { $0.regionCode = "jp" }),
    RuleCase(
        "relevance-language",
        "ISO 639-1",
        { $0.relevanceLanguage = "zh-CN" },
        fix: { $0.relevanceLanguage = "zh-Hans" }
    ),
]

private let locationCases: [RuleCase] = [
    RuleCase(
        "location-needs-radius",
        "set a radius",
        { $0.location = YouTubeLocation(latitude: 35.68, longitude: 139.77) },
        fix: { $0.locationRadius = YouTubeDistance(5, .kilometers) }
    ),
    RuleCase(
        "radius-needs-location",
        "requires location",
        { $0.locationRadius = YouTubeDistance(5, .miles) },
        fix: { $0.location = YouTubeLocation(latitude: 0, longitude: 0) }
    ),
    RuleCase(
        "location-range",
        "latitude of -90...90",
        {
            $0.location = YouTubeLocation(latitude: 139.77, longitude: 35.68)
            $0.locationRadius = YouTubeDistance(1, .meters)
        },
        fix: { $0.location?.latitude = 90 }
    ),
    RuleCase(
        "radius-range",
        "at most 1000 km",
        {
            $0.location = YouTubeLocation(latitude: 1, longitude: 1)
            $0.locationRadius = YouTubeDistance(622, .miles)
        },
        fix: { $0.locationRadius?.value = 621 }
    ),
    RuleCase(
        "radius-range",
        "at most 1000 km",
        {
            $0.location = YouTubeLocation(latitude: 1, longitude: 1)
            $0.locationRadius = YouTubeDistance(.nan, .feet)
        },
        fix: { $0.locationRadius?.value = 3000 }
    ),
]

private let dateCases: [RuleCase] = [
    RuleCase(
        "dates-in-order",
        "correct one date",
        { ($0.publishedAfter, $0.publishedBefore) = (now - 1, now - 2) },
        fix: { $0.publishedBefore = $0.publishedAfter }
    ),
    RuleCase("date-in-future", "earlier date", { $0.publishedAfter = now + 1 }, fix: { $0.publishedAfter = now }),
    RuleCase(
        "date-range",
        "1...9999",
        { $0.publishedBefore = Date(timeIntervalSince1970: 1e12) },
        fix: { $0.publishedBefore = now }
    ),
]

private let ownerCases: [RuleCase] = [
    RuleCase(
        "owner-filter-needs-authorization",
        "access token",
        { $0.forMine = true },
        fix: { $0.forMine = false }
    )
]

private let authorizedCases: [RuleCase] = [
    RuleCase(
        "one-owner-filter",
        "mutually exclusive",
        { ($0.forMine, $0.forDeveloper) = (true, true) },
        fix: { $0.forMine = false }
    ),
    RuleCase(
        "owner-filter-needs-type-video",
        "type=video",
        base: channels,
        { $0.forMine = true },
        fix: { $0.kinds = [.video] }
    ),
    RuleCase(
        "owner-filter-excludes",
        "cannot be combined with videoDefinition; remove forMine or the other",
        { ($0.forMine, $0.videoDefinition, $0.videoCaption) = (true, .high, .closedCaption) },
        fix: { $0.videoDefinition = nil }
    ),
    RuleCase(
        "content-owner-named",
        "set the content owner",
        { $0.forContentOwner = true },
        fix: { $0.onBehalfOfContentOwner = "owner" }
    ),
    RuleCase(
        "parameter-characters",
        "control character",
        { $0.onBehalfOfContentOwner = "a\nb" },
        fix: { $0.onBehalfOfContentOwner = "ab" }
    ),
]

@Suite("The rules of YouTube queries")
struct YouTubeQueryRuleTests {
    @Test(
        "report exactly the violated rule, and nothing once the query is fixed",
        arguments: textCases + filterCases + locationCases + dateCases + ownerCases
    )
    func rules(row: RuleCase) {
        check(row, isAuthorized: false)
    }

    @Test("report exactly the violated rule if requests are authorized by OAuth", arguments: authorizedCases)
    func authorizedRules(row: RuleCase) {
        check(row, isAuthorized: true)
    }

    private func check(_ row: RuleCase, isAuthorized: Bool) {
        let diagnostics = row.invalid.diagnostics(isAuthorized: isAuthorized, now: now)
        #expect(diagnostics.map(\.rule) == [row.rule])
        #expect(diagnostics.first?.problem.description.contains(row.message) == true)
        #expect(row.fixed.diagnostics(isAuthorized: isAuthorized, now: now).isEmpty)
    }

    @Test("each have a test and a unique name")
    func complete() {
        let tested = Set(
            (textCases + filterCases + locationCases + dateCases + ownerCases + authorizedCases).map(\.rule)
        )
        let advice: Set = ["video-count-orders-channels", "channel-type-filters-channels", "location-filters-videos"]
        let names = YouTubeQueryRule.all.map(\.name)
        #expect(Set(names) == tested.union(advice))
        #expect(names.count == Set(names).count)
    }

    @Test("warn about parameters without effect, and allow the query")
    func advice() {
        var query = YouTubeSearchQuery("swift", kinds: [.video, .playlist])
        (query.order, query.channelType) = (.videoCount, .show)
        query.location = YouTubeLocation(latitude: 0, longitude: 0)
        query.locationRadius = YouTubeDistance(10, .feet)
        let diagnostics = query.diagnostics(now: now)
        #expect(diagnostics.count == 3)
        #expect(diagnostics.allSatisfy { $0.severity == .warning })
        #expect(SearchError(diagnostics) == nil)
        #expect(diagnostics[0].description.hasPrefix("warning: order=videoCount"))
    }

    @Test("report all problems, errors first")
    func several() {
        var query = YouTubeSearchQuery("", kinds: [.playlist], pageSize: 99)
        query.channelType = .any
        let diagnostics = query.diagnostics(now: now)
        #expect(diagnostics.map(\.severity) == [.error, .error, .warning])
        #expect(
            SearchError(diagnostics) == .invalidQuery("\(diagnostics[0].problem); \(diagnostics[1].problem)")
        )
    }

    @Test("do not crash for any query", arguments: 0..<300)
    func anything(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let texts = ["", "a", "\0", "@x", "UC", "/m/", "日本", "items(", ")", String(repeating: "é", count: 600)]
        let numbers: [Double] = [0, -1, .nan, .infinity, -.infinity, 1e300, 90, 180.5]
        var query = YouTubeSearchQuery(
            texts.randomElement(using: &random) ?? "",
            kinds: Set(
                YouTubeSearchItem.Kind.allCases.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            ),
            pageSize: [Int.min, 0, 1, 50, Int.max].randomElement(using: &random) ?? 1
        )
        func text() -> String? { Bool.random(using: &random) ? texts.randomElement(using: &random) : nil }
        func number() -> Double { numbers.randomElement(using: &random) ?? 0 }
        (query.channelID, query.topicID, query.regionCode) = (text(), text(), text())
        (query.videoCategoryID, query.relevanceLanguage, query.onBehalfOfContentOwner) = (text(), text(), text())
        query.fields = text().map { YouTubeFields($0) }
        query.location = YouTubeLocation(latitude: number(), longitude: number())
        query.locationRadius = YouTubeDistance(number(), .feet)
        query.publishedAfter = Date(timeIntervalSince1970: number())
        query.publishedBefore = Date(timeIntervalSince1970: number())
        (query.forMine, query.forContentOwner) = (Bool.random(using: &random), Bool.random(using: &random))
        for diagnostic in query.diagnostics(now: now) { #expect(!diagnostic.problem.description.isEmpty) }
    }
}

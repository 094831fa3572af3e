import Foundation
import SeekModels
import SeekTestHelpers
import Testing

@testable import SeekSearch

/// A query that breaks one rule, the words of its message, and the query mended as they say.
struct LintCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let words: String
    var broken: YouTubeSearchQuery
    var mended: YouTubeSearchQuery
    var testDescription: String { rule }

    init(
        _ rule: String,
        _ words: String,
        base: YouTubeSearchQuery = "swift",
        _ damage: (inout YouTubeSearchQuery) -> Void,
        mend: (inout YouTubeSearchQuery) -> Void
    ) {
        self.rule = rule
        self.words = words
        broken = base
        damage(&broken)
        mended = broken
        mend(&mended)
    }
}

private let now = Date(timeIntervalSince1970: 1_800_000_000)
private let channels = YouTubeSearchQuery("swift", kind: .channel)

private let textCases: [LintCase] = [
    LintCase("text-needed", "say what to look for", { $0.text = " \n" }, mend: { $0.topicID = "/m/04rlf" }),
    LintCase("text-characters", "remove it", { $0.text = "a\0b" }, mend: { $0.text = "ab" }),
    LintCase(
        "text-length",
        "at most 500",
        { $0.text = String(repeating: "x", count: 501) },
        mend: { $0.text.removeLast() }
    ),
    LintCase("page-size", "ask for 1...50", { $0.pageSize = 51 }, mend: { $0.pageSize = 50 }),
    LintCase("page-size", "ask for 1...50", { $0.pageSize = 0 }, mend: { $0.pageSize = 1 }),
    LintCase("fields-grammar", "items(id", { $0.fields = "items(id" }, mend: { $0.fields = "items(id)" }),
    LintCase("fields-grammar", "items(id", { $0.fields = "items,,kind" }, mend: { $0.fields = "items/id,kind" }),
]

private let filterCases: [LintCase] = [
    LintCase(
        "video-filter-needs-type-video",
        "eventType needs type=video",
        base: YouTubeSearchQuery("a", kind: nil),
        { $0.eventType = .live },
        mend: { $0.kinds = [.video] }
    ),
    LintCase(
        "video-filter-needs-type-video",
        "videoDuration, videoEmbeddable needs",
        base: channels,
        { ($0.videoDuration, $0.videoEmbeddable) = (.long, true) },
        mend: { $0.kinds = [.video] }
    ),
    LintCase(
        "channel-id",
        "channel(handle:)",
        { $0.channelID = "@swift" },
        mend: { $0.channelID = "UCseekDemoChannel0000001" }
    ),
    LintCase(
        "channel-id",
        "22 letters",
        { $0.channelID = "UC1" },
        mend: { $0.channelID = "UCseekDemoChannel-00000_" }
    ),
    LintCase("topic-id", "/m/04rlf", { $0.topicID = "music" }, mend: { $0.topicID = "/m/04rlf" }),
    LintCase("category-id", "videoCategories", { $0.videoCategoryID = "Music" }, mend: { $0.videoCategoryID = "10" }),
    LintCase("region-code", "ISO 3166-1", { $0.regionCode = "Japan" }, mend: { $0.regionCode = "jp" }),
    LintCase(
        "relevance-language",
        "ISO 639-1",
        { $0.relevanceLanguage = "zh-CN" },
        mend: { $0.relevanceLanguage = "zh-Hans" }
    ),
]

private let placeCases: [LintCase] = [
    LintCase(
        "location-needs-radius",
        "how far around",
        { $0.location = YouTubeLocation(latitude: 35.68, longitude: 139.77) },
        mend: { $0.locationRadius = YouTubeDistance(5, .kilometres) }
    ),
    LintCase(
        "radius-needs-location",
        "around which place",
        { $0.locationRadius = YouTubeDistance(5, .miles) },
        mend: { $0.location = YouTubeLocation(latitude: 0, longitude: 0) }
    ),
    LintCase(
        "location-range",
        "latitude is -90...90",
        {
            $0.location = YouTubeLocation(latitude: 139.77, longitude: 35.68)
            $0.locationRadius = YouTubeDistance(1, .metres)
        },
        mend: { $0.location?.latitude = 90 }
    ),
    LintCase(
        "radius-range",
        "at most 1000 km",
        {
            $0.location = YouTubeLocation(latitude: 1, longitude: 1)
            $0.locationRadius = YouTubeDistance(622, .miles)
        },
        mend: { $0.locationRadius?.value = 621 }
    ),
    LintCase(
        "radius-range",
        "at most 1000 km",
        {
            $0.location = YouTubeLocation(latitude: 1, longitude: 1)
            $0.locationRadius = YouTubeDistance(.nan, .feet)
        },
        mend: { $0.locationRadius?.value = 3000 }
    ),
]

private let dateCases: [LintCase] = [
    LintCase(
        "dates-in-order",
        "exchange them",
        { ($0.publishedAfter, $0.publishedBefore) = (now - 1, now - 2) },
        mend: { swap(&$0.publishedAfter, &$0.publishedBefore) }
    ),
    LintCase("date-in-future", "earlier date", { $0.publishedAfter = now + 1 }, mend: { $0.publishedAfter = now }),
    LintCase(
        "date-range",
        "1...9999",
        { $0.publishedBefore = Date(timeIntervalSince1970: 1e12) },
        mend: { $0.publishedBefore = now }
    ),
]

private let ownerCases: [LintCase] = [
    LintCase(
        "owner-filter-needs-authorization",
        "access token",
        { $0.forMine = true },
        mend: { $0.forMine = false }
    )
]

private let authorizedCases: [LintCase] = [
    LintCase(
        "one-owner-filter",
        "keep one",
        { ($0.forMine, $0.forDeveloper) = (true, true) },
        mend: { $0.forMine = false }
    ),
    LintCase(
        "owner-filter-needs-type-video",
        "type=video",
        base: channels,
        { $0.forMine = true },
        mend: { $0.kinds = [.video] }
    ),
    LintCase(
        "owner-filter-excludes",
        "cannot be combined with videoDefinition",
        { ($0.forMine, $0.videoDefinition, $0.videoCaption) = (true, .high, .closedCaption) },
        mend: { $0.videoDefinition = nil }
    ),
    LintCase(
        "content-owner-named",
        "name the content owner",
        { $0.forContentOwner = true },
        mend: { $0.onBehalfOfContentOwner = "owner" }
    ),
    LintCase(
        "parameter-characters",
        "control character",
        { $0.onBehalfOfContentOwner = "a\nb" },
        mend: { $0.onBehalfOfContentOwner = "ab" }
    ),
]

@Suite("The linter of YouTube's queries")
struct YouTubeQueryLinterTests {
    @Test(
        "Each rule is broken by one query alone, says how to mend it, and is silent when that is done",
        arguments: textCases + filterCases + placeCases + dateCases + ownerCases
    )
    func rules(row: LintCase) {
        check(row, isAuthorized: false)
    }

    @Test("The same with a user's consent", arguments: authorizedCases)
    func authorizedRules(row: LintCase) {
        check(row, isAuthorized: true)
    }

    private func check(_ row: LintCase, isAuthorized: Bool) {
        let diagnostics = row.broken.diagnostics(isAuthorized: isAuthorized, now: now)
        #expect(diagnostics.map(\.rule) == [row.rule])
        #expect(diagnostics.first?.message.contains(row.words) == true)
        #expect(row.mended.diagnostics(isAuthorized: isAuthorized, now: now).isEmpty)
    }

    @Test("Every rule stands in a table above, and names are its own")
    func complete() {
        let tested = Set((textCases + filterCases + placeCases + dateCases + ownerCases + authorizedCases).map(\.rule))
        let advice: Set = ["video-count-orders-channels", "channel-type-filters-channels", "location-filters-videos"]
        let names = YouTubeQueryLinter.rules.map(\.name)
        #expect(Set(names) == tested.union(advice) && names.count == Set(names).count)
    }

    @Test("What does nothing is warned of, and sent all the same")
    func advice() {
        var query = YouTubeSearchQuery("swift", kinds: [.video, .playlist])
        (query.order, query.channelType) = (.videoCount, .show)
        query.location = YouTubeLocation(latitude: 0, longitude: 0)
        query.locationRadius = YouTubeDistance(10, .feet)
        let diagnostics = query.diagnostics(now: now)
        #expect(diagnostics.count == 3 && diagnostics.allSatisfy { $0.severity == .warning })
        #expect(SearchError(diagnostics) == nil)
        #expect(diagnostics[0].description.hasPrefix("warning: order=videoCount"))
    }

    @Test("Several errors are told at once, errors first")
    func several() {
        var query = YouTubeSearchQuery("", kinds: [.playlist], pageSize: 99)
        query.channelType = .any
        let diagnostics = query.diagnostics(now: now)
        #expect(diagnostics.map(\.severity) == [.error, .error, .warning])
        guard case .invalidQuery(let text) = SearchError(diagnostics) else { return #expect(Bool(false), "no error") }
        #expect(text == diagnostics[0].message + "; " + diagnostics[1].message)
    }

    @Test("Any query at all is judged, none crashes", arguments: 0..<300)
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
        for finding in query.diagnostics(now: now) { #expect(!finding.message.isEmpty) }
    }
}

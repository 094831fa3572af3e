public import SeekBasics
import SeekModels

extension YouTubeSearchQuery {
    /// Returns the problems of the query, errors first: what YouTube would reject, what cannot match anything, and what
    /// has no effect. A query without errors can be sent.
    ///
    /// The rules follow the reference of search.list. Validation saves quota, because an invalid request costs a call
    /// like any other.
    ///
    /// - Parameters:
    ///   - isAuthorized: Whether requests are authorized by OAuth, as some filters require.
    ///   - now: The current date.
    public func diagnostics(isAuthorized: Bool = false, now: Date = Date()) -> [QueryDiagnostic] {
        let context = YouTubeQueryRule.Context(isAuthorized: isAuthorized, now: now)
        let diagnostics = YouTubeQueryRule.all.compactMap { rule in
            rule.check(self, context).map { QueryDiagnostic(rule: rule.name, severity: rule.severity, problem: $0) }
        }
        return QueryDiagnostic.errorsFirst(diagnostics)
    }
}

/// A rule that returns a message if a query violates it.
struct YouTubeQueryRule: Sendable {
    struct Context {
        var isAuthorized: Bool
        var now: Date
    }

    typealias Check = @Sendable (YouTubeSearchQuery, Context) -> QueryProblem?

    let name: String
    let severity: QueryDiagnostic.Severity
    let check: Check

    init(_ name: String, severity: QueryDiagnostic.Severity = .error, check: @escaping Check) {
        self.name = name
        self.severity = severity
        self.check = check
    }

    static let all = textRules + filterRules + locationRules + dateRules + ownerRules + adviceRules
}

extension YouTubeQueryRule {
    static let textRules: [Self] = [
        Self("text-needed") { query, _ in
            let isFiltered =
                query.channelID != nil || query.topicID != nil || query.location != nil || !query.ownerFilters.isEmpty
            return QueryText.trimmed(query.text).isEmpty && !isFiltered
                ? "the search text is empty; enter one, or set a channel, topic or location" : nil
        },
        Self("text-characters") { query, _ in
            QueryText.hasControlCharacter(QueryText.trimmed(query.text))
                ? "the search text contains a control character; remove it" : nil
        },
        Self("text-length") { query, _ in
            let count = QueryText.trimmed(query.text).unicodeScalars.count
            let limit = YouTubeSearchQuery.maximumTextLength
            return count > limit
                ? "the search text has \(count) characters; shorten it to \(limit)" : nil
        },
        Self("page-size") { query, _ in
            let limit = YouTubeSearchQuery.maximumPageSize
            return (1...limit).contains(query.pageSize)
                ? nil : "the page size \(query.pageSize) is out of range; use 1...\(limit)"
        },
        Self("fields-grammar") { query, _ in
            query.fields?.isWellFormed == false
                ? "the fields '\(query.fields?.text ?? "")' are not a valid selection; write them like items(id,snippet/title)"
                : nil
        },
    ]

    static let filterRules: [Self] = [
        Self("video-filter-needs-type-video") { query, _ in
            let names = query.videoFilters.map(\.name)
            guard !names.isEmpty, query.kinds != [.video] else { return nil }
            let (verb, object) = names.count == 1 ? ("requires", "it") : ("require", "them")
            return "\(names) \(verb) type=video; search for videos only, or remove \(object)"
        },
        Self("channel-id") { query, _ in
            guard let id = query.channelID else { return nil }
            if id.hasPrefix("@") {
                return "'\(id)' is a handle, not a channel id; look up the id of the channel"
            }
            let isID = id.count == 24 && id.hasPrefix("UC") && isIdentifier(id)
            return isID ? nil : "'\(id)' is not a channel id; use UC and 22 letters, digits, - or _"
        },
        Self("topic-id") { query, _ in
            guard let id = query.topicID else { return nil }
            let isID = (id.hasPrefix("/m/") || id.hasPrefix("/g/")) && id.count > 3 && isIdentifier(id.dropFirst(3))
            return isID ? nil : "'\(id)' is not a topic id; use one such as /m/04rlf"
        },
        Self("category-id") { query, _ in
            guard let id = query.videoCategoryID else { return nil }
            return !id.isEmpty && id.allSatisfy { $0.isASCII && $0.isNumber }
                ? nil : "'\(id)' is not a category id; use the number of a video category"
        },
        Self("region-code") { query, _ in query.regionCode.flatMap(QueryText.problem(inRegionCode:)) },
        Self("relevance-language") { query, _ in
            guard let code = query.relevanceLanguage else { return nil }
            return QueryText.isTwoLetterCode(code) || ["zh-Hans", "zh-Hant"].contains(code)
                ? nil : "'\(code)' is not a language code; use two letters of ISO 639-1, zh-Hans or zh-Hant"
        },
    ]

    static let locationRules: [Self] = [
        Self("location-needs-radius") { query, _ in
            query.location != nil && query.locationRadius == nil
                ? "\(.location) requires \(.locationRadius); set a radius such as 5 km" : nil
        },
        Self("radius-needs-location") { query, _ in
            query.locationRadius != nil && query.location == nil
                ? "\(.locationRadius) requires \(.location); set one" : nil
        },
        Self("location-range") { query, _ in
            guard let location = query.location else { return nil }
            return (-90...90).contains(location.latitude) && (-180...180).contains(location.longitude)
                ? nil : "\(.location) is out of range; use a latitude of -90...90 and a longitude of -180...180"
        },
        Self("radius-range") { query, _ in
            guard let radius = query.locationRadius else { return nil }
            return radius.meters > 0 && radius.meters <= YouTubeDistance.maximum.meters
                ? nil
                : "\(.locationRadius) \(radius.value) \(radius.unit.rawValue) is out of range; use more than 0 and at most 1000 km"
        },
    ]

    static let dateRules: [Self] = [
        Self("dates-in-order") { query, _ in
            guard let after = query.publishedAfter, let before = query.publishedBefore, after > before else {
                return nil
            }
            return "\(.publishedAfter) is later than \(.publishedBefore), so nothing can match; correct one date"
        },
        Self("date-in-future") { query, context in
            guard let after = query.publishedAfter, after > context.now else { return nil }
            return "\(.publishedAfter) is in the future, so nothing can match; use an earlier date"
        },
        Self("date-range") { query, _ in
            let dates = [query.publishedAfter, query.publishedBefore].compactMap { $0?.timeIntervalSince1970 }
            return dates.allSatisfy(UTCTime.validSeconds.contains)
                ? nil : "a date is outside the years 1...9999; use another"
        },
    ]

    static let ownerRules: [Self] = [
        Self("owner-filter-needs-authorization") { query, context in
            guard let name = query.ownerFilters.first, !context.isAuthorized else { return nil }
            return "\(name) requires OAuth instead of an API key; set an access token"
        },
        Self("one-owner-filter") { query, _ in
            query.ownerFilters.count > 1
                ? "\(query.ownerFilters) are mutually exclusive; use only one of them" : nil
        },
        Self("owner-filter-needs-type-video") { query, _ in
            guard let name = query.ownerFilters.first(where: { $0 != .forDeveloper }), query.kinds != [.video]
            else { return nil }
            return "\(name) requires type=video; search for videos only"
        },
        Self("owner-filter-excludes") { query, _ in
            guard let owner = query.ownerFilters.first(where: { $0 != .forDeveloper }) else { return nil }
            let allowed = [QueryProblem.Parameter.eventType, .videoCaption, .videoCategoryID]
            let names = query.videoFilters.map(\.name).filter { !allowed.contains($0) }
            return names.isEmpty
                ? nil
                : "\(owner) cannot be combined with \(names); remove \(owner) or \(names.count == 1 ? "the other" : "the others")"
        },
        Self("content-owner-named") { query, _ in
            query.forContentOwner && (query.onBehalfOfContentOwner ?? "").isEmpty
                ? "\(.forContentOwner) requires \(.onBehalfOfContentOwner); set the content owner" : nil
        },
        Self("parameter-characters") { query, _ in
            let values = [query.onBehalfOfContentOwner, query.fields?.text].compactMap { $0 }
            return values.contains(where: QueryText.hasControlCharacter)
                ? "a parameter contains a control character; remove it" : nil
        },
    ]

    static let adviceRules: [Self] = [
        Self("video-count-orders-channels", severity: .warning) { query, _ in
            query.order == .videoCount && !query.kinds.isEmpty && !query.kinds.contains(.channel)
                ? "\(.order)=videoCount applies to channels only; use viewCount, or search for channels" : nil
        },
        Self("channel-type-filters-channels", severity: .warning) { query, _ in
            query.channelType != nil && !query.kinds.isEmpty && !query.kinds.contains(.channel)
                ? "\(.channelType) applies to channels only, which are not searched; remove it" : nil
        },
        Self("location-filters-videos", severity: .warning) { query, _ in
            query.location != nil && query.kinds != [.video]
                ? "only videos have a location; search for videos only" : nil
        },
    ]

    /// Whether the text consists of ASCII letters, digits, `-` and `_`.
    private static func isIdentifier(_ text: some StringProtocol) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}

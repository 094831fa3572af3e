public import SeekBasics
public import SeekModels
import SeekNetworking

/// A YouTube search query: the parameters of search.list as typed values.
///
/// Searches also accept a string: `youTube.search("swift concurrency")`.
///
/// ```swift
/// var query = YouTubeSearchQuery("night walk")
/// query.order = .date
/// query.videoDuration = .long
/// print(query.diagnostics())     // the problems of the query
/// ```
public struct YouTubeSearchQuery: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The search text (`q`). `-word` excludes a word; `|` means *or*. May be empty if a channel, a topic, a location
    /// or an owner filter is set.
    public var text: String
    /// The kinds of results (`type`); an empty set is all kinds.
    public var kinds: Set<YouTubeSearchItem.Kind>
    /// The number of results per page (`maxResults`): 1...50. The default is 50, because every page costs one call,
    /// whatever its size.
    public var pageSize: Int
    /// The order (`order`); nil is by relevance.
    public var order: YouTubeOrder?
    /// The earliest date of publication, inclusive (`publishedAfter`).
    public var publishedAfter: Date?
    /// The latest date of publication, inclusive (`publishedBefore`).
    public var publishedBefore: Date?
    /// The country in which results can be viewed (`regionCode`): an ISO 3166-1 code of two letters.
    public var regionCode: String?
    /// The preferred language (`relevanceLanguage`): an ISO 639-1 code, `zh-Hans` or `zh-Hant`.
    public var relevanceLanguage: String?
    /// The filter for restricted content (`safeSearch`); nil is moderate.
    public var safeSearch: YouTubeSafeSearch?
    /// The id of the channel whose results are searched, `UC…` (`channelId`); nil is all channels.
    public var channelID: String?
    /// The type of the channels to search (`channelType`).
    public var channelType: YouTubeChannelType?
    /// The Freebase id of a topic, such as `/m/04rlf` for music (`topicId`).
    public var topicID: String?
    /// The center of the area in which videos were recorded (`location`). Requires ``locationRadius``.
    public var location: YouTubeLocation?
    /// The radius around ``location`` (`locationRadius`): at most 1000 km.
    public var locationRadius: YouTubeDistance?
    /// The state of live broadcasts (`eventType`).
    public var eventType: YouTubeEventType?
    /// The filter by captions (`videoCaption`).
    public var videoCaption: YouTubeCaption?
    /// The id of an assignable ``/SeekModels/YouTubeVideoCategory`` (`videoCategoryId`).
    public var videoCategoryID: String?
    /// The resolution of videos (`videoDefinition`).
    public var videoDefinition: YouTubeDefinition?
    /// The dimension of videos (`videoDimension`).
    public var videoDimension: YouTubeDimension?
    /// The length of videos (`videoDuration`).
    public var videoDuration: YouTubeVideoLength?
    /// Whether videos must be embeddable (`videoEmbeddable`).
    public var videoEmbeddable = false
    /// The license of videos (`videoLicense`).
    public var videoLicense: YouTubeLicense?
    /// Whether videos must declare paid product placement (`videoPaidProductPlacement`).
    public var videoPaidProductPlacement = false
    /// Whether videos must be playable outside youtube.com (`videoSyndicated`).
    public var videoSyndicated = false
    /// The type of videos (`videoType`).
    public var videoType: YouTubeVideoType?
    /// Whether to search the authenticated user's videos only (`forMine`). Requires OAuth.
    public var forMine = false
    /// Whether to search videos uploaded by the authenticated project only (`forDeveloper`). Requires OAuth.
    public var forDeveloper = false
    /// Whether to search videos of ``onBehalfOfContentOwner`` only (`forContentOwner`). Requires OAuth by a content
    /// partner.
    public var forContentOwner = false
    /// The content owner for whom the authenticated user acts.
    public var onBehalfOfContentOwner: String?
    /// The fields of the response; nil is all.
    public var fields: YouTubeFields? = .searchModel
    /// Whether the response is indented, which makes it larger.
    public var prettyPrint = false

    /// Creates a query without filters.
    public init(_ text: String = "", kinds: Set<YouTubeSearchItem.Kind>, pageSize: Int = Self.maximumPageSize) {
        self.text = text
        self.kinds = kinds
        self.pageSize = pageSize
    }

    /// Creates a query for one kind of result; nil is all kinds.
    public init(_ text: String, kind: YouTubeSearchItem.Kind? = .video, pageSize: Int = Self.maximumPageSize) {
        self.init(text, kinds: kind.map { [$0] } ?? [], pageSize: pageSize)
    }

    /// Creates a query for videos.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The maximum length of ``text`` in Unicode scalars. YouTube documents no limit, but rejects URLs above about 8
    /// KB; a percent-encoded Unicode scalar takes up to 12 bytes.
    public static let maximumTextLength = 500
    /// The maximum page size (search.list, `maxResults`).
    public static let maximumPageSize = 50
}

/// A YouTube search query, or its text: ``YouTubeSearchQuery`` or `String`.
public protocol YouTubeQueryConvertible: Sendable {
    /// The query.
    var youTubeQuery: YouTubeSearchQuery { get }
}

extension YouTubeSearchQuery: YouTubeQueryConvertible {
    /// The query itself.
    public var youTubeQuery: YouTubeSearchQuery { self }
}

extension String: YouTubeQueryConvertible {
    /// A query for videos with this text.
    public var youTubeQuery: YouTubeSearchQuery { YouTubeSearchQuery(self) }
}

extension YouTubeSearchQuery {
    /// The filters that are set and require `type=video`: parameter names and values.
    var videoFilters: [(name: QueryProblem.Parameter, value: String)] {
        let filters: [(QueryProblem.Parameter, String?)] = [
            (.eventType, eventType?.rawValue),
            (.videoCaption, videoCaption?.rawValue),
            (.videoCategoryID, videoCategoryID),
            (.videoDefinition, videoDefinition?.rawValue),
            (.videoDimension, videoDimension?.rawValue),
            (.videoDuration, videoDuration?.rawValue),
            (.videoEmbeddable, videoEmbeddable ? "true" : nil),
            (.videoLicense, videoLicense?.rawValue),
            (.videoPaidProductPlacement, videoPaidProductPlacement ? "true" : nil),
            (.videoSyndicated, videoSyndicated ? "true" : nil),
            (.videoType, videoType?.rawValue),
        ]
        return filters.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The names of the filters that are set and limit the search to videos of the authorized user, app or content
    /// owner.
    var ownerFilters: [QueryProblem.Parameter] {
        [(.forMine, forMine), (.forDeveloper, forDeveloper), (.forContentOwner, forContentOwner)]
            .compactMap { name, isSet in isSet ? name : nil }
    }

    /// Returns the parameters in a fixed order, so that equal queries have equal URLs and share a cached response.
    func parameters(text: String, at cursor: PageCursor?) -> QueryParameters {
        let kinds = YouTubeSearchItem.Kind.allCases.filter(kinds.contains)
        var parameters: QueryParameters = [
            "part": "snippet",
            "q": text.isEmpty ? nil : text,
            "type": kinds.isEmpty ? nil : kinds.map(\.rawValue).joined(separator: ","),
            "maxResults": String(pageSize),
            "order": order?.rawValue,
            "publishedAfter": publishedAfter.map(RFC3339.string),
            "publishedBefore": publishedBefore.map(RFC3339.string),
            "regionCode": regionCode?.uppercased(),
            "relevanceLanguage": relevanceLanguage,
            "safeSearch": safeSearch?.rawValue,
            "channelId": channelID,
            "channelType": channelType?.rawValue,
            "topicId": topicID,
            "location": location.map { "\(Self.degrees($0.latitude)),\(Self.degrees($0.longitude))" },
            "locationRadius": locationRadius.map { Self.decimal($0.value) + $0.unit.rawValue },
        ]
        parameters.items += videoFilters.map { QueryParameters.Item(name: $0.name.rawValue, value: $0.value) }
        parameters.items += ownerFilters.map { QueryParameters.Item(name: $0.rawValue, value: "true") }
        let requestParameters: QueryParameters = [
            "onBehalfOfContentOwner": onBehalfOfContentOwner,
            "fields": fields?.text,
            "prettyPrint": prettyPrint ? "true" : "false",
            "pageToken": cursor?.rawValue,
        ]
        parameters.items += requestParameters.items
        return parameters
    }

    /// Returns degrees rounded to five decimals, about a meter.
    private static func degrees(_ number: Double) -> String { decimal((number * 100_000).rounded() / 100_000) }

    /// Returns a number without an exponent or trailing zeros: `5`, `35.68`, `0.00001`.
    private static func decimal(_ number: Double) -> String {
        Decimal(string: "\(number)")?.description ?? "\(number)"
    }
}

public import SeekBasics
public import SeekModels

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

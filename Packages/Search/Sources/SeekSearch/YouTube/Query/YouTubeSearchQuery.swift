public import SeekModels

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What to look for on YouTube: the parameters of search.list as typed values.
///
/// A literal text is a query: `youTube.search("swift concurrency")`.
///
/// ```swift
/// var query = YouTubeSearchQuery("night walk")
/// query.order = .date
/// query.videoDuration = .long
/// print(query.findings())        // what the linter has to say
/// ```
public struct YouTubeSearchQuery: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The text (`q`). YouTube takes `-word` as *not* and `|` as *or*. May be empty where a filter says what to look for.
    public var text: String
    /// What is looked for (`type`); an empty set looks for all kinds.
    public var kinds: Set<YouTubeSearchItem.Kind>
    /// How many results a page has (`maxResults`): 1...50. Every page costs one call, whatever its size.
    public var pageSize: Int
    /// In which order they come; nil is by relevance.
    public var order: YouTubeOrder?
    /// Only what was published at this moment or later.
    public var publishedAfter: Date?
    /// Only what was published before this moment.
    public var publishedBefore: Date?
    /// Only what can be seen in this country: an ISO 3166-1 code of two letters.
    public var regionCode: String?
    /// Results that suit this language first: an ISO 639-1 code, or `zh-Hans`, `zh-Hant`.
    public var relevanceLanguage: String?
    /// Whether results unfit for some are left out; nil is moderate.
    public var safeSearch: YouTubeSafeSearch?
    /// Only what this channel published: its id, `UC…`.
    public var channelID: String?
    /// Only channels of this sort.
    public var channelType: YouTubeChannelType?
    /// Only what has to do with this topic: a Freebase id such as `/m/04rlf` (music).
    public var topicID: String?
    /// Only videos recorded around this place. Needs ``locationRadius``.
    public var location: YouTubeLocation?
    /// How far around ``location``: at most 1000 km.
    public var locationRadius: YouTubeDistance?
    /// Only videos that are, will be or were broadcast live.
    public var eventType: YouTubeEventType?
    /// Only videos with captions, or without.
    public var videoCaption: YouTubeCaption?
    /// Only videos of this category: the id of an assignable ``YouTubeVideoCategory``.
    public var videoCategoryID: String?
    /// Only videos in high or in standard definition.
    public var videoDefinition: YouTubeDefinition?
    /// Only videos in 2D or in 3D.
    public var videoDimension: YouTubeDimension?
    /// Only videos of this length.
    public var videoDuration: YouTubeVideoLength?
    /// Only videos that other sites may embed.
    public var videoEmbeddable = false
    /// Only videos under this licence.
    public var videoLicense: YouTubeLicense?
    /// Only videos that say they hold paid product placement.
    public var videoPaidProductPlacement = false
    /// Only videos that can be played outside youtube.com.
    public var videoSyndicated = false
    /// Only films, or only episodes of shows.
    public var videoType: YouTubeVideoType?
    /// Only videos of the authorised user's own. Needs OAuth.
    public var forMine = false
    /// Only videos uploaded by the authorised project. Needs OAuth.
    public var forDeveloper = false
    /// Only videos of the content owner in ``onBehalfOfContentOwner``. Needs OAuth by a content partner.
    public var forContentOwner = false
    /// The content owner the authorised user acts for.
    public var onBehalfOfContentOwner: String?
    /// Which members an answer has; nil asks for all.
    public var fields: YouTubeFields? = .searchModel
    /// Whether an answer is laid out for people; it is larger then.
    public var prettyPrint = false

    /// Makes a query; filters are set afterwards.
    public init(_ text: String = "", kinds: Set<YouTubeSearchItem.Kind>, pageSize: Int = 25) {
        self.text = text
        self.kinds = kinds
        self.pageSize = pageSize
    }

    /// Makes a query for one kind of result, or for all.
    public init(_ text: String, kind: YouTubeSearchItem.Kind? = .video, pageSize: Int = 25) {
        self.init(text, kinds: kind.map { [$0] } ?? [], pageSize: pageSize)
    }

    /// Makes a query for videos.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The longest text that is sent, in characters. YouTube documents no limit; its servers refuse URLs of more than
    /// about 8 KB, and a character may take 12 bytes of one.
    public static let maximumTextLength = 500
    /// The largest page (search.list, `maxResults`).
    public static let maximumPageSize = 50
}

/// The fields of a partial response, in the syntax of Google's APIs, such as `items(id,snippet/title)`.
///
/// Reduces the size of the response and the time to decode it.
public struct YouTubeFields: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The selection as it is sent.
    public let text: String
    /// Whether the syntax is valid. Computed once, because every search is validated.
    let isWellFormed: Bool

    /// Creates a selection.
    public init(_ text: String) {
        self.text = text
        isWellFormed = Self.isWellFormed(text)
    }

    /// Creates a selection.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Returns whether parentheses are balanced, and each name is not empty and consists of ASCII letters, digits, `*`
    /// and `_`. YouTube rejects other selections with `invalidParameter`.
    private static func isWellFormed(_ text: String) -> Bool {
        let separators: Set<Character> = ["(", ",", "/"]
        var depth = 0
        var previous: Character = "("
        for character in text {
            // A separator must be followed by a name, and a closing parenthesis must not.
            switch character {
            case ",", ")": if separators.contains(previous) { return false }
            case "/", "(": if separators.contains(previous) || previous == ")" { return false }
            case "*", "_": if previous == ")" { return false }
            default:
                guard character.isASCII, character.isLetter || character.isNumber, previous != ")" else { return false }
            }
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            guard depth >= 0 else { return false }
            previous = character
        }
        return depth == 0 && !separators.contains(previous)
    }
}

/// The fields that the models read, and no others. Requests select these fields by default.
extension YouTubeFields {
    /// The fields of a ``/SeekModels/YouTubeSearchPage``.
    public static let searchModel: YouTubeFields = """
        nextPageToken,prevPageToken,regionCode,pageInfo/totalResults,items(id(videoId,channelId,playlistId),\
        snippet(channelId,title,description,thumbnails,channelTitle,publishedAt,liveBroadcastContent))
        """

    /// The fields of ``/SeekModels/YouTubeVideo``, in all parts.
    public static let videoModel: YouTubeFields = """
        nextPageToken,pageInfo/totalResults,items(id,snippet(title,description,channelId,channelTitle,publishedAt,\
        thumbnails,tags,categoryId,liveBroadcastContent),contentDetails(duration,definition,caption),\
        statistics(viewCount,likeCount,commentCount),status(privacyStatus,embeddable,license),\
        liveStreamingDetails(scheduledStartTime,actualStartTime,actualEndTime,concurrentViewers))
        """

    /// The fields of a response of videos.batchGetStats.
    static let statisticsModel: YouTubeFields = """
        items(id,snippet/publishTime,statistics(viewCount,likeCount,commentCount),contentDetails/duration),\
        summary/failedVideoIds
        """

    static let channelModel: YouTubeFields = """
        nextPageToken,pageInfo/totalResults,items(id,snippet(title,description,customUrl,publishedAt,thumbnails,\
        country),statistics(subscriberCount,hiddenSubscriberCount,videoCount,viewCount),\
        contentDetails/relatedPlaylists/uploads)
        """

    static let playlistModel: YouTubeFields = """
        nextPageToken,pageInfo/totalResults,items(id,snippet(title,description,channelId,channelTitle,publishedAt,\
        thumbnails),contentDetails/itemCount)
        """

    static let playlistItemModel: YouTubeFields = """
        nextPageToken,pageInfo/totalResults,items(id,snippet(title,description,playlistId,position,publishedAt,\
        thumbnails,resourceId/videoId,videoOwnerChannelId,videoOwnerChannelTitle),contentDetails/videoPublishedAt)
        """

    static let videoCategoryModel: YouTubeFields =
        "nextPageToken,pageInfo/totalResults,items(id,snippet(title,assignable))"
}

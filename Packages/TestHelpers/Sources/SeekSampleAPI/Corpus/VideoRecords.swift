/// A thumbnail.
struct ThumbnailRecord: Decodable, Sendable {
    var url: String
    var width: Int?
    var height: Int?
}

/// A video with the members of videos.list.
struct VideoRecord: Decodable, Sendable {
    struct Snippet: Decodable, Sendable {
        var publishedAt: String
        var channelId: String
        var title: String
        var description: String
        var thumbnails: [String: ThumbnailRecord]
        var categoryId: String
        var liveBroadcastContent: String
        var defaultAudioLanguage: String?
    }

    struct ContentDetails: Decodable, Sendable {
        var duration: String
        var dimension: String
        var definition: String
        var caption: String
        var licensedContent: Bool
    }

    struct Status: Decodable, Sendable {
        var privacyStatus: String
        var license: String
        var embeddable: Bool
    }

    struct Statistics: Decodable, Sendable {
        var viewCount: String
        var likeCount: String?
        var commentCount: String?
    }

    struct LiveStreamingDetails: Decodable, Sendable {
        var scheduledStartTime: String?
        var actualStartTime: String?
        var actualEndTime: String?
        var concurrentViewers: String?
    }

    var id: String
    var snippet: Snippet
    var contentDetails: ContentDetails
    var status: Status
    var statistics: Statistics
    /// The times of the live broadcast; nil for other videos.
    var liveStreamingDetails: LiveStreamingDetails?
}

/// A channel.
struct ChannelRecord: Decodable, Sendable {
    struct Snippet: Decodable, Sendable {
        var publishedAt: String
        var title: String
        var description: String
        var thumbnails: [String: ThumbnailRecord]
    }

    var id: String
    var snippet: Snippet
}

/// A playlist.
struct PlaylistRecord: Decodable, Sendable {
    struct Snippet: Decodable, Sendable {
        var publishedAt: String
        var channelId: String
        var title: String
        var description: String
        var thumbnails: [String: ThumbnailRecord]
    }

    var id: String
    var snippet: Snippet
}

/// ISO 8601 durations in YouTube's form: `PT1H2M44S`, `P0D` for a broadcast that has not ended.
enum VideoDuration {
    /// Returns the length in seconds; nil if the string is not a duration.
    static func seconds(_ text: String) -> Int? {
        guard text.hasPrefix("P") else { return nil }
        var total = 0
        var digits = ""
        for character in text.dropFirst() {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else if character == "T", digits.isEmpty {
                continue
            } else {
                guard let unit = units[character], let count = Int(digits) else { return nil }
                total += count * unit
                digits = ""
            }
        }
        return digits.isEmpty ? total : nil
    }

    private static let units: [Character: Int] = ["D": 86400, "H": 3600, "M": 60, "S": 1]
}

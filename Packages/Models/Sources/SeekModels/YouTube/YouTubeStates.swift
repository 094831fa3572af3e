/// Whether a video is a live broadcast.
public enum YouTubeLiveState: ExtensibleEnum {
    /// Not live: the video is not a broadcast, or the broadcast has ended.
    case notLive
    /// Live now.
    case live
    /// Scheduled.
    case upcoming
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [.notLive, .live, .upcoming]

    /// The string of YouTube's API.
    public var rawValue: String {
        switch self {
        case .notLive: "none"
        case .live: "live"
        case .upcoming: "upcoming"
        case .unknown(let value): value
        }
    }
}

/// Which users can watch a video.
public enum YouTubePrivacyStatus: ExtensibleEnum {
    /// All users.
    case `public`
    /// Users who have the URL.
    case unlisted
    /// Users selected by the owner.
    case `private`
    /// A value that Seek does not know.
    case unknown(String)

    /// The values that Seek knows.
    public static let knownCases: [Self] = [.public, .unlisted, .private]

    /// The string of YouTube's API.
    public var rawValue: String {
        switch self {
        case .public: "public"
        case .unlisted: "unlisted"
        case .private: "private"
        case .unknown(let value): value
        }
    }
}

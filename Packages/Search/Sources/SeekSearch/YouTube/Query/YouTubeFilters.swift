/// The order of a YouTube search (`order`).
public enum YouTubeOrder: String, Sendable, Hashable, CaseIterable {
    /// The best match first.
    case relevance
    /// The newest first.
    case date
    /// The best rated first.
    case rating
    /// By title.
    case title
    /// Channels with the most videos first.
    case videoCount
    /// The most seen first.
    case viewCount
}

/// Whether results unfit for some are left out (`safeSearch`).
public enum YouTubeSafeSearch: String, Sendable, Hashable, CaseIterable {
    /// Nothing is left out.
    case none
    /// What the region restricts is left out.
    case moderate
    /// All restricted results are left out.
    case strict
}

/// A sort of channels (`channelType`).
public enum YouTubeChannelType: String, Sendable, Hashable, CaseIterable {
    /// Every channel.
    case any
    /// Shows.
    case show
}

/// A state of live broadcasts (`eventType`).
public enum YouTubeEventType: String, Sendable, Hashable, CaseIterable {
    /// Those that ended.
    case completed
    /// Those on air.
    case live
    /// Those to come.
    case upcoming
}

/// Captions of videos (`videoCaption`).
public enum YouTubeCaption: String, Sendable, Hashable, CaseIterable {
    /// With captions.
    case closedCaption
    /// Without captions.
    case none
}

/// The definition of videos (`videoDefinition`).
public enum YouTubeDefinition: String, Sendable, Hashable, CaseIterable {
    /// HD.
    case high
    /// SD.
    case standard
}

/// The dimensions of videos (`videoDimension`).
public enum YouTubeDimension: String, Sendable, Hashable, CaseIterable {
    /// Flat.
    case twoD = "2d"
    /// Three-dimensional.
    case threeD = "3d"
}

/// The length of videos (`videoDuration`).
public enum YouTubeVideoLength: String, Sendable, Hashable, CaseIterable {
    /// Below 4 minutes.
    case short
    /// 4 to 20 minutes.
    case medium
    /// Above 20 minutes.
    case long
}

/// The licence of videos (`videoLicense`).
public enum YouTubeLicense: String, Sendable, Hashable, CaseIterable {
    /// Creative Commons.
    case creativeCommon
    /// YouTube's own.
    case youtube
}

/// A sort of videos (`videoType`).
public enum YouTubeVideoType: String, Sendable, Hashable, CaseIterable {
    /// Episodes of shows.
    case episode
    /// Films.
    case movie
}

/// A place on the map (`location`).
public struct YouTubeLocation: Sendable, Hashable {
    /// Degrees north of the equator: -90...90.
    public var latitude: Double
    /// Degrees east of Greenwich: -180...180.
    public var longitude: Double

    /// Makes a place.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A distance (`locationRadius`).
public struct YouTubeDistance: Sendable, Hashable {
    /// The units YouTube takes.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Metres.
        case metres = "m"
        /// Kilometres.
        case kilometres = "km"
        /// Feet.
        case feet = "ft"
        /// Miles.
        case miles = "mi"

        /// A unit's length in metres.
        var length: Double {
            switch self {
            case .metres: 1
            case .kilometres: 1000
            case .feet: 0.3048
            case .miles: 1609.344
            }
        }
    }

    /// How many of the unit.
    public var value: Double
    /// The unit.
    public var unit: Unit

    /// Makes a distance.
    public init(_ value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// The largest radius YouTube takes.
    public static let maximum = YouTubeDistance(1000, .kilometres)

    /// The distance in metres.
    public var metres: Double { value * unit.length }
}

/// A partial answer: which members are wanted, in the grammar of Google's APIs, such as `items(id,snippet/title)`.
///
/// Less is sent and less is decoded.
public struct YouTubeFields: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The selection as it is sent.
    public let text: String
    /// Whether it is one. Looked at once: a selection is made once, and each search is judged.
    let isWellFormed: Bool

    /// Makes a selection.
    public init(_ text: String) {
        self.text = text
        isWellFormed = Self.isWellFormed(text)
    }

    /// Makes a selection.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// What ``SeekModels/YouTubeSearchPage`` reads, and nothing else.
    public static let searchModel: YouTubeFields = """
        nextPageToken,prevPageToken,regionCode,pageInfo/totalResults,items(id,\
        snippet(channelId,title,description,thumbnails,channelTitle,publishedAt,liveBroadcastContent))
        """

    /// Whether its parentheses close and nothing is empty: what YouTube would answer with `invalidParameter` otherwise.
    private static func isWellFormed(_ text: String) -> Bool {
        var depth = 0
        var previous = UInt8(ascii: "(")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: ")"):
                if isOpen(previous) { return false }
            case UInt8(ascii: "/"), UInt8(ascii: "("):
                if isOpen(previous) || previous == UInt8(ascii: ")") { return false }
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "_"):
                if previous == UInt8(ascii: ")") { return false }
            default:
                return false
            }
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            guard depth >= 0 else { return false }
            previous = byte
        }
        return depth == 0 && !isOpen(previous)
    }

    /// Whether a name has to follow.
    private static func isOpen(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "(") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/")
    }
}

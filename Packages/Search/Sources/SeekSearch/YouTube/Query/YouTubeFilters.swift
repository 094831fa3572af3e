/// The order of a YouTube search (`order`).
public enum YouTubeOrder: String, Sendable, Hashable, Codable, CaseIterable {
    /// By relevance.
    case relevance
    /// Newest first.
    case date
    /// Highest rated first.
    case rating
    /// By title.
    case title
    /// Channels by their number of videos, most first.
    case videoCount
    /// Most viewed first.
    case viewCount
}

/// The filter for restricted content (`safeSearch`).
public enum YouTubeSafeSearch: String, Sendable, Hashable, CaseIterable {
    /// No filter.
    case none
    /// Excludes content restricted in the region.
    case moderate
    /// Excludes all restricted content.
    case strict
}

/// The type of channels (`channelType`).
public enum YouTubeChannelType: String, Sendable, Hashable, CaseIterable {
    /// All channels.
    case any
    /// Shows only.
    case show
}

/// The state of live broadcasts (`eventType`).
public enum YouTubeEventType: String, Sendable, Hashable, CaseIterable {
    /// Broadcasts that have ended.
    case completed
    /// Broadcasts on air.
    case live
    /// Scheduled broadcasts.
    case upcoming
}

/// The filter by captions (`videoCaption`).
public enum YouTubeCaption: String, Sendable, Hashable, CaseIterable {
    /// With captions.
    case closedCaption
    /// Without captions.
    case none
}

/// The resolution of videos (`videoDefinition`).
public enum YouTubeDefinition: String, Sendable, Hashable, CaseIterable {
    /// HD.
    case high
    /// SD.
    case standard
}

/// The dimension of videos (`videoDimension`).
public enum YouTubeDimension: String, Sendable, Hashable, CaseIterable {
    /// 2D.
    case twoD = "2d"
    /// 3D.
    case threeD = "3d"
}

/// The length of videos (`videoDuration`).
public enum YouTubeVideoLength: String, Sendable, Hashable, CaseIterable {
    /// Under 4 minutes.
    case short
    /// 4 to 20 minutes.
    case medium
    /// Over 20 minutes.
    case long
}

/// The license of videos (`videoLicense`).
public enum YouTubeLicense: String, Sendable, Hashable, CaseIterable {
    /// Creative Commons.
    case creativeCommon
    /// The standard YouTube license.
    case youtube
}

/// The type of videos (`videoType`).
public enum YouTubeVideoType: String, Sendable, Hashable, CaseIterable {
    /// Episodes of shows.
    case episode
    /// Movies.
    case movie
}

/// A geographic location (`location`).
public struct YouTubeLocation: Sendable, Hashable {
    /// The latitude in degrees: -90...90.
    public var latitude: Double
    /// The longitude in degrees: -180...180.
    public var longitude: Double

    /// Creates a location.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A distance (`locationRadius`).
public struct YouTubeDistance: Sendable, Hashable {
    /// The units that YouTube supports.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Meters.
        case meters = "m"
        /// Kilometers.
        case kilometers = "km"
        /// Feet.
        case feet = "ft"
        /// Miles.
        case miles = "mi"

        var meters: Double {
            switch self {
            case .meters: 1
            case .kilometers: 1000
            case .feet: 0.3048
            case .miles: 1609.344
            }
        }
    }

    /// The number of units.
    public var value: Double
    /// The unit.
    public var unit: Unit

    /// Creates a distance.
    public init(_ value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// The maximum radius.
    public static let maximum = YouTubeDistance(1000, .kilometers)

    /// The distance in meters.
    public var meters: Double { value * unit.meters }
}

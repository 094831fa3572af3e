import Seek
import SeekBasics

/// The parts of the ID of a result: `youtube:video:gQ_1zX-F_No`.
struct ResultID: Sendable, Hashable {
    let kind: SearchHit.Kind
    /// The ID that the service uses.
    let rawID: String

    /// Parses an ID; nil for a string that cannot be the ID of a result.
    init?(_ id: String) {
        let parts = id.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts[2].isEmpty else { return nil }
        (kind, rawID) = (SearchHit.Kind(rawValue: parts[1]), parts[2])
        guard SearchParameters.allKinds.contains(kind), parts[0] == (kind.isOnYouTube ? "youtube" : "github") else {
            return nil
        }
        // Only the IDs of results with details are sent to a service.
        guard hasDetails else { return }
        let isValid = rawID.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): kind.isOnYouTube
            case UInt8(ascii: "-"), UInt8(ascii: "_"): kind.isOnYouTube
            default: false
            }
        }
        guard isValid, rawID.utf8.count <= 100 else { return nil }
    }

    /// Whether results of the kind have details: videos, channels, playlists and repositories.
    var hasDetails: Bool { kind.isOnYouTube || kind == .repository }

    /// The URL of the result's web page on YouTube; nil for GitHub, where the URL does not follow from the ID.
    var url: URL? {
        YouTubeSearchItem.Kind(rawValue: kind.rawValue).flatMap { URL(string: $0.webAddress(ofID: rawID)) }
    }
}

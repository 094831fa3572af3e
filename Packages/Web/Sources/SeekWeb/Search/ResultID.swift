import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The parts of the ID of a result: `youtube:video:gQ_1zX-F_No`.
struct ResultID: Sendable, Hashable {
    /// The kind.
    let kind: SearchHit.Kind
    /// The ID in the service.
    let rawID: String

    /// Parses an ID; nil unless the result is a video, a channel, a playlist or a repository, which have details.
    init?(_ id: String) {
        let parts = id.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[2].utf8.count <= 100 else { return nil }
        (kind, rawID) = (SearchHit.Kind(rawValue: parts[1]), parts[2])
        let isRawIDValid = rawID.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): parts[0] == "youtube"
            case UInt8(ascii: "-"), UInt8(ascii: "_"): parts[0] == "youtube"
            default: false
            }
        }
        let services = [
            SearchHit.Kind.video: "youtube", .channel: "youtube", .playlist: "youtube", .repository: "github",
        ]
        guard services[kind] == parts[0], isRawIDValid, !rawID.isEmpty else { return nil }
    }

    /// The address of the result; nil for a repository, whose address does not contain its number.
    var url: URL? {
        switch kind {
        case .video: URL(string: "https://www.youtube.com/watch?v=\(rawID)")
        case .channel: URL(string: "https://www.youtube.com/channel/\(rawID)")
        case .playlist: URL(string: "https://www.youtube.com/playlist?list=\(rawID)")
        default: nil
        }
    }
}

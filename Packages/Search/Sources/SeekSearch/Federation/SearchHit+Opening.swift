#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SearchHit: Openable {
    /// The page in the browser; videos, channels and playlists also under the YouTube app's scheme, repositories at the same address.
    public func url(for mode: OpeningMode) -> URL? {
        guard mode == .app, source == "youtube", let url else { return url }
        var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        components?.scheme = "youtube"
        return components?.url
    }
}

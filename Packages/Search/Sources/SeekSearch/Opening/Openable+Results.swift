public import SeekModels

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension YouTubeSearchItem: Openable {
    /// The page on youtube.com, or the same under the YouTube app's scheme.
    public func url(for mode: OpeningMode) -> URL? {
        guard let page = webURL else { return nil }
        switch mode {
        case .web:
            return page
        case .app:
            var components = URLComponents(url: page, resolvingAgainstBaseURL: false)
            components?.scheme = "youtube"
            return components?.url
        }
    }
}

extension GitHubRepository: Openable {
    /// The page on GitHub in both modes: GitHub's app takes its site's addresses and has no scheme of its own.
    public func url(for mode: OpeningMode) -> URL? { url }
}

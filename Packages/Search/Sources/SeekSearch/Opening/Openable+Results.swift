public import SeekBasics
public import SeekModels

extension YouTubeSearchItem: Openable {
    /// Returns the page on youtube.com, with the YouTube app's URL scheme for ``OpeningMode/app``.
    public func url(for mode: OpeningMode) -> URL? { webURL.flatMap { youTubeURL($0, for: mode) } }
}

extension GitHubRepository: Openable {
    /// Returns the page on GitHub for both modes: GitHub's app handles web URLs and has no URL scheme of its own.
    public func url(for mode: OpeningMode) -> URL? { url }
}

extension SearchHit: Openable {
    /// Returns the web page, with the YouTube app's URL scheme for a YouTube result in ``OpeningMode/app``.
    public func url(for mode: OpeningMode) -> URL? {
        source == "youtube" ? url.flatMap { youTubeURL($0, for: mode) } : url
    }
}

private func youTubeURL(_ page: URL, for mode: OpeningMode) -> URL? {
    guard mode == .app else { return page }
    var components = URLComponents(url: page, resolvingAgainstBaseURL: false)
    components?.scheme = "youtube"
    return components?.url
}

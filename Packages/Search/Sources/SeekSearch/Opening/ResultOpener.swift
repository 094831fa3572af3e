public import SeekBasics
public import SeekModels

/// Opens URLs: `ApplicationOpener` on iOS, tvOS, visionOS and macOS, ``SystemOpener`` on Linux and in command lines, or
/// a stub that records the URLs.
public protocol URLOpening: Sendable {
    /// Returns whether an app or program is available for the URL.
    func canOpenURL(_ url: URL) async -> Bool
    /// Opens a URL.
    ///
    /// - Returns: Whether the URL was opened.
    func open(_ url: URL) async -> Bool
}

/// Where a result is opened.
public enum OpeningMode: String, Sendable, Hashable, CaseIterable {
    /// In a browser.
    case web
    /// In the service's app.
    case app
}

/// A result that can be opened.
public protocol Openable: Sendable {
    /// Returns the URL for a mode, or nil if the mode is not supported.
    func url(for mode: OpeningMode) -> URL?
}

/// An error of ``ResultOpener``.
public enum OpeningError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The result does not support the mode.
    case noURL(OpeningMode)
    /// No app or program is available for the URL.
    case cannotOpen(URL)
    /// The app or program failed to open the URL.
    case failed(URL)

    /// A user-facing description in one line.
    public var description: String {
        switch self {
        case .noURL(let mode): "this result has no URL for mode '\(mode.rawValue)'; choose another result"
        case .cannotOpen(let url):
            "no app is available for \(url.absoluteString); install one"
                + (["http", "https"].contains(url.scheme?.lowercased()) ? "" : ", or use mode 'web'")
        case .failed(let url): "\(url.absoluteString) could not be opened; open it manually"
        }
    }
}

extension OpeningError: LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }
}

/// Opens results in a browser or an app.
public struct ResultOpener: Sendable {
    private let opener: any URLOpening

    /// Creates an opener that passes URLs to `opener`.
    public init(_ opener: any URLOpening) {
        self.opener = opener
    }

    /// Opens a result.
    ///
    /// - Throws: ``OpeningError``
    public func open(_ result: some Openable, mode: OpeningMode = .web) async throws(OpeningError) {
        guard let url = result.url(for: mode) else { throw .noURL(mode) }
        guard await opener.canOpenURL(url) else { throw .cannotOpen(url) }
        guard await opener.open(url) else { throw .failed(url) }
    }
}

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

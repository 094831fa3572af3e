#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Opens URLs: `UIApplication`, `NSWorkspace`, `xdg-open`, or a test's mock that records what was opened.
public protocol URLOpening: Sendable {
    /// Whether something on this machine opens URLs of this kind.
    func canOpenURL(_ url: URL) async -> Bool
    /// Opens a URL.
    ///
    /// - Returns: whether it was opened.
    func open(_ url: URL) async -> Bool
}

/// How a result is opened.
public enum OpeningMode: String, Sendable, Hashable, CaseIterable {
    /// On the service's site, in a browser.
    case web
    /// In the service's own app.
    case app
}

/// A result that can be opened.
public protocol Openable: Sendable {
    /// The URL that opens it in a mode, or nil where the mode does not apply.
    func url(for mode: OpeningMode) -> URL?
}

/// Why a result was not opened.
public enum OpeningError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The result cannot be opened in this mode.
    case noURL(OpeningMode)
    /// Nothing on this machine opens the URL.
    case cannotOpen(URL)
    /// What should have opened the URL refused.
    case failed(URL)

    /// One line: what failed and what to do.
    public var description: String {
        switch self {
        case .noURL(let mode): "this result cannot be opened in mode '\(mode.rawValue)'; try another"
        case .cannotOpen(let url): "nothing here opens \(url.absoluteString); install an app for it or use mode 'web'"
        case .failed(let url): "\(url.absoluteString) was not opened; open it by hand"
        }
    }
}

/// Opens results: builds the URL for a mode and tells when it cannot be opened.
public struct ResultOpener: Sendable {
    private let opening: any URLOpening

    /// Makes an opener over what opens URLs.
    public init(_ opening: any URLOpening) {
        self.opening = opening
    }

    /// Opens a result.
    ///
    /// - Throws: ``OpeningError``
    public func open(_ result: some Openable, mode: OpeningMode = .web) async throws(OpeningError) {
        guard let url = result.url(for: mode) else { throw .noURL(mode) }
        guard await opening.canOpenURL(url) else { throw .cannotOpen(url) }
        guard await opening.open(url) else { throw .failed(url) }
    }
}

public import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Video search for an app: a façade that shows pages, errors and a delegate, and nothing of HTTP.
///
/// ```swift
/// let youTube = YouTube(apiKey: key)
/// youTube.videoSearch(keyword: "swift", delegate: self)           // with a delegate
/// let page = try await youTube.videoSearch(keyword: "swift")      // or async
/// for try await page in youTube.videoPages(keyword: "swift") {}   // or page by page
/// ```
///
/// The module `Seek` adds the initializer without a configuration.
public struct YouTube: Sendable {
    private let source: any SearchSource<YouTubeSearchItem>

    /// Makes a façade in a configuration.
    ///
    /// - Parameters:
    ///   - apiVersion: the version in the API's paths.
    ///   - apiKey: the API key.
    ///   - baseURL: where the API is.
    ///   - configuration: the outside world.
    public init(
        apiVersion: String = "v3",
        apiKey: String,
        baseURL: URL = YouTubeClient.defaultBaseURL,
        configuration: ClientConfiguration
    ) {
        source =
            YouTubeClient(apiVersion: apiVersion, apiKey: apiKey, baseURL: baseURL, configuration: configuration)
            .source(of: .video)
    }

    /// The first page of videos for a keyword, whatever characters it holds.
    ///
    /// - Throws: ``SearchError``; its ``SearchError/stage`` tells what failed. No video is
    ///   ``SearchError/emptyResult(keyword:)``; videos of which none can be read are
    ///   ``SearchError/unreadableResults(_:)``.
    public func videoSearch(keyword: String) async throws(SearchError) -> SearchPage<YouTubeSearchItem> {
        let page = try await source.page(for: keyword, at: nil)
        guard page.items.isEmpty, page.next == nil else { return page }
        throw page.skipped.isEmpty ? .emptyResult(keyword: keyword) : .unreadableResults(page.skipped)
    }

    /// All pages of videos for a keyword, each asked for when it is wanted. Every page costs one call.
    public func videoPages(
        keyword: String
    ) -> PageSequence<SearchPage<YouTubeSearchItem>, PageCursor, SearchError> {
        source.pages(for: keyword)
    }

    /// Searches for videos and tells a delegate, exactly once, on the main actor.
    ///
    /// The delegate is held weakly: one that is gone by then is told nothing. Cancelling the task tells the delegate
    /// the failure ``SearchError/network(_:)`` with ``NetworkError/cancelled(_:)``.
    ///
    /// - Returns: the search, to wait for or to cancel.
    @discardableResult
    public func videoSearch(keyword: String, delegate: any YouTubeDelegate) -> Task<Void, Never> {
        Task { [weak delegate] in
            let result: Result<SearchPage<YouTubeSearchItem>, SearchError>
            do throws(SearchError) {
                result = .success(try await videoSearch(keyword: keyword))
            } catch {
                result = .failure(error)
            }
            await delegate?.youTube(self, didSearch: keyword, result: result)
        }
    }
}

/// Is told how a search of the façade ended.
@MainActor
public protocol YouTubeDelegate: AnyObject, Sendable {
    /// A search ended. Called exactly once for each search.
    ///
    /// - Parameters:
    ///   - youTube: the façade that searched.
    ///   - keyword: what was looked for.
    ///   - result: the page of videos, or what failed.
    func youTube(
        _ youTube: YouTube,
        didSearch keyword: String,
        result: Result<SearchPage<YouTubeSearchItem>, SearchError>
    )
}

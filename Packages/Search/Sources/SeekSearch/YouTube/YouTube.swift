public import SeekModels
public import SeekNetworking

/// Video search for apps: an API of pages, errors and a delegate, without HTTP types.
///
/// ```swift
/// let youTube = YouTube(client: client)
/// youTube.videoSearch(keyword: "swift", delegate: self)           // with a delegate
/// let page = try await youTube.videoSearch(keyword: "swift")      // or async
/// for try await page in youTube.videoPages(keyword: "swift") {}   // or page by page
/// ```
///
/// The module `Seek` adds `YouTube(apiKey:)`, which uses a cache and counts the quota.
public struct YouTube: Sendable {
    private let source: any SearchSource<YouTubeSearchItem>

    /// Creates a video search that uses a client, and shares its cache and quota.
    public init(client: YouTubeClient) {
        source = client.source(of: .video)
    }

    /// Returns the first page of videos for a keyword.
    ///
    /// - Returns: The page, which is empty if nothing was found, or if none of its results can be decoded and there is
    ///   a next page.
    /// - Throws: ``SearchError``; its ``SearchError/stage`` is the step that failed. If none of the results can be
    ///   decoded and there is no next page, the error is ``SearchError/unreadableResults(_:)``.
    public func videoSearch(keyword: String) async throws(SearchError) -> SearchPage<YouTubeSearchItem> {
        let page = try await page(for: keyword, at: nil)
        guard page.items.isEmpty, page.next == nil, !page.skipped.isEmpty else { return page }
        throw .unreadableResults(page.skipped)
    }

    /// Returns all pages of videos for a keyword, each requested when the loop reaches it. A page that is not stored
    /// costs one call.
    public func videoPages(
        keyword: String
    ) -> PageSequence<SearchPage<YouTubeSearchItem>, PageCursor, SearchError> {
        PageSequence(from: nil) { cursor throws(SearchError) in try await page(for: keyword, at: cursor) }
    }

    private func page(
        for keyword: String,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<YouTubeSearchItem> {
        // A query without a text could have filters, which the façade has not.
        _ = try QueryText.checked(keyword, name: "keyword", limit: .max)
        return try await source.page(for: keyword, at: cursor)
    }

    /// Searches for videos and calls a delegate exactly once, on the main actor.
    ///
    /// The delegate is referenced weakly, and is not called if it no longer exists. When the task is cancelled, the
    /// delegate receives ``SearchError/network(_:)`` with ``/SeekNetworking/NetworkError/cancelled(_:)``.
    ///
    /// - Returns: The task of the search.
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

/// Receives the results of ``YouTube``.
@MainActor
public protocol YouTubeDelegate: AnyObject, Sendable {
    /// Called exactly once for each call of ``YouTube/videoSearch(keyword:delegate:)``, if the delegate still exists.
    func youTube(
        _ youTube: YouTube,
        didSearch keyword: String,
        result: Result<SearchPage<YouTubeSearchItem>, SearchError>
    )
}

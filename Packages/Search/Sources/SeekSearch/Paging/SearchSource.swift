public import SeekNetworking

/// Something that can be searched for a text, page by page: videos, repositories, the repositories of a user.
///
/// The boundary between searching and what is done with results: ``SearchModel`` takes any source, a test puts one of
/// its own in place.
public protocol SearchSource<Item>: Sendable {
    /// What is found.
    associatedtype Item: Sendable

    /// One page of the results for a text.
    ///
    /// - Parameters:
    ///   - text: what to look for.
    ///   - cursor: which page; nil is the first.
    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Item>
}

extension SearchSource {
    /// The pages of the results for a text, each asked for when it is wanted.
    ///
    /// ```swift
    /// for try await page in source.pages(for: "swift") { show(page.items) }
    /// ```
    public func pages(
        for text: String,
        from cursor: PageCursor? = nil
    ) -> PageSequence<SearchPage<Item>, PageCursor, SearchError> {
        PageSequence(from: cursor) { cursor throws(SearchError) in
            let page = try await self.page(for: text, at: cursor)
            return (page, page.next)
        }
    }
}

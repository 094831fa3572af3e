import SeekNetworking

/// A source that reports results before it has all of them.
protocol ProgressiveSource<Item>: SearchSource {
    /// The reports before any source has finished.
    var pendingReports: [SourceReport] { get }

    /// Returns the first page, and passes the results so far to `update`.
    func page(
        for text: String,
        update: @Sendable (SearchPage<Item>) async -> Void
    ) async throws(SearchError) -> SearchPage<Item>
}

extension FederatedSearch {
    /// Returns a source of the merged results, for ``SearchModel``: one page, which is updated each time one of the
    /// sources finishes.
    ///
    /// The page fails to load only if all sources fail, with the error of the first source. The state of each source
    /// is in ``SearchModel/sources``.
    ///
    /// - Parameter limit: The maximum number of hits of each source and of the merged list.
    public func source(limit: Int = 25) -> some SearchSource<SearchHit> {
        FederatedSource(search: self, limit: limit)
    }
}

private struct FederatedSource: ProgressiveSource {
    let search: FederatedSearch
    let limit: Int

    var pendingReports: [SourceReport] { search.pendingReports }

    func with(_ change: (inout CallOptions) -> Void) -> Self {
        FederatedSource(search: search.with(change), limit: limit)
    }

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
        try await page(for: text) { _ in }
    }

    func page(
        for text: String,
        update: @Sendable (SearchPage<SearchHit>) async -> Void
    ) async throws(SearchError) -> SearchPage<SearchHit> {
        var latest = FederatedResult(hits: [], sources: [])
        for await result in search.updates(for: text, limit: limit) {
            latest = result
            await update(SearchPage(result))
        }
        if let error = latest.error { throw error }
        return SearchPage(latest)
    }
}

extension SearchPage<SearchHit> {
    fileprivate init(_ result: FederatedResult) {
        let responses = result.sources.compactMap(\.response)
        var provenance = Provenance(merging: responses.compactMap(\.provenance))
        // `SearchPage.quotaCost` is the number of attempts.
        provenance.attempts = result.quotaCost
        self.init(
            items: result.hits,
            incompleteReasons: responses.reduce(into: []) { $0.formUnion($1.incompleteReasons) },
            provenance: provenance
        )
        sources = result.sources
    }
}

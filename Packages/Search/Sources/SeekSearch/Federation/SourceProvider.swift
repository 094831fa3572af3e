import SeekModels
public import SeekNetworking

/// A provider that loads pages of a ``SearchSource`` until the limit is reached.
public struct SourceProvider<Source: SearchSource>: SearchProvider {
    /// The provider's name.
    public let name: String
    private var source: Source
    private let hit: @Sendable (Source.Item) -> SearchHit?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - name: The provider's name.
    ///   - source: The source. If a call costs the same whatever the size of its page, use a source with large pages.
    ///   - hit: Converts a result to a hit, or returns nil to skip it.
    public init(name: String, source: Source, hit: @escaping @Sendable (Source.Item) -> SearchHit?) {
        self.name = name
        self.source = source
        self.hit = hit
    }

    /// Creates a provider over a source whose results are ``SearchHitConvertible``.
    public init(name: String, source: Source) where Source.Item: SearchHitConvertible {
        self.init(name: name, source: source) { $0.searchHit }
    }

    /// Returns the results for a text. After the first hit, an error other than a cancellation ends the list and is
    /// reported in the response instead of being thrown.
    ///
    /// - Throws: ``SearchError``; ``SearchError/unreadableResults(_:)`` if there were results and none could be
    ///   decoded.
    public func response(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse {
        var response = ProviderResponse(hits: [])
        var skipped: [SkippedItem] = []
        var received = 0
        guard limit > 0 else { return response }
        do throws(SearchError) {
            for try await page in source.pages(for: text) {
                response.hits += page.items.compactMap(hit)
                response.quotaCost += page.quotaCost
                skipped += page.skipped
                received += page.items.count + page.skipped.count
                // The last page is not the end of the results if more exist than the API returns for a search.
                response.isComplete = page.next == nil && received >= page.totalCount ?? 0
                response.incompleteReasons.formUnion(page.incompleteReasons)
                response.provenance = Provenance(merging: [response.provenance, page.provenance].compactMap(\.self))
                if response.hits.count >= limit { break }
            }
        } catch {
            guard !response.hits.isEmpty, !error.isCancellation else { throw error }
            response.error = error
        }
        if !skipped.isEmpty, skipped.count == received { throw .unreadableResults(skipped) }
        response.skipped = skipped.count
        response.isComplete = response.isComplete && skipped.isEmpty && !response.isIncomplete && response.error == nil
        response.beyondLimit = Array(response.hits.dropFirst(limit))
        response.hits.removeLast(response.beyondLimit.count)
        return response
    }

    /// Returns a provider whose source has changed call options.
    public func with(_ change: (inout CallOptions) -> Void) -> Self {
        var provider = self
        provider.source = source.with(change)
        return provider
    }
}

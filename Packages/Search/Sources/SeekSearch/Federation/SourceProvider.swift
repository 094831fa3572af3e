import SeekModels
import SeekNetworking

/// A provider over any ``SearchSource``: asks for pages until there are as many hits as wanted.
public struct SourceProvider<Source: SearchSource>: SearchProvider {
    /// The provider's name.
    public let name: String
    private let source: Source
    private let hit: @Sendable (Source.Item) -> SearchHit?

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - name: the provider's name.
    ///   - source: what is searched. Where a call costs the same whatever its page holds, let it ask for large ones.
    ///   - hit: makes a hit of a result, or none.
    public init(name: String, source: Source, hit: @escaping @Sendable (Source.Item) -> SearchHit?) {
        self.name = name
        self.source = source
        self.hit = hit
    }

    /// Makes a provider over a source of results that tell themselves what hits they are.
    public init(name: String, source: Source) where Source.Item: SearchHitConvertible {
        self.init(name: name, source: source) { $0.searchHit }
    }

    /// Searches. A failure after the first page ends the list, and is reported with it.
    ///
    /// - Throws: ``SearchError``; ``SearchError/unreadableResults(_:)`` where results were found and none could be read.
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
                // The last page of all: an API pages only the first results of a search that has many.
                response.isComplete = page.next == nil && received >= page.totalCount ?? 0
                response.isIncomplete = response.isIncomplete || page.isIncomplete
                response.provenance = response.provenance ?? page.provenance
                if response.hits.count >= limit { break }
            }
        } catch {
            guard !response.hits.isEmpty, !error.isCancellation else { throw error }
            response.error = error
        }
        if response.hits.isEmpty, !skipped.isEmpty { throw .unreadableResults(skipped) }
        response.skipped = skipped.count
        response.isComplete = response.isComplete && skipped.isEmpty && !response.isIncomplete && response.error == nil
        response.beyondLimit = Array(response.hits.dropFirst(limit))
        response.hits.removeLast(response.beyondLimit.count)
        return response
    }
}

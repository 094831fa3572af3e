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
    public func answer(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse {
        var answer = ProviderResponse(hits: [])
        var skipped: [SkippedItem] = []
        var received = 0
        guard limit > 0 else { return answer }
        do throws(SearchError) {
            for try await page in source.pages(for: text) {
                answer.hits += page.items.compactMap(hit)
                answer.quotaCost += page.quotaCost
                skipped += page.skipped
                received += page.items.count + page.skipped.count
                // The last page of all: an API pages only the first results of a search that has many.
                answer.isComplete = page.next == nil && received >= page.totalCount ?? 0
                answer.isIncomplete = answer.isIncomplete || page.isIncomplete
                answer.provenance = answer.provenance ?? page.provenance
                if answer.hits.count >= limit { break }
            }
        } catch {
            guard !answer.hits.isEmpty, !error.isCancellation else { throw error }
            answer.error = error
        }
        if answer.hits.isEmpty, !skipped.isEmpty { throw .unreadableResults(skipped) }
        answer.skipped = skipped.count
        answer.isComplete = answer.isComplete && skipped.isEmpty && !answer.isIncomplete && answer.error == nil
        answer.beyondLimit = Array(answer.hits.dropFirst(limit))
        answer.hits.removeLast(answer.beyondLimit.count)
        return answer
    }
}

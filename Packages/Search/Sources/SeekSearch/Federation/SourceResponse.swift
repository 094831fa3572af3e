import SeekModels
public import SeekNetworking

/// The results of one source of a federated search, and their cost.
public struct SourceResponse: Sendable {
    /// The results, best first.
    public internal(set) var hits: [SearchHit]
    /// The cost in the API's quota.
    public internal(set) var quotaCost = 0
    /// The number of items that were skipped because they are invalid.
    public internal(set) var skipped = 0
    /// Why results are missing from the API's responses; empty if none are.
    public internal(set) var incompleteReasons: Set<IncompleteReason> = []
    /// Whether results are missing from the API's responses.
    public var isIncomplete: Bool { !incompleteReasons.isEmpty }
    /// The provenance of the pages together: the costliest source, the greatest age, and why one is stale; nil if
    /// unknown.
    public internal(set) var provenance: Provenance?
    /// The number of existing results according to the API; nil if unknown. YouTube's number is an estimate.
    public internal(set) var totalCount: Int64?
    /// Whether ``hits`` and ``beyondLimit`` together contain all existing results.
    public internal(set) var isComplete = false
    /// The hits on the last fetched page that exceed the limit, best first. They are not shown; a saved search uses
    /// them to distinguish removed results from lower-ranked ones.
    public internal(set) var beyondLimit: [SearchHit] = []
    /// The qualifiers in the text that the source does not have, and without which it was searched.
    public internal(set) var ignoredQualifiers: [String] = []
    /// Whether no request was sent, because the text has nothing but ``ignoredQualifiers``.
    public internal(set) var isSkipped = false
    /// The error that ended the search early, after pages with results.
    public internal(set) var error: SearchError?
}

extension SourceResponse {
    /// What was left out of the text; nil if nothing was.
    var notice: String? {
        guard !ignoredQualifiers.isEmpty else { return nil }
        let qualifiers = ignoredQualifiers.joined(separator: " ")
        return isSkipped
            ? "not searched, because nothing remains of the text without \(qualifiers)"
            : "searched without \(qualifiers)"
    }
}

extension FederatedSearch.Source {
    /// Returns the results for a text, from as many pages as the limit requires. After the first hit, an error other
    /// than a cancellation ends the list and is reported in the response instead of being thrown.
    ///
    /// - Throws: ``SearchError``; ``SearchError/unreadableResults(_:)`` if there were results and none could be decoded.
    @_spi(Seek) public func response(for text: String, limit: Int) async throws(SearchError) -> SourceResponse {
        let part = source.part(of: text)
        var response = SourceResponse(hits: [])
        if part.isSkipped {
            response.isSkipped = true
        } else {
            response = try await Self.response(of: source, for: part.text, limit: limit)
        }
        response.ignoredQualifiers = part.ignoredQualifiers
        return response
    }

    private static func response(
        of source: some SearchSource,
        for text: String,
        limit: Int
    ) async throws(SearchError) -> SourceResponse {
        var response = SourceResponse(hits: [])
        var skipped: [SkippedItem] = []
        var received = 0
        guard limit > 0 else { return response }
        do throws(SearchError) {
            for try await page in source.pages(for: text) {
                response.hits += page.items.compactMap(\.searchHit)
                response.quotaCost += page.quotaCost
                skipped += page.skipped
                received += page.items.count + page.skipped.count
                // The last page is not the end of the results if more exist than the API returns for a search.
                response.isComplete = page.next == nil && received >= page.totalCount ?? 0
                response.totalCount = page.totalCount ?? response.totalCount
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
}

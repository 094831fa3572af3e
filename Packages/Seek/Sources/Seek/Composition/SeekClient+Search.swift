import SeekNetworking
public import SeekSearch

extension SeekClient {
    /// Returns the search of a query by both clients, as a source of a search model, or to add custom sources.
    ///
    /// Relative dates are resolved now.
    ///
    /// - Parameters:
    ///   - query: The query. Its text is that of each search.
    ///   - others: Additional sources.
    ///   - weights: The weights of sources in the merged ranking, by ``/SeekSearch/SearchHit/Kind/sourceName``. The
    ///     default is 1.
    ///   - timeBudget: The time limit of each source of the query.
    ///   - clock: Measures the time budgets.
    public func federation(
        of query: FederatedQuery = FederatedQuery(),
        adding others: [FederatedSearch.Source] = [],
        weights: [String: Double] = [:],
        timeBudget: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock()
    ) -> FederatedSearch {
        FederatedSearch(
            query,
            youTube: youTube,
            gitHub: gitHub,
            adding: others,
            weights: weights,
            timeBudget: timeBudget,
            clock: clock
        )
    }

    /// Searches both services concurrently and merges their results.
    ///
    /// Does not throw: ``/SeekSearch/FederatedResult/failures`` contains the sources that failed.
    public func search(
        _ query: FederatedQuery,
        weights: [String: Double] = [:],
        timeBudget: Duration = .seconds(10)
    ) async -> FederatedResult {
        await federation(of: query, weights: weights, timeBudget: timeBudget).search(query.text)
    }

    /// Searches both services concurrently, and returns a stream of the merged results so far; the last one is final.
    public func updates(
        for query: FederatedQuery,
        weights: [String: Double] = [:],
        timeBudget: Duration = .seconds(10)
    ) -> AsyncStream<FederatedResult> {
        federation(of: query, weights: weights, timeBudget: timeBudget).updates(for: query.text)
    }

    /// Estimates the cost of a search in YouTube's daily quota of searches without sending a request; nil if the query
    /// does not search YouTube. Looking up the handle of a channel has a quota of its own.
    ///
    /// - Throws: ``/SeekSearch/SearchError/missingCredential(_:)`` without an API key, or
    ///   ``/SeekSearch/SearchError/invalidQuery(_:)``.
    public func estimate(of query: FederatedQuery) async throws(SearchError) -> QuotaEstimate? {
        try await youTube.dryRun(query)
    }
}

import SeekBasics
import SeekModels
public import SeekSearch

/// The outcome of running a saved search.
public struct SavedRun: Sendable {
    /// The search with its updated history.
    public var search: SavedSearch
    /// The differences from the previous run.
    public var comparison: SavedComparison
    /// The results, with the reports of the sources.
    public var result: FederatedResult
    /// Whether the updated history of ``search`` was stored. It is not stored if no source responded, if the saved
    /// search was removed or its name or query changed after it was read, or if a later run was stored.
    public var isStored = false
}

extension SavedRun {
    /// Compares a result with the history of a search. If no source responded, the search is unchanged.
    fileprivate init(_ search: SavedSearch, _ result: FederatedResult, at date: Date) {
        self.init(search: search, comparison: SavedComparison(), result: result)
        guard result.error == nil else { return }
        var fetched: [String: SavedSearch.FetchedHits] = [:]
        for source in result.sources where source.problem == nil {
            // `isIncomplete`: the search timed out on the server, so results that still exist may be missing.
            // `isComplete`: there are no results beyond those that were fetched.
            guard let response = source.response, !response.isIncomplete else { continue }
            fetched[source.name] = .init(response.hits + response.beyondLimit, isComplete: response.isComplete)
        }
        // Results of sources that a changed query no longer searches are reported as removed.
        let searched = result.sources.map(\.name)
        for hit in search.lastHits where !searched.contains(hit.source) {
            fetched[hit.source] = .init([], isComplete: true)
        }
        // The previous results of a failed source keep their places in the limit, up to the source's share. Otherwise,
        // lower-ranked results of the other sources would take these places, and be reported as new.
        let failed = result.sources.filter { $0.response == nil }.map(\.name)
        let retained = search.lastHits.count { failed.contains($0.source) }
        let share = search.query.limit * failed.count / max(1, searched.count)
        let hits = Array(result.hits.prefix(search.query.limit - min(retained, share)))
        comparison = self.search.update(with: hits, fetched: fetched, at: date)
    }
}

extension SeekClient {
    /// Runs a saved search and compares its results with those of the previous run. The updated history is not stored.
    ///
    /// Does not throw. Results of a source that does not respond are not reported as removed; if no source responds,
    /// the search is unchanged. Stale responses are not used in place of new ones, because a comparison with them would
    /// report an outage as “no changes”.
    public func run(_ search: SavedSearch) async -> SavedRun {
        // A year, in effect no limit: each request has its own timeout, and may wait for a rate limit.
        let federation = federation(of: search.query, timeBudget: .seconds(365 * 86_400))
            .with { $0.allowsStale = false }
        return SavedRun(search, await federation.search(search.query.text), at: now())
    }

    /// Runs the saved search with a name and stores its updated history.
    ///
    /// If results must not be lost when the process ends before they are shown, use ``run(_:)``, and ``store(_:)``
    /// afterwards.
    ///
    /// - Returns: The run, as returned by ``store(_:)``.
    /// - Throws: ``SavedSearchError/notFound(_:)`` if there is no search with this name,
    ///   ``SavedSearchError/noFolder`` without a state folder, or an error of the file.
    public func runSaved(named name: String) async throws(SavedSearchError) -> SavedRun {
        guard let saved else { throw .noFolder }
        guard let search = try await saved.search(named: name) else { throw .notFound(name) }
        return try await store(await run(search))
    }

    /// Stores the updated history of a run.
    ///
    /// Other processes may have changed the file since the search was read: the results are compared with the history
    /// that is stored now, and nothing is stored if the search was removed, its name or query has changed, or the
    /// history is that of a later run.
    ///
    /// - Returns: The run, compared with the stored history, whose ``SavedRun/isStored`` is true; `run` itself if
    ///   nothing
    ///   was stored.
    /// - Throws: ``SavedSearchError/noFolder`` without a state folder, or an error of the file.
    public func store(_ run: SavedRun) async throws(SavedSearchError) -> SavedRun {
        guard let saved else { throw .noFolder }
        guard run.result.error == nil, let date = run.search.lastRunAt else { return run }
        let storedRun = try await saved.update(named: run.search.name) { stored -> SavedRun? in
            // A date in the future was set by a wrong clock, not by a later run.
            let isLatest = stored.lastRunAt.map { $0 <= date || $0 > now() } ?? true
            guard isLatest, stored.query == run.search.query else { return nil }
            var storedRun = SavedRun(stored, run.result, at: date)
            stored = storedRun.search
            storedRun.isStored = true
            return storedRun
        }
        return storedRun ?? run
    }
}

import Seek
import SeekBasics

/// The changes that the last run of each saved search found, in memory.
final class SavedChanges: Sendable {
    private struct Entry {
        var comparison: SavedComparison
        /// Whether a page has shown the changes.
        var isSeen = false
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Returns the changes of a search; nil if this process has not run the search, or if its only run so far was the
    /// first one, which has no changes.
    subscript(name: String) -> SavedComparison? { entries.withLock { $0[name]?.comparison } }

    /// The number of new and changed results that no page has shown.
    var unseenCount: Int {
        entries.withLock { entries in
            entries.values.filter { !$0.isSeen }.reduce(0) { count, entry in
                count + entry.comparison.new.count + entry.comparison.changed.count
            }
        }
    }

    /// Whether a page has shown the changes of the search.
    func isSeen(_ name: String) -> Bool { entries.withLock { $0[name]?.isSeen ?? false } }

    func markAsSeen(_ name: String) { entries.withLock { $0[name]?.isSeen = true } }

    /// Replaces the changes of a search with changes that no page has shown yet; nil removes them.
    func set(_ comparison: SavedComparison?, for name: String) {
        entries.withLock { $0[name] = comparison.map { Entry(comparison: $0) } }
    }
}

/// A saved search with its latest changes.
struct SavedEntry: Sendable, Hashable {
    var search: SavedSearch
    var parameters: SearchParameters { SearchParameters(search.query) }
    /// The changes that the last run found; nil if this process has not run the search, or if its only run so far was
    /// the first one, which has no changes.
    var changes: SavedComparison?
    /// Whether a page has shown the changes.
    var isSeen = false
}

extension WebSearchService {
    enum SavingError: Error, Sendable, Hashable {
        /// The search cannot be stored: what to change, as a user-facing message.
        case unsupported(String)
        /// The store rejected the name or failed.
        case store(SavedSearchError)

        var message: String {
            switch self {
            case .unsupported(let message): message
            case .store(let error): error.message
            }
        }
    }

    /// Returns all saved searches, sorted by name.
    func savedSearches() async throws(SavedSearchError) -> [SavedEntry] {
        try await withStore { store throws(SavedSearchError) in try await store.all().map(entry) }
    }

    func savedSearch(named name: String) async throws(SavedSearchError) -> SavedEntry {
        try await withStore { store throws(SavedSearchError) in
            guard let search = try await store.search(named: name) else { throw .notFound(name) }
            return entry(of: search)
        }
    }

    /// Saves a search.
    ///
    /// - Parameters:
    ///   - search: The search. Its pages, its view and whether it is offline are not saved.
    ///   - name: The name.
    ///   - replacing: Whether an existing search of this name is replaced, with its results. Otherwise it is an error.
    /// - Returns: The search that was replaced, or nil.
    @discardableResult
    func save(
        _ search: SearchParameters,
        as name: String,
        replacing: Bool = false
    ) async throws(SavingError) -> SavedSearch? {
        let saved = SavedSearch(name: name, query: try search.savedQuery())
        let replaced: SavedSearch?
        do throws(SavedSearchError) {
            replaced = try await withStore { store throws(SavedSearchError) in
                try await store.add(saved, replacing: replacing)
            }
        } catch {
            throw .store(error)
        }
        changes.set(nil, for: name)
        return replaced
    }

    /// Removes the saved search with a name. Returns whether there was one.
    func removeSavedSearch(named name: String) async throws(SavedSearchError) -> Bool {
        changes.set(nil, for: name)
        return try await withStore { store throws(SavedSearchError) in try await store.remove(named: name) }
    }

    /// Runs the saved search with a name. If a source responds, stores the results, and retains the changes for
    /// ``SavedEntry/changes``, except after the first run. Responses in the cache are validated first: those of the
    /// previous run would show no changes.
    func runSavedSearch(named name: String) async throws(SavedSearchError) -> SavedRun {
        let isFirstRun = try await savedSearch(named: name).search.lastRunAt == nil
        let run = try await withStore { _ throws(SavedSearchError) in
            try await client.with { $0.cacheMode = .noCache }.runSaved(named: name)
        }
        failures.record(run.result.sources.map { SourceStatus($0) })
        if run.isStored { changes.set(isFirstRun ? nil : run.comparison, for: name) }
        return run
    }

    /// Performs an operation on the saved searches. Reports an error that the operator of the server must correct,
    /// because the message that the user receives does not contain the path.
    private func withStore<Value>(
        _ operation: (SavedSearchStore) async throws(SavedSearchError) -> Value
    ) async throws(SavedSearchError) -> Value {
        guard let saved = client.saved else { throw .noFolder }
        do throws(SavedSearchError) {
            return try await operation(saved)
        } catch {
            switch error {
            case .corrupt, .ofNewerVersion, .busy, .unusable: configuration.client.onStoreFailure(error)
            case .notFound, .exists, .invalidName, .exceedsLimit, .noFolder, .cancelled: break
            }
            throw error
        }
    }

    private func entry(of search: SavedSearch) -> SavedEntry {
        SavedEntry(search: search, changes: changes[search.name], isSeen: changes.isSeen(search.name))
    }
}

extension SearchParameters {
    /// Returns the query that saves the search.
    ///
    /// - Throws: ``WebSearchService/SavingError/unsupported(_:)`` if a service would reject every run.
    func savedQuery() throws(WebSearchService.SavingError) -> FederatedQuery {
        guard !isEmpty else { throw .unsupported("Enter a search text to save the search.") }
        guard !self.kinds.isEmpty else { throw .unsupported("Select at least one kind to save the search.") }
        do throws(SearchError) { try searchQuery.validate() } catch {
            throw .unsupported("This search cannot be saved: \(error.message)")
        }
        return searchQuery
    }

    /// Creates the search that shows a saved query.
    init(_ query: FederatedQuery) {
        self.init()
        let limit = searchQuery.limit
        searchQuery = query
        searchQuery.limit = limit
    }
}

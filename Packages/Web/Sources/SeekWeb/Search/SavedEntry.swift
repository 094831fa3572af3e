import Seek

/// A saved search with its latest changes.
struct SavedEntry: Sendable, Hashable {
    var search: SavedSearch
    /// The parameters with which the search page shows the search.
    var state: SearchState
    /// The changes found by the last run in this process. Nil if there was none, and if that run was the first one of
    /// the search, because there are no earlier results to compare.
    var changes: SavedComparison?
    /// Whether a page has shown the changes.
    var isSeen = false
}

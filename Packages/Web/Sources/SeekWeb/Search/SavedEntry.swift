import Seek

/// A saved search with its latest changes.
struct SavedEntry: Sendable, Hashable {
    var search: SavedSearch
    /// The parameters with which the search page shows the search.
    var state: SearchState
    /// The changes found by the last run of this process. Nil before that run, and if it was the first run of the
    /// search, which has no earlier results to compare.
    var changes: SavedComparison?
    /// Whether a page has shown the changes.
    var isSeen = false
}

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

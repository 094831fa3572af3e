import Seek
import SeekBasics

/// The changes that the last run of each saved search found, in memory.
final class SavedChanges: Sendable {
    private let comparisons = Mutex<[String: SavedComparison]>([:])

    subscript(name: String) -> SavedComparison? { comparisons.withLock { $0[name] } }

    /// The number of new and changed results.
    var count: Int { comparisons.withLock { $0.values.reduce(0) { $0 + $1.new.count + $1.changed.count } } }

    func set(_ comparison: SavedComparison?, for name: String) {
        comparisons.withLock { $0[name] = comparison }
    }
}

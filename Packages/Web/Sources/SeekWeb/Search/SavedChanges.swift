import Seek
import SeekBasics

/// The changes that the last run of each saved search found, in memory.
final class SavedChanges: Sendable {
    private let comparisons = Mutex<[String: SavedComparison]>([:])

    subscript(name: String) -> SavedComparison? { comparisons.withLock { $0[name] } }

    func set(_ comparison: SavedComparison?, for name: String) {
        comparisons.withLock { $0[name] = comparison }
    }
}

/// Records which values of a document the models requested. Used by `Scripts/DriftTools`.
final class DecodingTrace {
    /// The entries that a model read.
    private(set) var readEntries: Set<Int> = []
    /// The entries that a model requested as another type.
    private(set) var mismatchedEntries: Set<Int> = []
    /// The missing members that a model requested, by the entry of the object.
    private(set) var missedMembers: [Int: Set<String>] = [:]

    func read(_ entry: Int) { readEntries.insert(entry) }
    func mismatched(_ entry: Int) { mismatchedEntries.insert(entry) }
    func missed(_ name: String, inObjectAt entry: Int) { missedMembers[entry, default: []].insert(name) }
}

/// What models asked of a document while they were decoded.
final class DecodingTrace {
    /// Entries a model read.
    private(set) var readEntries: Set<Int> = []
    /// Entries a model asked for as another kind of value than they are.
    private(set) var mismatchedEntries: Set<Int> = []
    /// Members a model asked for that are not there.
    private(set) var missedMembers: [Int: Set<String>] = [:]

    func read(_ entry: Int) { readEntries.insert(entry) }
    func mismatched(_ entry: Int) { mismatchedEntries.insert(entry) }
    func missed(_ name: String, inObjectAt entry: Int) { missedMembers[entry, default: []].insert(name) }
}

/// What is under way in a tiered store, so that its memory never keeps a value that another has overtaken. A pure value.
///
/// A read may bring into memory what it found only if nothing wrote its key since it began; a write may leave its value
/// there only if it was alone.
struct TierActivity {
    private struct Record {
        var readers = 0
        var writers = 0
        /// Something was written since the record began that a reader, or another writer, may not know of.
        var isOvertaken = false
    }

    private var records: [KeyBytes: Record] = [:]
    private var sweeps = 0

    mutating func beginReading(_ key: KeyBytes) {
        records[key, default: Record(isOvertaken: sweeps > 0)].readers += 1
    }

    /// - Returns: Whether what was read is still what stands there.
    mutating func endReading(_ key: KeyBytes) -> Bool {
        guard let record = records[key] else { return false }
        records[key]?.readers -= 1
        removeIfDone(key)
        return !record.isOvertaken && record.writers == 0
    }

    mutating func beginWriting(_ key: KeyBytes) {
        var record = records[key, default: Record(isOvertaken: sweeps > 0)]
        if record.readers + record.writers > 0 { record.isOvertaken = true }
        record.writers += 1
        records[key] = record
    }

    /// - Returns: Whether what was written is what stands there.
    mutating func endWriting(_ key: KeyBytes) -> Bool {
        guard let record = records[key] else { return false }
        records[key]?.writers -= 1
        // A reader that began meanwhile may have found what was there before.
        if record.readers > 0 { records[key]?.isOvertaken = true }
        removeIfDone(key)
        return !record.isOvertaken
    }

    /// Many keys are about to be removed.
    mutating func beginSweeping() {
        sweeps += 1
        for key in records.keys { records[key]?.isOvertaken = true }
    }

    mutating func endSweeping() {
        sweeps -= 1
    }

    /// Whether nothing is under way.
    var isQuiet: Bool { records.isEmpty && sweeps == 0 }

    private mutating func removeIfDone(_ key: KeyBytes) {
        if let record = records[key], record.readers + record.writers == 0 { records[key] = nil }
    }
}

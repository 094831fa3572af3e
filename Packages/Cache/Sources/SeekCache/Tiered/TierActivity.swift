/// The operations in progress in a tiered store, which decide whether a value may be stored in memory. It has no lock;
/// ``TieredStore`` protects it by a mutex.
///
/// The result of a read is stored only if no write of the same key overlapped; the value of a write only if no other
/// write overlapped.
struct TierActivity {
    private struct Record {
        var readers = 0
        var writers = 0
        /// Whether a write or a removal overlapped with the operations.
        var isOverlapped = false
    }

    private var records: [KeyBytes: Record] = [:]
    private var removals = 0

    mutating func beginReading(_ key: KeyBytes) {
        records[key, default: Record(isOverlapped: removals > 0)].readers += 1
    }

    /// Ends a read, and returns whether the value that was read is current and may be stored in memory.
    mutating func endReading(_ key: KeyBytes) -> Bool {
        guard let record = records[key] else { return false }
        records[key]?.readers -= 1
        removeIfDone(key)
        return !record.isOverlapped && record.writers == 0
    }

    mutating func beginWriting(_ key: KeyBytes) {
        var record = records[key, default: Record(isOverlapped: removals > 0)]
        if record.readers + record.writers > 0 { record.isOverlapped = true }
        record.writers += 1
        records[key] = record
    }

    /// Ends a write, and returns whether the value that was written is current and may be stored in memory.
    mutating func endWriting(_ key: KeyBytes) -> Bool {
        guard let record = records[key] else { return false }
        records[key]?.writers -= 1
        // A read that began in the meantime may have returned the previous value.
        if record.readers > 0 { records[key]?.isOverlapped = true }
        removeIfDone(key)
        return !record.isOverlapped
    }

    /// Begins the removal of many keys.
    mutating func beginRemoval() {
        removals += 1
        for key in records.keys { records[key]?.isOverlapped = true }
    }

    mutating func endRemoval() {
        removals -= 1
    }

    /// Whether no operation is in progress.
    var isIdle: Bool { records.isEmpty && removals == 0 }

    private mutating func removeIfDone(_ key: KeyBytes) {
        if let record = records[key], record.readers + record.writers == 0 { records[key] = nil }
    }
}

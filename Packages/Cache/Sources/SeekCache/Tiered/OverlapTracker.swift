/// Tracks the operations in progress in a tiered store, to determine whether a value may be stored in memory.
///
/// The result of a read is stored only if no write of the same key overlapped with the read. The value of a write is
/// stored only if no other operation on the key was in progress when this write began, and no other write of the key
/// began before this write ended. A removal of many keys counts as a write of every key.
struct OverlapTracker {
    private struct Operations {
        var readerCount = 0
        var writerCount = 0
        /// Whether a write or a removal of many keys overlapped with the operations.
        var isOverlapped = false
    }

    private var operations: [KeyBytes: Operations] = [:]
    /// The number of removals of many keys in progress.
    private var removalCount = 0

    mutating func beginReading(_ key: KeyBytes) {
        operations[key, default: Operations(isOverlapped: removalCount > 0)].readerCount += 1
    }

    /// Ends a read, and returns whether the value that was read is current and may be stored in memory.
    mutating func endReading(_ key: KeyBytes) -> Bool {
        guard let current = operations[key] else { return false }
        operations[key]?.readerCount -= 1
        removeIfDone(key)
        return !current.isOverlapped && current.writerCount == 0
    }

    mutating func beginWriting(_ key: KeyBytes) {
        var current = operations[key, default: Operations(isOverlapped: removalCount > 0)]
        if current.readerCount + current.writerCount > 0 { current.isOverlapped = true }
        current.writerCount += 1
        operations[key] = current
    }

    /// Ends a write, and returns whether the value that was written is current and may be stored in memory.
    mutating func endWriting(_ key: KeyBytes) -> Bool {
        guard let current = operations[key] else { return false }
        operations[key]?.writerCount -= 1
        // A read that began in the meantime may have returned the previous value.
        if current.readerCount > 0 { operations[key]?.isOverlapped = true }
        removeIfDone(key)
        return !current.isOverlapped
    }

    /// Begins the removal of many keys.
    mutating func beginRemoval() {
        removalCount += 1
        for key in operations.keys { operations[key]?.isOverlapped = true }
    }

    mutating func endRemoval() { removalCount -= 1 }

    var isIdle: Bool { operations.isEmpty && removalCount == 0 }

    private mutating func removeIfDone(_ key: KeyBytes) {
        if let current = operations[key], current.readerCount + current.writerCount == 0 { operations[key] = nil }
    }
}

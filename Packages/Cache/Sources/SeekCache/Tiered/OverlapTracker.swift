/// Tracks the operations in progress in a tiered store, to determine whether a value may be stored in memory.
///
/// The result of a read is stored only if no write of the same key overlapped with the read. The value of a write is
/// stored only if no other operation on the key was in progress when the write began, and no other write began before
/// it ended. A removal of many keys counts as a write of every key.
struct OverlapTracker {
    private struct Operations {
        var readers = 0
        var writers = 0
        /// Whether a write or a removal of many keys overlapped with the operations.
        var isOverlapped = false
    }

    private var operations: [KeyBytes: Operations] = [:]
    private var removals = 0

    mutating func beginReading(_ key: KeyBytes) {
        operations[key, default: Operations(isOverlapped: removals > 0)].readers += 1
    }

    /// Ends a read, and returns whether the value that was read is current and may be stored in memory.
    mutating func endReading(_ key: KeyBytes) -> Bool {
        guard let current = operations[key] else { return false }
        operations[key]?.readers -= 1
        removeIfDone(key)
        return !current.isOverlapped && current.writers == 0
    }

    mutating func beginWriting(_ key: KeyBytes) {
        var current = operations[key, default: Operations(isOverlapped: removals > 0)]
        if current.readers + current.writers > 0 { current.isOverlapped = true }
        current.writers += 1
        operations[key] = current
    }

    /// Ends a write, and returns whether the value that was written is current and may be stored in memory.
    mutating func endWriting(_ key: KeyBytes) -> Bool {
        guard let current = operations[key] else { return false }
        operations[key]?.writers -= 1
        // A read that began in the meantime may have returned the previous value.
        if current.readers > 0 { operations[key]?.isOverlapped = true }
        removeIfDone(key)
        return !current.isOverlapped
    }

    /// Begins the removal of many keys.
    mutating func beginRemoval() {
        removals += 1
        for key in operations.keys { operations[key]?.isOverlapped = true }
    }

    mutating func endRemoval() {
        removals -= 1
    }

    /// Whether no operation is in progress.
    var isIdle: Bool { operations.isEmpty && removals == 0 }

    private mutating func removeIfDone(_ key: KeyBytes) {
        if let current = operations[key], current.readers + current.writers == 0 { operations[key] = nil }
    }
}

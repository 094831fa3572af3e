public import SeekBasics

/// A response store in memory with a limited size.
///
/// ```swift
/// let cache = HTTPCacheMiddleware(store: MemoryResponseStore(), partition: "")
/// ```
/// If ``maximumSize`` is exceeded, the least recently used responses are removed until the remaining ones use at most
/// three quarters of that size; the response that was just stored is always retained. Several clients can share one
/// store: give each ``HTTPCacheMiddleware`` a partition of its own if the users of the clients are not distinguished by
/// the header fields of requests.
public final class MemoryResponseStore: ResponseStore {
    private struct Entry {
        var bytes: Data
        /// The value of `useCount` after the last read or write of this entry.
        var lastUse: UInt64
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var size = 0
        /// The number of reads and writes.
        var useCount: UInt64 = 0

        mutating func remove(_ key: String) {
            guard let entry = entries.removeValue(forKey: key) else { return }
            size -= MemoryResponseStore.size(of: entry.bytes, key)
        }

        mutating func put(_ bytes: Data, for key: String, limit: Int) {
            remove(key)
            let newSize = MemoryResponseStore.size(of: bytes, key)
            guard newSize <= limit else { return }
            useCount += 1
            entries[key] = Entry(bytes: bytes, lastUse: useCount)
            size += newSize
            guard size > limit else { return }
            for (oldKey, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                guard size > max(limit / 4 * 3, newSize) else { return }
                remove(oldKey)
            }
        }
    }

    /// Always ``Provenance/Source/memory``.
    public let source = Provenance.Source.memory
    /// The maximum size in bytes.
    public let maximumSize: Int
    private let state = Mutex(State())

    /// Creates an empty store.
    ///
    /// - Parameter maximumSize: The maximum size of all responses in bytes, including their keys and about 64 bytes of
    ///   overhead each; 32 MiB by default. A larger response is not stored, and the one that it would replace is
    ///   removed.
    public init(maximumSize: Int = 32 << 20) {
        self.maximumSize = maximumSize
    }

    /// The approximate size of an entry in bytes.
    private static func size(of bytes: Data, _ key: String) -> Int { bytes.count + key.utf8.count + 64 }

    /// Returns the bytes stored under a key, if any.
    public func response(for key: String) -> Data? {
        state.withLock { state in
            state.useCount += 1
            state.entries[key]?.lastUse = state.useCount
            return state.entries[key]?.bytes
        }
    }

    /// Stores bytes under a key. `expiresAt` is not used, because the size is limited.
    public func put(_ response: Data, for key: String, expiresAt: Date) {
        state.withLock { $0.put(response, for: key, limit: maximumSize) }
    }

    /// Removes the bytes under a key, if any.
    public func remove(_ key: String) {
        state.withLock { $0.remove(key) }
    }

    /// Removes all responses, for example after a memory warning or when a user signs out.
    public func removeAll() {
        state.withLock { $0 = State() }
    }
}

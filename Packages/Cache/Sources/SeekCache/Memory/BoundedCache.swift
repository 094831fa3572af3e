import SeekBasics

/// Values in memory with a limit on their total cost. The values that are read repeatedly are retained (SIEVE).
///
/// For values that are not bytes; ``MemoryStore`` is the store for bytes.
@_spi(Seek)
public final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let list: Mutex<SieveList<Key, Value>>

    /// Creates an empty cache.
    ///
    /// - Parameter costLimit: The maximum total cost of the values.
    public init(costLimit: Int) { list = Mutex(SieveList(costLimit: costLimit)) }

    /// The number of values.
    public var count: Int { list.withLock { $0.count } }

    /// Returns the value of a key; nil if there is none.
    public func value(for key: Key) -> Value? { list.withLock { $0.use(key) { $0 } } }

    /// Stores a value in place of the key's previous one, and evicts others to meet the limit. A value that costs more
    /// than the limit is not stored and evicts nothing.
    public func insert(_ value: Value, for key: Key, cost: Int) {
        list.withLock { _ = $0.insert(value, for: key, cost: cost) }
    }
}

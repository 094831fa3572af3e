public import SeekBasics

/// What a cache of HTTP responses needs of a store: reading, compare-and-swap and removing. Every ``DataStore`` is one.
///
/// A store may lose entries at any time, but must never return bytes other than those that were put last.
public protocol RecordStore<Failure>: Sendable {
    /// The errors of the store.
    associatedtype Failure: Error

    /// Returns the entry of a key; nil if there is none, or it has expired.
    func value(for key: String) async throws(Failure) -> CacheEntry?

    /// Stores a value, and replaces an existing one, if a condition holds. The check and the put are one step, also
    /// between processes.
    ///
    /// - Parameters:
    ///   - data: The value.
    ///   - key: The key.
    ///   - expiresAt: The date from which the value is no longer returned; nil if it does not expire.
    ///   - condition: When the value is stored.
    /// - Returns: The version of the value, also if the value is too large for the store and only replaces the existing
    ///   one by none; nil if the condition does not hold.
    /// - Throws: The reason why the store cannot write. The previous value may then still exist.
    @discardableResult
    func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws(Failure) -> CacheVersion?

    /// Removes the value of a key.
    func remove(_ key: String) async throws(Failure)
}

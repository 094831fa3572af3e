public import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A store of data by key. It may lose entries, but never returns wrong ones.
///
/// All stores fulfill this contract, which the same tests check for each store:
/// - A value is returned exactly as it was put last. A corrupt value is a miss.
/// - A store may remove a value at any time, because of its size, age or corruption. It never returns an expired one.
/// - Keys are compared by their UTF-8 bytes. Any string of up to ``CacheError/keyLimit`` bytes is a key.
/// - All methods can be called concurrently.
/// - A store can be used after ``close()``: its next use opens the files again.
///
/// Only ``value(for:orLoad:)`` responds to cancellation: the other operations are short and always complete.
public protocol DataStore: RecordStore<CacheError> {
    /// The in-flight loads for callers of ``value(for:orLoad:)``: one object for the lifetime of the store.
    var singleFlight: SingleFlight { get }

    /// Returns the version of a key's value; nil if there is none, or it has expired. A store in front of this one
    /// compares it with that of its copy.
    func version(of key: String) async throws(CacheError) -> CacheVersion?

    /// Records that a store in front of this one returned the value of a key. A hint for eviction, which a store may
    /// ignore.
    func recordAccess(of key: String)

    /// Removes all entries whose keys start with the UTF-8 bytes of a prefix, and returns their number. Examines every
    /// key.
    @discardableResult
    func removeAll(prefix: String) async throws(CacheError) -> Int

    /// Removes all entries.
    func removeAll() async throws(CacheError)

    /// Returns all entries without their values, including expired ones, in no particular order.
    func items() async throws(CacheError) -> [CacheItem]

    /// Returns the number and size of the entries, and the counts of hits and misses.
    func statistics() async throws(CacheError) -> CacheStatistics

    /// Removes the entries that a policy selects from ``items()``.
    ///
    /// Items that the store does not contain are ignored, and an entry that was put again in the meantime is not
    /// removed.
    func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult

    /// Removes expired entries and those that exceed limits, as ``CacheLimits`` describes.
    func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult

    /// Closes the files, for example when an app enters the background.
    ///
    /// The store is not invalidated: its next use opens the files again. Operations and loads in progress complete, and
    /// may open the files again too. A store without files does nothing.
    func close() async
}

extension DataStore {
    /// Does nothing.
    public func close() async {}

    /// Does nothing.
    public func recordAccess(of key: String) {}

    /// Returns the version of a key's value; nil if there is none, or it has expired. Reads the value.
    public func version(of key: String) async throws(CacheError) -> CacheVersion? {
        try await value(for: key)?.version
    }

    /// Stores a value, and replaces an existing one.
    ///
    /// - Parameters:
    ///   - data: The value.
    ///   - key: The key.
    ///   - expiresAt: The date from which the value is no longer returned; by default, it does not expire.
    /// - Throws: As ``RecordStore/put(_:for:expiresAt:if:)``.
    public func put(_ data: Data, for key: String, expiresAt: Date? = nil) async throws(CacheError) {
        try await put(data, for: key, expiresAt: expiresAt, if: .always)
    }

    /// Removes expired entries and those that exceed limits. Examines all items.
    public func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult {
        try await clean(policy: limits)
    }
}

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

/// A key, compared by its UTF-8 bytes. As strings, different keys would be equal if they are canonically
/// equivalent, for example `"é"` as one scalar and as two.
struct KeyBytes: Hashable, Comparable, Sendable {
    let text: String

    init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    @inline(__always)
    static func == (left: KeyBytes, right: KeyBytes) -> Bool { right.withBytes(left.hasBytes) }

    @inline(__always)
    func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        text.utf8.count == bytes.count && withBytes { compareBytes($0, bytes) == 0 }
    }

    static func < (left: KeyBytes, right: KeyBytes) -> Bool {
        left.withBytes { left in
            right.withBytes { right in
                let order = compareBytes(left, right)
                return order == 0 ? left.count < right.count : order < 0
            }
        }
    }

    func hasPrefix(_ prefix: KeyBytes) -> Bool { text.utf8.starts(with: prefix.text.utf8) }

    func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

    /// Calls a body with the UTF-8 bytes, without copying them.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}

/// Compares two buffers up to the length of the shorter one, as `memcmp` does. Faster than comparing UTF-8 views.
private func compareBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
    guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
    return memcmp(first, second, min(left.count, right.count))
}

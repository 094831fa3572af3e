public import SeekBasics

extension DataStore {
    /// Returns the entry of a key, or loads and stores the value if there is none.
    ///
    /// Concurrent callers with the same key share one load. A cancelled caller stops waiting; the load is cancelled
    /// when no caller waits any longer. An error of the load is thrown to all waiters, and the next caller loads again.
    /// Errors of the store are ignored.
    ///
    /// ```swift
    /// let page = try await store.value(for: "page") { CacheValue(try await download()) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - load: A closure that returns the value. It runs in its own task, with the priority and the task-local
    ///     values of the first caller.
    /// - Returns: The stored entry, or an entry of age 0 with the loaded value.
    /// - Throws: The error of `load`, or `CancellationError` when the caller's task is cancelled.
    public func value(
        for key: String,
        orLoad load: @escaping @Sendable () async throws -> CacheValue
    ) async throws -> CacheEntry {
        let completedCount = singleFlight.completedCount
        if let entry = try? await value(for: key) { return entry }
        return try await singleFlight.wait(for: KeyBytes(key)) {
            // Another load may have stored the value since the first read.
            if singleFlight.completedCount != completedCount, let entry = try? await value(for: key) { return entry }
            let value = try await load()
            // A load without waiters was cancelled; its value could replace a newer one.
            try Task.checkCancellation()
            let storedAt = singleFlight.now()
            try? await put(value.data, for: key, expiresAt: value.expiresAt)
            return CacheEntry(data: value.data, storedAt: storedAt, expiresAt: value.expiresAt, now: storedAt)
        }
    }
}

/// The in-flight loads of a store, at most one per key, which callers of ``DataStore/value(for:orLoad:)`` share.
///
/// A store has one `SingleFlight` for its lifetime; a ``TieredStore`` uses that of its base store.
public final class SingleFlight: Sendable {
    let now: @Sendable () -> Date
    private let loads = SharedOperations<KeyBytes, Result<CacheEntry, any Error>>()
    private let completedLoads = Atomic(0)

    /// Creates an object without loads.
    ///
    /// - Parameter now: Returns the current date.
    public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// The number of completed loads. If it has changed since a read, a load may have stored the value in the
    /// meantime.
    var completedCount: Int { completedLoads.load(ordering: .sequentiallyConsistent) }

    /// Waits for the load of a key, and starts one if none is in flight.
    func wait(for key: KeyBytes, load: @escaping @Sendable () async throws -> CacheEntry) async throws -> CacheEntry {
        let outcome = await loads.value(for: key) { [self] in
            defer { completedLoads.add(1, ordering: .sequentiallyConsistent) }
            do { return .success(try await load()) } catch { return .failure(error) }
        }
        switch outcome {
        case .value(let result, _): return try result.get()
        case .abandoned: throw CancellationError()
        }
    }
}

extension DataStore {
    /// Stores a value as JSON, and replaces an existing one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - expiresAt: The date from which the value is no longer returned; nil if it does not expire.
    /// - Throws: ``CacheError/notCodable(key:reason:)``, or an error of ``put(_:for:expiresAt:)``.
    public func put(
        encoding value: some Encodable,
        for key: String,
        expiresAt: Date? = nil
    ) async throws(CacheError) {
        try await put(CacheCoding.encode(value, for: key), for: key, expiresAt: expiresAt)
    }

    /// Returns the value of a key, decoded from JSON; nil if there is none, it has expired, or it cannot be decoded as
    /// the type, for example because the type has changed.
    public func value<Value: Decodable>(_ type: Value.Type, for key: String) async throws(CacheError) -> Value? {
        guard let entry = try await value(for: key) else { return nil }
        return try? CacheCoding.decode(type, from: entry.data, for: key)
    }

    /// Returns the value of a key, or loads and stores it if there is none.
    ///
    /// Works like ``value(for:orLoad:)``. A stored value that cannot be decoded as the type is loaded again.
    ///
    /// ```swift
    /// let videos = try await store.value([Video].self, for: "videos", expiresAt: .now + 900) { try await download() }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - key: The key.
    ///   - expiresAt: The date from which a loaded value is no longer returned; nil if it does not expire.
    ///   - load: A closure that returns the value.
    /// - Throws: The error of `load`, ``CacheError/notCodable(key:reason:)`` if the loaded value cannot be encoded or
    ///   decoded, or `CancellationError` when the caller's task is cancelled.
    public func value<Value: Codable & Sendable>(
        _ type: Value.Type,
        for key: String,
        expiresAt: Date? = nil,
        orLoad load: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let loadData: @Sendable () async throws -> CacheValue = {
            CacheValue(try CacheCoding.encode(try await load(), for: key), expiresAt: expiresAt)
        }
        let entry = try await value(for: key, orLoad: loadData)
        if let value = try? CacheCoding.decode(type, from: entry.data, for: key) { return value }
        try? await remove(key)
        return try CacheCoding.decode(type, from: try await value(for: key, orLoad: loadData).data, for: key)
    }
}

private enum CacheCoding {
    static func encode(_ value: some Encodable, for key: String) throws(CacheError) -> Data {
        do { return try JSONEncoder().encode(value) } catch { throw .notCodable(key: key, reason: "\(error)") }
    }

    static func decode<Value: Decodable>(
        _ type: Value.Type,
        from data: Data,
        for key: String
    ) throws(CacheError) -> Value {
        do { return try JSONDecoder().decodeBounded(type, from: data) } catch {
            throw .notCodable(key: key, reason: "\(error)")
        }
    }
}

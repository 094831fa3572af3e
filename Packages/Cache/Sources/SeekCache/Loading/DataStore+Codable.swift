public import SeekBasics

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
        do { return try JSONDecoder().decode(type, from: data) } catch {
            throw .notCodable(key: key, reason: "\(error)")
        }
    }
}

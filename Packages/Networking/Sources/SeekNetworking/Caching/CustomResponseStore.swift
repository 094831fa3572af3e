public import SeekBasics

/// A response store made of closures, for any store of bytes.
///
/// ```swift
/// let disk = try DiskStore(folder: folder, limits: CacheLimits(maxSize: 50_000_000))  // SeekCache
/// let store = CustomResponseStore(over: disk, source: .disk) { key in
///     try await disk.value(for: key)?.data
/// } put: { bytes, key, expiresAt in
///     try await disk.put(bytes, for: key, expiresAt: expiresAt)
/// } remove: { key in
///     try await disk.remove(key)
/// }
/// ```
public struct CustomResponseStore: ResponseStore {
    /// The source that responses report.
    public let source: Provenance.Source
    private let base: any AnyObject & Sendable
    private let response: @Sendable (String) async throws -> Data?
    private let put: @Sendable (Data, String, Date) async throws -> Void
    private let remove: @Sendable (String) async throws -> Void

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - base: The object that stores the bytes. Caches over the same object coordinate their writes.
    ///   - source: The source that responses report: `disk` if other processes use the same bytes.
    ///   - response: Returns the bytes stored under a key, if any.
    ///   - put: Stores bytes under a key. They may be dropped after the date.
    ///   - remove: Removes the bytes under a key, if any.
    public init(
        over base: any AnyObject & Sendable,
        source: Provenance.Source,
        response: @escaping @Sendable (_ key: String) async throws -> Data?,
        put: @escaping @Sendable (_ bytes: Data, _ key: String, _ expiresAt: Date) async throws -> Void,
        remove: @escaping @Sendable (_ key: String) async throws -> Void
    ) {
        self.base = base
        self.source = source
        self.response = response
        self.put = put
        self.remove = remove
    }

    /// The identity of the object that stores the bytes.
    public var identity: ObjectIdentifier? { ObjectIdentifier(base) }

    /// Returns the bytes stored under a key, if any.
    public func response(for key: String) async throws -> Data? { try await response(key) }

    /// Stores bytes under a key until a date.
    public func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        try await put(response, key, expiresAt)
    }

    /// Removes the bytes under a key, if any.
    public func remove(_ key: String) async throws { try await remove(key) }
}

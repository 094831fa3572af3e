public import SeekBasics

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

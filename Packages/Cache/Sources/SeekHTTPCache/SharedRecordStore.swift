public import SeekBasics
public import SeekCache
@_spi(Seek) import SeekNetworking

/// A store of responses that several machines share.
///
/// Before a machine requests a response that is missing or not fresh, it takes its turn, and the other machines wait for
/// the response. The ages of entries are by the store's own clock, because the clocks of the machines differ. A store
/// may drop entries at any time.
public protocol SharedRecordStore: RecordStore {
    /// Stores a record without responses in place of one whose responses have become invalid, if a condition holds, and
    /// tells the other machines to drop their copies of these responses, in one step.
    ///
    /// - Parameters:
    ///   - key: The key of the record.
    ///   - data: The new record.
    ///   - expiresAt: The date from which the record is not needed.
    ///   - condition: When the record is stored.
    /// - Returns: The version of the record; nil if the condition does not hold.
    func invalidate(
        _ key: String,
        with data: Data,
        expiresAt: Date,
        if condition: PutCondition
    ) async throws -> CacheVersion?

    /// Takes the turn to request a response.
    ///
    /// If another machine has the turn, the call waits until that machine ends it, but not longer than the timeout, and
    /// then tries once more without waiting. If the turn expires during the wait, the call takes it itself or, if
    /// another machine is faster, continues to wait until the timeout. A call that throws takes no turn, for example if
    /// its task is cancelled.
    ///
    /// - Parameters:
    ///   - key: The key of the record.
    ///   - version: The version of the record that the caller has read; nil if there was none.
    ///   - timeout: The maximum time to wait for another machine; zero does not wait.
    func beginFetch(of key: String, at version: CacheVersion?, waiting timeout: Duration) async throws -> FetchTurn

    /// Ends a turn, and wakes up the machines that wait for its end.
    func endFetch(of key: String, token: String) async throws
}

/// Whether a machine may request a response for all machines.
public enum FetchTurn: Sendable, Hashable {
    /// The machine has the turn, which ``SharedRecordStore/endFetch(of:token:)`` ends.
    case granted(token: String)
    /// The record has changed since it was read: it may contain the response.
    case changed
    /// Another machine has the turn.
    case takenElsewhere
    /// The store cannot give turns, for example because it is full.
    case unavailable
}

/// The copies of shared responses in a machine's own store, which are removed when another machine invalidates them.
public final class LocalCopies: Sendable {
    private let storage: RecordStorage
    /// Removes all responses from the store.
    private let removeAll: @Sendable () async throws -> Void
    private let report: @Sendable (any Error) -> Void
    private let pending = Mutex(Pending())
    private let removals = Atomic(0)

    /// The invalidations that have not been applied. A single task applies them, however many arrive.
    private struct Pending {
        var keys: Set<CacheKey> = []
        /// Whether all copies must be removed.
        var includesAll = false
        var isApplying = false

        /// The maximum number of keys, beyond which all copies are removed.
        static let maximumCount = 1_000
    }

    /// Creates the copies in a store.
    ///
    /// - Parameters:
    ///   - store: The store of the machine.
    ///   - report: Receives the errors of removals after an invalidation.
    ///   - removeAll: Removes all responses from the store.
    public init(
        in store: any RecordStore,
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void,
        removeAll: @escaping @Sendable () async throws -> Void
    ) {
        storage = RecordStorage(store: store, rules: CacheKey.Rules(partition: ""), now: now, report: report)
        self.report = report
        self.removeAll = removeAll
    }

    /// How often all copies were removed. A response that was requested before the last removal is not stored.
    var removalCount: Int { removals.load(ordering: .sequentiallyConsistent) }

    /// Starts to remove the responses that another machine has invalidated.
    ///
    /// - Parameter key: The key that was passed to ``SharedRecordStore/invalidate(_:with:expiresAt:if:)``; nil if any
    ///   response may be invalid. A key in another format is ignored.
    public func invalidate(_ key: String?) {
        var record: CacheKey?
        if let key {
            guard let parsed = CacheKey(text: key) else { return }
            record = parsed
        }
        let startsTask = pending.withLock { pending in
            if let record { pending.keys.insert(record) } else { pending.includesAll = true }
            if pending.keys.count > Pending.maximumCount { pending.includesAll = true }
            if pending.includesAll { pending.keys = [] }
            defer { pending.isApplying = true }
            return !pending.isApplying
        }
        guard startsTask else { return }
        Task {
            while let next = takePending() { await apply(next) }
        }
    }

    /// Whether invalidations are being applied. For tests.
    var isApplying: Bool { pending.withLock { $0.isApplying } }

    /// Returns the pending invalidations, and removes them; nil if there are none.
    private func takePending() -> Pending? {
        pending.withLock { pending in
            pending.isApplying = pending.includesAll || !pending.keys.isEmpty
            guard pending.isApplying else { return nil }
            defer { pending = Pending(isApplying: true) }
            return pending
        }
    }

    private func apply(_ invalidations: Pending) async {
        if invalidations.includesAll {
            removals.add(1, ordering: .sequentiallyConsistent)
            do { try await removeAll() } catch { report(error) }
        }
        for key in invalidations.keys { await storage.invalidate(key) }
    }
}

/// Which responses a shared store may contain, and how they are authenticated.
///
/// Each client that can read the store can read its entries, so only a response that was requested with the configured
/// credential, or that is public, is stored. Each entry ends with an HMAC whose key is derived from the credential: a
/// client that can write to the store can remove an entry or restore an earlier one, but not forge a response.
struct SharedCacheProtection: Sendable {
    private let origin: Origin
    private let key: [UInt8]

    private static let tagSize = 32

    /// - Parameters:
    ///   - credential: The credential that is added to requests to the origin.
    ///   - origin: The origin of the credential.
    init(credential: Credential, origin: Origin) {
        self.origin = origin
        key = SHA256.hmac(of: "seek shared responses 1".utf8, key: credential.value.utf8)
    }

    /// Whether a response may be stored. To a request without the configured credential, it must be marked as public
    /// and set no cookie: the server may distinguish users by their address or a client certificate.
    func allows(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
        let hasOwnSecret = request.headerFields.contains { Redaction.isSecret($0.name) }
        if request.origin == origin, !hasOwnSecret { return true }
        let control = CacheControl(response.headerFields)
        return control.isPublic && !control.isPrivate && response.headerFields[.setCookie] == nil
    }

    /// Returns the bytes of an entry, followed by their authentication.
    func sealed(_ bytes: Data, for name: String) -> Data { bytes + tag(of: bytes, for: name) }

    /// Returns the bytes of an entry; nil if the entry was not stored under this key with the same credential, or was
    /// changed.
    func opened(_ sealed: Data, for name: String) -> Data? {
        guard sealed.count >= Self.tagSize else { return nil }
        let bytes = sealed.dropLast(Self.tagSize)
        // In constant time, so that the correct tag cannot be guessed byte by byte.
        let difference = zip(sealed.suffix(Self.tagSize), tag(of: bytes, for: name)).reduce(0) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? bytes : nil
    }

    private func tag(of bytes: Data, for name: String) -> [UInt8] {
        // The length separates the key of the entry from its bytes.
        SHA256.hmac(of: Array("\(name.utf8.count)\n\(name)".utf8) + bytes, key: key)
    }
}

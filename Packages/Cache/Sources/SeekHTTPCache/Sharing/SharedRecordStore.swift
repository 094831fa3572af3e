public import SeekBasics
public import SeekCache

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

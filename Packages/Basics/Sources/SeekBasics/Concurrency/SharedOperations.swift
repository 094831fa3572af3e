/// Operations in flight, each shared by all concurrent callers with the same key ("single flight").
///
/// A caller stops waiting at once when its task is cancelled, and when its deadline passes; ``value(for:until:operation:)``
/// describes the exception. The operation continues for the other callers. When no caller is left, the task of the
/// operation is cancelled, unless operations outlive their callers.
public final class SharedOperations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// How a caller's wait ended.
    public enum Outcome: Sendable {
        /// The operation has completed. `isFirst` is true for exactly one of the callers that receive its value.
        case value(Value, isFirst: Bool)
        /// The caller's task was cancelled or its deadline has passed. `isLast` is true if no other caller was waiting
        /// for the operation; it is false if the task was cancelled before the caller began to wait.
        case abandoned(isLast: Bool)
    }

    @usableFromInline
    final class InFlight: Sendable {
        @usableFromInline let operation: SharedOperation
        @usableFromInline let value = Mutex<Value?>(nil)

        @inlinable
        init(_ operation: SharedOperation) { self.operation = operation }
    }

    @usableFromInline let inFlight = Mutex<[Key: InFlight]>([:])
    @usableFromInline let outlivesCallers: Bool

    /// Creates an instance without operations.
    ///
    /// - Parameter outlivesCallers: Whether an operation continues when no caller waits any longer, for results that
    ///   must not be lost, such as those of a request that is not idempotent. Its task is cancelled at the deadline of
    ///   the caller that started it, unless another caller still waits. The operation need not observe that deadline.
    @inlinable
    public init(outlivesCallers: Bool = false) { self.outlivesCallers = outlivesCallers }

    /// Joins the operation in flight for a key, or starts one if there is none, and waits for its end.
    ///
    /// - Parameters:
    ///   - deadline: When the caller stops waiting; nil for no limit. Unless operations outlive their callers, an
    ///     operation must itself end by the deadline of the caller that started it, because only a caller that joined
    ///     with an earlier deadline is resumed at its own deadline.
    ///   - operation: Runs in a task with the priority and the task-local values of the caller that starts it, and on
    ///     that caller's thread for as long as the caller waits.
    @inlinable
    public func value(
        for key: Key,
        until deadline: ContinuousClock.Instant? = nil,
        operation: @escaping @Sendable () async -> Value
    ) async -> Outcome {
        while !Task.isCancelled {
            let (current, isNew) = inFlight.withLock { inFlight in
                if let current = inFlight[key], current.operation.isJoinable { return (current, false) }
                let new = InFlight(SharedOperation(deadline: deadline, outlivesCallers: outlivesCallers))
                inFlight[key] = new
                return (new, true)
            }
            let ending: SharedOperation.Ending?
            if isNew {
                ending = await current.operation.lead { [self] in
                    let value = await operation()
                    current.value.withLock { $0 = value }
                    // Before the callers are resumed, because a completed operation is not joined.
                    inFlight.withLock { if $0[key] === current { $0[key] = nil } }
                }
            } else {
                ending = await current.operation.join(until: deadline)
            }
            switch ending {
            case .completed(let isFirst):
                if let value = current.value.withLock({ $0 }) { return .value(value, isFirst: isFirst) }
            case .abandoned(let isLast): return .abandoned(isLast: isLast)
            // The operation was over before this caller had joined.
            case nil: break
            }
        }
        return .abandoned(isLast: false)
    }

    /// Returns the number of callers that are waiting for an operation whose key satisfies a predicate.
    public func waiterCount(where isIncluded: (Key) -> Bool) -> Int {
        inFlight.withLock { inFlight in
            inFlight.filter { isIncluded($0.key) }.values.reduce(0) { $0 + $1.operation.waiterCount }
        }
    }
}

import Dispatch
import SeekBasics

/// A worker that owns a non-sendable state, and performs operations on it one at a time on a dispatch queue.
///
/// Operations that wait for the disk therefore do not block the threads of Swift's cooperative pool.
public final class SerialWorker<State>: Sendable {
    private let queue: DispatchQueue
    private let state: Mutex<State>

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - label: The label of the queue, for debugging.
    ///   - state: The state that the operations use.
    public init(label: String, _ state: consuming sending State) {
        queue = DispatchQueue(label: label)
        self.state = Mutex(state)
    }

    /// Performs an operation after those enqueued earlier, except delayed ones that are not due, and returns its result
    /// or throws its error.
    public func perform<Value: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable (borrowing State) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
            enqueue { state in
                do throws(Failure) {
                    continuation.resume(returning: .success(try operation(state)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    /// Enqueues an operation, and returns without waiting for it.
    public func enqueue(_ operation: @escaping @Sendable (borrowing State) -> Void) {
        queue.async { [self] in state.withLock { operation($0) } }
    }

    /// Enqueues an operation after a delay in microseconds, and returns without waiting for it.
    public func enqueue(afterMicroseconds microseconds: Int, _ operation: @escaping @Sendable (borrowing State) -> Void)
    {
        queue.asyncAfter(deadline: .now() + .microseconds(microseconds)) { [self] in
            state.withLock { operation($0) }
        }
    }
}

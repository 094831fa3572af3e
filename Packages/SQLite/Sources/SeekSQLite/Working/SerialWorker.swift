import Dispatch
import SeekBasics

/// Owns what does a store's work, and runs it on a queue of its own, one operation after the other: none of them, however
/// long it waits for the disk, keeps one of the few threads all tasks share.
public final class SerialWorker<State>: Sendable {
    private let queue: DispatchQueue
    private let state: Mutex<State>

    /// Makes a worker.
    ///
    /// - Parameters:
    ///   - label: the queue's name, for debuggers.
    ///   - state: what does the work.
    public init(label: String, _ state: consuming sending State) {
        queue = DispatchQueue(label: label)
        self.state = Mutex(state)
    }

    /// Runs one operation, after those asked for before.
    public func perform<Result: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable (borrowing State) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Outcome<Result, Failure>, Never>) in
            later { state in
                do throws(Failure) {
                    continuation.resume(returning: .success(try operation(state)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private typealias Outcome<Value, Failure: Error> = Result<Value, Failure>

    /// Has an operation run, after those asked for before, and does not wait for it.
    public func later(_ operation: @escaping @Sendable (borrowing State) -> Void) {
        queue.async { [self] in state.withLock { operation($0) } }
    }

    /// Has an operation run in so many microseconds, and does not wait for it.
    public func later(in microseconds: Int, _ operation: @escaping @Sendable (borrowing State) -> Void) {
        queue.asyncAfter(deadline: .now() + .microseconds(microseconds)) { [self] in
            state.withLock { operation($0) }
        }
    }
}

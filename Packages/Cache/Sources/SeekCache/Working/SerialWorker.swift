import Dispatch
import Synchronization

/// Owns what does a store's work, and runs it on a queue of its own, one operation after the other: none of them, however
/// long it waits for the disk, keeps one of the few threads all tasks share.
final class SerialWorker<State>: Sendable {
    private let queue: DispatchQueue
    private let state: Mutex<State>

    init(label: String, _ state: consuming sending State) {
        queue = DispatchQueue(label: label)
        self.state = Mutex(state)
    }

    /// Runs one operation, after those asked for before.
    func perform<Result: Sendable>(
        _ operation: @escaping @Sendable (borrowing State) throws(CacheError) -> Result
    ) async throws(CacheError) -> Result {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome<Result>, Never>) in
            later { state in
                do throws(CacheError) {
                    continuation.resume(returning: .success(try operation(state)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private typealias Outcome<Value> = Result<Value, CacheError>

    /// Has an operation run, after those asked for before, and does not wait for it.
    func later(_ operation: @escaping @Sendable (borrowing State) -> Void) {
        queue.async { [self] in state.withLock { operation($0) } }
    }

    /// Has an operation run in so many microseconds, and does not wait for it.
    func later(in microseconds: Int, _ operation: @escaping @Sendable (borrowing State) -> Void) {
        queue.asyncAfter(deadline: .now() + .microseconds(microseconds)) { [self] in
            state.withLock { operation($0) }
        }
    }
}

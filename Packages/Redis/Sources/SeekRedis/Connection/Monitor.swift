#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A value under a lock. A thread can wait for a change of the value.
///
/// `@unchecked Sendable` because the value is accessed only while `lock` is held.
final class Monitor<Value>: @unchecked Sendable {
    /// What a waiting thread does after it has examined the value.
    enum Step<Result> {
        /// Waits for the next ``wake()``, at the latest until a deadline; nil for none.
        case wait(until: ContinuousClock.Instant?)
        case finish(Result)
    }

    // Allocated, because they must not move once they are initialized.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        lock.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }

    /// Ends the current wait of the thread that waits, if any.
    func wake() { pthread_cond_signal(condition) }

    /// Calls a function with the value, again after each ``wake()`` and deadline, until it returns a result. Blocks the
    /// thread.
    func wait<Result>(_ body: (inout Value) -> Step<Result>) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            switch body(&value) {
            case .finish(let result): return result
            case .wait(nil): pthread_cond_wait(condition, lock)
            case .wait(let deadline?):
                var time = Self.time(of: deadline)
                pthread_cond_timedwait(condition, lock, &time)
            }
        }
    }

    private static func time(of deadline: ContinuousClock.Instant) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = max(.zero, deadline - .now).components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}
#endif

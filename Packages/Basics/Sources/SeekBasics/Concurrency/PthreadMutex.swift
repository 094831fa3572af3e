#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A lock that protects the value it stores, with the interface of `Synchronization.Mutex`, made of a `pthread_mutex_t`.
///
/// The thread sanitizer intercepts `pthread_mutex_lock`, but does not see on Linux that `Synchronization.Mutex` orders the
/// accesses under it. `Mutex` is this type where the condition `SEEK_PTHREAD_LOCKS` is set, which `Scripts/test --sanitize
/// thread` does. It allocates memory and costs more than the standard library's lock; nothing else should use it.
///
/// Not recursive: locking it again on the same thread never returns. Sendable although unchecked, because `value` is only reached
/// while `lock` is held.
public struct PthreadMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Creates an unlocked lock that stores a value.
    public init(_ initialValue: consuming sending Value) {
        // Allocated, because a lock must not move once it is initialized.
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(lock, nil)
        precondition(status == 0, "pthread_mutex_init of a default lock fails only without memory: \(status)")
        value = .allocate(capacity: 1)
        value.initialize(to: initialValue)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(lock)
        lock.deinitialize(count: 1)
        lock.deallocate()
    }

    /// Waits for the lock, and returns what the closure makes of the value while holding it.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }

    /// Returns what the closure makes of the value while holding the lock; nil, without calling it, when the lock is taken.
    public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard pthread_mutex_trylock(lock) == 0 else { return nil }
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}

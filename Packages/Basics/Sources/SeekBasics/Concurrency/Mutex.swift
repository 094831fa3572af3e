// Packages import the lock and the atomic value from here, not from `Synchronization`, so that a compile-time condition
// can replace the lock in a build for the thread sanitizer.
@_exported public import struct Synchronization.Atomic

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

#if SEEK_PTHREAD_LOCKS
/// A lock that protects the value it stores. In this build it is a lock that the thread sanitizer supports.
public typealias Mutex<Value: ~Copyable> = PthreadMutex<Value>
#else
@_exported public import struct Synchronization.Mutex
#endif

/// A `pthread_mutex_t` with the interface of `Synchronization.Mutex`, for the thread sanitizer.
///
/// The sanitizer intercepts `pthread_mutex_lock`, but does not recognize `Synchronization.Mutex` on Linux. `Mutex` is
/// this type in builds with the compilation condition `SEEK_PTHREAD_LOCKS`, which `Scripts/test --sanitize thread`
/// sets. Do not use `PthreadMutex` directly: it allocates memory and is slower.
///
/// Not recursive. `@unchecked Sendable` because `value` is accessed only while `lock` is held.
public struct PthreadMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Creates a lock that is not held.
    public init(_ initialValue: consuming sending Value) {
        // Allocated, because a lock must not move once it is initialized.
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(lock, nil)
        precondition(status == 0, "pthread_mutex_init failed with error \(status)")
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

    /// Returns the result of a closure that is called with the value while the lock is held.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }

    /// Returns the result of a closure that is called with the value while the lock is held, or nil if the lock is not
    /// available.
    public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard pthread_mutex_trylock(lock) == 0 else { return nil }
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}

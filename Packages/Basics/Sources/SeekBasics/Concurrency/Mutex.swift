// The lock and the atomic value that all packages use. They are re-exported from the standard library, so that a
// compile-time condition can replace the lock in a build for the thread sanitizer.
@_exported public import struct Synchronization.Atomic

#if SEEK_PTHREAD_LOCKS
/// A lock that protects the value it stores. In this build it is a lock that the thread sanitizer supports.
public typealias Mutex<Value: ~Copyable> = PthreadMutex<Value>
#else
@_exported public import struct Synchronization.Mutex
#endif

// The lock and the atomic value of every package. Both are the standard library's; importing them from here lets one
// compile-time condition replace the lock where the thread sanitizer runs.
@_exported public import struct Synchronization.Atomic

#if SEEK_PTHREAD_LOCKS
/// A lock that protects the value it stores; here the one that the thread sanitizer understands.
public typealias Mutex<Value: ~Copyable> = PthreadMutex<Value>
#else
@_exported public import struct Synchronization.Mutex
#endif

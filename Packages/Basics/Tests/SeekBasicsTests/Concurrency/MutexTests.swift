import Dispatch
import Foundation
import SeekBasics
import Testing

/// `Mutex` itself is that of the standard library, except in a build for the thread sanitizer.
@Suite("The lock of a build for the thread sanitizer")
struct MutexTests {
    private final class Counter: Sendable {
        let value = PthreadMutex(0)
    }

    @Test("does not lose concurrent increments of its value")
    func counting() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { counter.value.withLock { $0 += 1 } } }
            }
        }
        #expect(counter.value.withLock { $0 } == 8_000)
    }

    @Test("is not acquired by withLockIfAvailable while another thread holds it")
    func held() {
        let counter = Counter()
        let attempted = DispatchSemaphore(value: 0)
        counter.value.withLock { _ in
            Thread.detachNewThread {
                _ = counter.value.withLockIfAvailable { $0 += 1 }
                attempted.signal()
            }
            #expect(attempted.wait(timeout: .now() + 60) == .success, "withLockIfAvailable waited for the lock")
        }
        #expect(counter.value.withLock { $0 } == 0)
    }

    @Test("is released when a closure throws, and retains the changed value")
    func failure() {
        struct Failure: Error {}
        let lock = PthreadMutex(1)
        #expect(throws: Failure.self) {
            try lock.withLock { value throws(Failure) in
                value = 2
                throw Failure()
            }
        }
        #expect(lock.withLockIfAvailable { $0 } == 2)
    }

    @Test("releases the stored value on deinitialization")
    func releasing() {
        final class Object: Sendable {}
        weak var released: Object?
        do {
            let object = Object()
            released = object
            let lock = PthreadMutex(object)
            #expect(lock.withLock { $0 === object })
        }
        #expect(released == nil)
    }

    @Test("stores a noncopyable value")
    func noncopyable() {
        struct Ticket: ~Copyable { var number: Int }
        let lock = PthreadMutex(Ticket(number: 7))
        lock.withLock { $0 = Ticket(number: $0.number + 1) }
        #expect(lock.withLock { $0.number } == 8)
    }
}

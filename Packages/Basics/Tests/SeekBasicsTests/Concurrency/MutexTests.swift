import Dispatch
import Foundation
import SeekBasics
import Testing

/// Tests both implementations of `Mutex`, which must behave alike: the standard library's and the one for the thread
/// sanitizer.
@Suite("A lock")
struct MutexTests {
    @Test("does not lose concurrent increments of its value")
    func counting() async {
        await #expect(count(Counter()) == 8_000)
        await #expect(count(PthreadCounter()) == 8_000)
    }

    private func count(_ counter: some Counting) async -> Int {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { counter.add() } }
            }
        }
        return counter.value
    }

    @Test("is not acquired by withLockIfAvailable while another thread holds it")
    func held() {
        #expect(valueAfterAttempt(Counter()) == 0)
        #expect(valueAfterAttempt(PthreadCounter()) == 0)
    }

    /// Returns the value after another thread tried to increment it while this thread held the lock.
    private func valueAfterAttempt(_ counter: some Counting) -> Int {
        let attempted = DispatchSemaphore(value: 0)
        counter.whileLocked {
            Thread.detachNewThread {
                counter.addIfAvailable()
                attempted.signal()
            }
            #expect(attempted.wait(timeout: .now() + 60) == .success, "withLockIfAvailable waited for the lock")
        }
        return counter.value
    }

    @Test("is acquired by withLockIfAvailable when it is free")
    func free() {
        #expect(Mutex(1).withLockIfAvailable { $0 + 1 } == 2)
        #expect(PthreadMutex(1).withLockIfAvailable { $0 + 1 } == 2)
    }

    @Test("is released when a closure throws, and retains the changed value")
    func failure() {
        struct Failure: Error {}
        let standard = Mutex(1)
        #expect(throws: Failure.self) {
            try standard.withLock { value throws(Failure) in
                value = 2
                throw Failure()
            }
        }
        #expect(standard.withLockIfAvailable { $0 } == 2)
        let pthread = PthreadMutex(1)
        #expect(throws: Failure.self) {
            try pthread.withLock { value throws(Failure) in
                value = 2
                throw Failure()
            }
        }
        #expect(pthread.withLockIfAvailable { $0 } == 2)
    }

    @Test("releases the stored value on deinitialization")
    func releasing() {
        final class Object: Sendable {
            let count: Atomic<Int>
            init() { count = Atomic(0) }
        }
        weak var standard: Object?
        weak var pthread: Object?
        do {
            let first = Object()
            let second = Object()
            standard = first
            pthread = second
            #expect(Mutex(first).withLock { $0.count.load(ordering: .relaxed) } == 0)
            #expect(PthreadMutex(second).withLock { $0.count.load(ordering: .relaxed) } == 0)
        }
        #expect(standard == nil)
        #expect(pthread == nil)
    }

    /// Tests `PthreadMutex` only: the standard library guarantees the same for its lock.
    @Test("stores a noncopyable value")
    func noncopyable() {
        struct Ticket: ~Copyable { var number: Int }
        let lock = PthreadMutex(Ticket(number: 7))
        lock.withLock { $0 = Ticket(number: $0.number + 1) }
        #expect(lock.withLock { $0.number } == 8)
    }
}

private protocol Counting: Sendable {
    var value: Int { get }
    func add()
    func addIfAvailable()
    func whileLocked(_ body: () -> Void)
}

private final class Counter: Counting {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
    func addIfAvailable() { _ = count.withLockIfAvailable { $0 += 1 } }
    func whileLocked(_ body: () -> Void) { count.withLock { _ in body() } }
}

private final class PthreadCounter: Counting {
    private let count = PthreadMutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
    func addIfAvailable() { _ = count.withLockIfAvailable { $0 += 1 } }
    func whileLocked(_ body: () -> Void) { count.withLock { _ in body() } }
}

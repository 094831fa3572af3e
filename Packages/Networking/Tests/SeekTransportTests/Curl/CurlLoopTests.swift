#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCurlTransport

@Suite("Limiting concurrent requests per host")
struct HostConcurrencyLimiterTests {
    private let firstHost = URL(string: "https://one.example").flatMap { Origin($0) }
    private let secondHost = URL(string: "https://two.example").flatMap { Origin($0) }

    @Test("admits transfers up to the limit per host and queues further ones in order")
    func order() {
        var limiter = HostConcurrencyLimiter(limit: 2)
        var admitted: [UInt64] = []
        for id in 1...4 as ClosedRange<UInt64> where limiter.enter(id, firstHost) { admitted.append(id) }
        for id in 5...6 as ClosedRange<UInt64> where limiter.enter(id, secondHost) { admitted.append(id) }
        #expect(admitted == [1, 2, 5, 6])
        var next = [limiter.leave(firstHost) { _ in true }, limiter.leave(secondHost) { _ in true }]
        #expect(next == [3, nil])
        let isFull = !limiter.enter(7, firstHost)
        #expect(isFull)
        next = (0..<4).map { _ in limiter.leave(firstHost) { _ in true } }
        #expect(next == [4, 7, nil, nil])
        let afterwards = (8...10).map { limiter.enter($0, firstHost) }
        #expect(afterwards == [true, true, false])
    }

    @Test("skips transfers that no longer wait")
    func cancelledTransfers() {
        var limiter = HostConcurrencyLimiter(limit: 1)
        for id in 1...4 as ClosedRange<UInt64> { _ = limiter.enter(id, firstHost) }
        let next = [limiter.leave(firstHost) { $0 == 4 }, limiter.leave(firstHost) { _ in false }]
        #expect(next == [4, nil])
        let isFree = limiter.enter(5, firstHost)
        #expect(isFree)
    }

    @Test("a limit of zero or less is no limit", arguments: [0, -1])
    func unlimited(limit: Int) {
        var limiter = HostConcurrencyLimiter(limit: limit)
        let admitted = (0..<1_000).filter { limiter.enter($0, firstHost) }
        #expect(admitted.count == 1_000)
    }

    @Test("the limit is never exceeded, and no transfer waits forever", arguments: 0..<20 as Range<UInt64>)
    func randomOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var limiter = HostConcurrencyLimiter(limit: 3)
        var running: Set<UInt64> = []
        var waiting: Set<UInt64> = []
        var finished = 0
        for id in 0..<200 as Range<UInt64> {
            if limiter.enter(id, firstHost) { running.insert(id) } else { waiting.insert(id) }
            let isCancelling = Int.random(in: 0..<4, using: &generator) == 0
            if isCancelling, let cancelled = waiting.sorted().randomElement(using: &generator) {
                waiting.remove(cancelled)
                finished += 1
            }
            while Bool.random(using: &generator), running.popFirst() != nil {
                finished += 1
                if let started = limiter.leave(firstHost, isWaiting: waiting.contains) {
                    waiting.remove(started)
                    running.insert(started)
                }
            }
            #expect(running.count <= 3)
            #expect(waiting.isEmpty || running.count == 3)
        }
        while running.popFirst() != nil {
            finished += 1
            if let started = limiter.leave(firstHost, isWaiting: waiting.contains) {
                waiting.remove(started)
                running.insert(started)
            }
        }
        #expect(waiting.isEmpty)
        #expect(finished == 200)
    }
}

@Suite("The timer of transfers that share a connection")
struct SharedTransferTimerTests {
    private let start = ContinuousClock.now

    @Test("fires every 20 ms, even if the loop has events or new requests each millisecond")
    func busyLoop() {
        var timer = SharedTransferTimer()
        var fired: [Int] = []
        for millisecond in 0..<50 {
            let now = start + .milliseconds(millisecond)
            if timer.fireIfDue(at: now) { fired.append(millisecond) }
            timer.update(isSharing: true, at: now)
        }
        #expect(fired == [20, 40])
    }

    @Test("does not fire after the last transfer that shared a connection has ended")
    func ended() {
        var timer = SharedTransferTimer()
        timer.update(isSharing: true, at: start)
        #expect(timer.dueAt == start + .milliseconds(20))
        timer.update(isSharing: false, at: start)
        #expect(timer.dueAt == nil)
        let fires = timer.fireIfDue(at: start + .seconds(1))
        #expect(!fires)
    }
}

@Suite("Descriptors of a poller")
struct PollerTests {
    @Test("are not closed twice if not all of them can be opened", arguments: [0, 1])
    func construction(freeCount: Int) async throws {
        // In a separate process, so that no other test runs out of descriptors.
        await #expect(processExitsWith: .success) { [freeCount] in
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(resource, &limit)
            // Only the descriptors closed here are free below the limit.
            let descriptors = (0..<(8 + freeCount)).map { _ in open("/dev/null", O_RDONLY) }
            let highest = try #require(descriptors.max())
            for descriptor in descriptors.suffix(freeCount) { close(descriptor) }
            limit.rlim_cur = rlim_t(Int(highest) + 1)
            setrlimit(resource, &limit)
            errno = 0
            let poller = Poller()
            // Closing a descriptor a second time sets EBADF, or closes another thread's descriptor of that number.
            let code = errno
            #expect(poller == nil)
            #expect(code == EMFILE)
        }
    }
}

@Suite("Blocking SIGPIPE")
struct BrokenPipeTests {
    @Test(
        "the SIGPIPE of a write to a socket whose peer is closed is not delivered, and the signal mask is restored",
        arguments: [true, false]
    )
    func brokenPipe(isBlockedBefore: Bool) throws {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        var previousMask = sigset_t()
        pthread_sigmask(isBlockedBefore ? SIG_BLOCK : SIG_UNBLOCK, &signals, &previousMask)
        defer { pthread_sigmask(SIG_SETMASK, &previousMask, nil) }
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0)
        close(sockets[0])
        defer { close(sockets[1]) }
        let (written, errorNumber) = withSIGPIPEBlocked { (write(sockets[1], "x", 1), errno) }
        #expect(written == -1)
        #expect(errorNumber == EPIPE)
        var (mask, pending) = (sigset_t(), sigset_t())
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        #expect((sigismember(&mask, SIGPIPE) == 1) == isBlockedBefore)
        sigpending(&pending)
        // A signal that the program had blocked before remains pending.
        #expect((sigismember(&pending, SIGPIPE) == 1) == isBlockedBefore)
        // Removes the pending signal.
        var timeout = timespec()
        if isBlockedBefore { sigtimedwait(&signals, nil, &timeout) }
    }
}
#endif

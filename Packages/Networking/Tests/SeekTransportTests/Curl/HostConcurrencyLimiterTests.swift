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
#endif

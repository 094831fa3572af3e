#if os(Linux)
import Foundation
import SeekNetworking
import Testing

@testable import SeekCurlTransport

@Suite("The gate of a host")
struct HostConcurrencyLimiterTests {
    private let one = URL(string: "https://one.example").flatMap { Origin($0) }
    private let two = URL(string: "https://two.example").flatMap { Origin($0) }

    @Test("lets so many run, the others in their order, each host by itself")
    func order() {
        var gate = HostConcurrencyLimiter(limit: 2)
        var passed: [UInt64] = []
        for id in 1...4 as ClosedRange<UInt64> where gate.enter(id, one) { passed.append(id) }
        for id in 5...6 as ClosedRange<UInt64> where gate.enter(id, two) { passed.append(id) }
        #expect(passed == [1, 2, 5, 6])
        var next = [gate.leave(one) { _ in true }, gate.leave(two) { _ in true }]
        #expect(next == [3, nil])
        let isFull = !gate.enter(7, one)
        #expect(isFull)
        next = (0..<4).map { _ in gate.leave(one) { _ in true } }
        #expect(next == [4, 7, nil, nil])
        let afterwards = (8...10).map { gate.enter($0, one) }
        #expect(afterwards == [true, true, false])
    }

    @Test("passes over who has left the queue")
    func left() {
        var gate = HostConcurrencyLimiter(limit: 1)
        for id in 1...4 as ClosedRange<UInt64> { _ = gate.enter(id, one) }
        let next = [gate.leave(one) { $0 == 4 }, gate.leave(one) { _ in false }]
        #expect(next == [4, nil])
        let isFree = gate.enter(5, one)
        #expect(isFree)
    }

    @Test("without a limit holds nobody", arguments: [0, -1])
    func unlimited(limit: Int) {
        var gate = HostConcurrencyLimiter(limit: limit)
        let passed = (0..<1_000).filter { gate.enter($0, one) }
        #expect(passed.count == 1_000)
    }

    @Test("never lets more run than its limit, and leaves nobody behind", arguments: 0..<20 as Range<UInt64>)
    func law(seed: UInt64) {
        var random = seed
        func next(_ bound: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % bound
        }
        var gate = HostConcurrencyLimiter(limit: 3)
        var running: Set<UInt64> = []
        var waiting: Set<UInt64> = []
        var finished = 0
        for id in 0..<200 as Range<UInt64> {
            if gate.enter(id, one) { running.insert(id) } else { waiting.insert(id) }
            if next(4) == 0, let gone = waiting.randomElement() {
                waiting.remove(gone)
                finished += 1
            }
            while next(2) == 0, running.popFirst() != nil {
                finished += 1
                if let begun = gate.leave(one, isWaiting: waiting.contains) {
                    waiting.remove(begun)
                    running.insert(begun)
                }
            }
            #expect(running.count <= 3 && (waiting.isEmpty || running.count == 3))
        }
        while running.popFirst() != nil {
            finished += 1
            if let begun = gate.leave(one, isWaiting: waiting.contains) {
                waiting.remove(begun)
                running.insert(begun)
            }
        }
        #expect(waiting.isEmpty && finished == 200)
    }
}
#endif

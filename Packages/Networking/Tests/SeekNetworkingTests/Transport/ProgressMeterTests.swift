import Foundation
import SeekBasics
import SeekNetworking
import Testing

@Suite("Progress")
struct ProgressMeterTests {
    @Test("is reported at once, then at most every 50 ms if it changed, and always at the end")
    func throttle() async throws {
        let reports = Mutex<[Int64]>([])
        let createdMeter = await TransferProgress.observe { progress in
            #expect(progress.expectedToSend == 7)
            reports.withLock { $0.append(progress.received) }
        } during: {
            ProgressMeter(bodySize: 7)
        }
        var meter = try #require(createdMeter)
        let start = ContinuousClock.now
        for (milliseconds, received) in [(0, 1), (49, 2), (50, 3), (51, 4), (99, 5), (100, 5), (150, 5), (200, 6)] {
            meter.update(at: start + .milliseconds(milliseconds)) { $0.received = Int64(received) }?()
        }
        #expect(reports.withLock { $0 } == [1, 3, 5, 6])
        meter.report()
        #expect(reports.withLock { $0 } == [1, 3, 5, 6, 6])
    }

    @Test("is measured only if it is observed")
    func unobserved() async {
        #expect(ProgressMeter(bodySize: 1) == nil)
        let isMeasured = await TransferProgress.observe { _ in
        } during: {
            await withTaskGroup(of: Bool.self) { group in
                group.addTask { ProgressMeter(bodySize: 1) != nil }
                return await group.next() == true
            }
        }
        #expect(isMeasured)
    }

    @Test("is observed without changing the type of the operation's error")
    func error() async {
        let expected = NetworkError.timedOut(NetworkError.Context(request: nil))
        do throws(NetworkError) {
            try await TransferProgress.observe { _ in
            } during: { () async throws(NetworkError) in
                throw expected
            }
            Issue.record("the operation did not throw")
        } catch {
            #expect(error == expected)
        }
    }
}

@Suite("Progress of a transfer")
struct TransferProgressTests {
    static let rows: [(sent: Int64, toSend: Int64, received: Int64, toReceive: Int64?, fraction: Double?)] = [
        (0, 0, 0, nil, nil), (0, 0, 0, 0, 1), (5, 10, 0, nil, nil), (0, 0, 25, 100, 0.25), (5, 10, 0, 10, 0.25),
        (10, 10, 10, 10, 1), (0, 0, 20, 10, 1),
        // Invalid or unrealistic lengths.
        (1, 1, 0, .max, 0), (.max, .max, .max, .max, 1), (0, 0, 5, -5, 1), (0, 5, 0, -5, 0), (0, 0, 0, .min, 1),
    ]

    @Test("has a fraction once the size of the response is known, whatever length is declared", arguments: rows)
    func fraction(row: (sent: Int64, toSend: Int64, received: Int64, toReceive: Int64?, fraction: Double?)) {
        var progress = TransferProgress()
        progress.sent = row.sent
        progress.expectedToSend = row.toSend
        progress.received = row.received
        progress.expectedToReceive = row.toReceive
        let rounded = progress.fraction.map { ($0 * 10_000).rounded() / 10_000 }
        #expect(rounded == row.fraction)
    }
}

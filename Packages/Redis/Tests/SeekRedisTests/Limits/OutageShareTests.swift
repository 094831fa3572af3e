import Foundation
import SeekSearch
import Testing

@testable import SeekRedis

@Suite("The share of a machine in an outage")
struct OutageShareTests {
    private let now = Date(timeIntervalSince1970: 1_795_000_000)
    private var day: QuotaDay { QuotaDay(at: now) }

    private func account(limit: Int = 100) -> QuotaAccount {
        QuotaAccount(key: "k", bucket: QuotaBucket(name: "b", limit: limit))
    }

    private func ledger(_ used: Int, isClosed: Bool = false, limit: Int = 100) -> QuotaLedger {
        var ledger = QuotaLedger()
        ledger.record(SharedCount(day: day, used: used, isClosed: isClosed), of: account(limit: limit))
        return ledger
    }

    /// Reserves calls of the share until one is rejected, at most 1,000. Returns the number of reserved calls.
    private func reserveUntilRejected(_ ledger: inout QuotaLedger, limit: Int = 100, share: Double = 0.1) -> Int {
        var count = 0
        while count < 1_000, ledger.reserveShare(1, of: account(limit: limit), share: share, at: now) != nil {
            count += 1
        }
        return count
    }

    static let shares: [(used: Int, isClosed: Bool, limit: Int, share: Double, allowed: Int)] = [
        (0, false, 100, 0.1, 10), (45, false, 100, 0.1, 5), (91, false, 100, 0.1, 0), (100, false, 100, 0.1, 0),
        (0, true, 100, 0.1, 0), (50, false, 100, 0, 0), (50, false, 100, 1, 50), (0, false, .max, 0.1, 1_000),
    ]

    @Test("allows a share of what was left, rounded down, during an outage", arguments: shares)
    func share(row: (used: Int, isClosed: Bool, limit: Int, share: Double, allowed: Int)) {
        var ledger = ledger(row.used, isClosed: row.isClosed, limit: row.limit)
        #expect(reserveUntilRejected(&ledger, limit: row.limit, share: row.share) == row.allowed)
    }

    @Test("a call of the outage is part of the local count but not of the shared one, and can be refunded")
    func refund() {
        var ledger = ledger(50)
        #expect(reserveUntilRejected(&ledger) == 5)
        #expect(ledger.statusInOutage(of: account(), share: 0.1, at: now).used == 55)
        #expect(ledger.sharedUsed(of: account(), at: now) == 50)
        ledger.refundShare(2, of: account(), on: day)
        #expect(ledger.statusInOutage(of: account(), share: 0.1, at: now).used == 53)
        #expect(ledger.outageUsed(of: account(), at: now) == 3)
        #expect(reserveUntilRejected(&ledger) == 2)
    }

    @Test("the shared count replaces the calls of an outage, and the whole share is available in the next one")
    func renewal() {
        var ledger = ledger(0)
        #expect(reserveUntilRejected(&ledger) == 10)
        ledger.record(SharedCount(day: day, used: 3, isClosed: false), of: account())
        #expect(ledger.status(of: account().bucket, for: "k", at: now).used == 3)
        #expect(ledger.outageUsed(of: account(), at: now) == 0)
        #expect(reserveUntilRejected(&ledger) == 9)
    }

    @Test("a day that is closed during an outage is open again if the shared count is open", arguments: [40, 99])
    func closedDay(used: Int) {
        var ledger = ledger(used)
        ledger.markExhausted(account().bucket, for: "k", on: day)
        #expect(reserveUntilRejected(&ledger) == 0)
        ledger.record(SharedCount(day: day, used: used, isClosed: false), of: account())
        let status = ledger.status(of: account().bucket, for: "k", at: now)
        #expect(!status.isExhausted)
        #expect(status.used == used)
    }

    @Test("records larger counts, closed days, and days that another machine reopened")
    func record() {
        var ledger = ledger(20)
        for (used, isClosed, expected) in [(10, false, 20), (30, true, 30), (31, false, 31)] {
            ledger.record(SharedCount(day: day, used: used, isClosed: isClosed), of: account())
            let status = ledger.status(of: account().bucket, for: "k", at: now)
            #expect(status.isExhausted == isClosed)
            #expect(status.used == expected)
        }
    }
}

import Foundation
import SeekSearch
import Testing

@testable import SeekRedis

@Suite("The local ledger of a shared quota")
struct OutageLedgerTests {
    private let now = Date(timeIntervalSince1970: 1_795_000_000)
    private var day: QuotaDay { QuotaDay(at: now) }

    private func account(limit: Int = 100) -> QuotaAccount {
        QuotaAccount(key: "k", bucket: QuotaBucket(name: "b", limit: limit))
    }

    private func ledger(_ used: Int, isClosed: Bool = false, limit: Int = 100) -> QuotaLedger {
        var ledger = QuotaLedger()
        ledger.record(QuotaKnowledge.Count(day: day, used: used, isClosed: isClosed), of: account(limit: limit))
        return ledger
    }

    /// Reserves calls of the share until one is rejected, at most 1,000. Returns the number of reserved calls.
    private func reserveUntilRejected(_ ledger: inout QuotaLedger, limit: Int = 100, share: Double = 0.1) -> Int {
        var count = 0
        while count < 1_000, ledger.reserveShare(1, of: account(limit: limit), share: share, at: now) { count += 1 }
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

    @Test("a debt is part of the local count but not of the share; a refund reduces the debt and the used share")
    func refund() throws {
        var ledger = ledger(50)
        #expect(reserveUntilRejected(&ledger) == 5)
        ledger.addDebt(5, of: account(), on: day)
        #expect(ledger.status(of: account().bucket, for: "k", at: now).used == 55)
        #expect(ledger.statusInOutage(of: account(), share: 0.1, at: now).used == 55)
        ledger.refundDebt(2, of: account(), on: day)
        #expect(ledger.statusInOutage(of: account(), share: 0.1, at: now).used == 53)
        #expect(reserveUntilRejected(&ledger) == 2)
    }

    @Test("a debt is taken once, and only on its own day")
    func debt() {
        var ledger = ledger(0)
        ledger.addDebt(7, of: account(), on: day)
        let yesterday = QuotaDay(at: now.addingTimeInterval(-86_400))
        let debts = [yesterday, day, day].map { ledger.takeDebt(of: account(), on: $0) }
        #expect(debts == [0, 7, 0])
        #expect(ledger.status(of: account().bucket, for: "k", at: now).used == 0)
    }

    @Test("a closed or reopened day loses neither the debt nor the shared count", arguments: [40, 99])
    func closedDay(used: Int) {
        var ledger = ledger(used)
        ledger.addDebt(3, of: account(), on: day)
        ledger.markExhausted(account().bucket, for: "k", on: QuotaDay(at: now))
        for _ in 0..<3 {
            let debt = ledger.takeDebt(of: account(), on: day)
            #expect(debt == 3)
            ledger.addDebt(debt, of: account(), on: day)
            #expect(ledger.status(of: account().bucket, for: "k", at: now).used == used + 3)
        }
        ledger.record(QuotaKnowledge.Count(day: day, used: used, isClosed: false), of: account())
        #expect(ledger.status(of: account().bucket, for: "k", at: now).used == used + 3)
    }

    @Test("records the last outage without changing the count")
    func lastOutage() {
        var ledger = ledger(7)
        #expect(ledger.lastOutage(of: account(), at: now) == nil)
        // The last recorded time is returned, even if an earlier record had a later time.
        for seconds in [0.0, 60, 30] {
            ledger.recordOutage(of: account(), at: now.addingTimeInterval(seconds))
            #expect(ledger.lastOutage(of: account(), at: now) == now.addingTimeInterval(seconds))
        }
        #expect(ledger.statusInOutage(of: account(), share: 0.1, at: now).used == 7)
    }

    @Test("the share limits all calls since the start of an outage, and is renewed at its end")
    func renewal() {
        var ledger = ledger(0)
        #expect(reserveUntilRejected(&ledger) == 10)
        _ = ledger.takeDebt(of: account(), on: day)
        #expect(reserveUntilRejected(&ledger) == 0)
        ledger.record(QuotaKnowledge.Count(day: day, used: 60, isClosed: false), of: account())
        ledger.renewShare(of: account(), on: day)
        #expect(reserveUntilRejected(&ledger) == 4)
    }

    @Test("records larger counts, closed days, and days that another machine reopened")
    func record() {
        var ledger = ledger(20)
        for (used, isClosed, expected) in [(10, false, 20), (30, true, 30), (31, false, 31)] {
            ledger.record(QuotaKnowledge.Count(day: day, used: used, isClosed: isClosed), of: account())
            let status = ledger.status(of: account().bucket, for: "k", at: now)
            #expect(status.isExhausted == isClosed)
            #expect(status.used == expected)
        }
    }
}

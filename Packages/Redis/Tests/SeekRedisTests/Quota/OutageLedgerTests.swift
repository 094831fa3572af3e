import SeekSearch
import Testing

@testable import SeekRedis

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("The local ledger of a shared quota")
struct OutageLedgerTests {
    private let noon = Date(timeIntervalSince1970: 1_795_000_000)
    private var day: QuotaDay { QuotaDay(at: noon) }

    private func account(limit: Int = 100) -> QuotaAccount {
        QuotaAccount(key: "k", bucket: QuotaBucket(name: "b", limit: limit))
    }

    private func ledger(_ used: Int, isClosed: Bool = false, limit: Int = 100) -> QuotaLedger {
        var ledger = QuotaLedger()
        ledger.record(QuotaKnowledge.Count(day: day, used: used, isClosed: isClosed), of: account(limit: limit))
        return ledger
    }

    /// The calls that a ledger allows during an outage.
    private func allowance(_ ledger: inout QuotaLedger, limit: Int = 100, share: Double = 0.1) -> Int {
        var count = 0
        while count < 1_000,
            ledger.reserveInOutage(1, of: account(limit: limit), share: share, at: noon) != nil
        {
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
        #expect(allowance(&ledger, limit: row.limit, share: row.share) == row.allowed)
    }

    @Test("counts the calls of an outage apart, and a refund subtracts from them")
    func refund() throws {
        var ledger = ledger(50)
        let reserved = ledger.reserveInOutage(1, of: account(), share: 0.1, at: noon)
        let reservation = try #require(reserved)
        _ = ledger.reserveInOutage(2, of: account(), share: 0.1, at: noon)
        #expect(reservation.id == nil)
        #expect(ledger.status(of: account().bucket, for: "k", at: noon).used == 50)
        #expect(ledger.statusInOutage(of: account(), at: noon).used == 53)
        ledger.refund(1, of: reservation.bucket, for: reservation.key, on: reservation.day)
        #expect(ledger.statusInOutage(of: account(), at: noon).used == 52)
    }

    @Test("returns the calls that the server does not know once; a further outage has a share of what is left then")
    func debt() {
        var ledger = ledger(0)
        #expect(allowance(&ledger) == 10)
        let debts = (0..<2).map { _ in ledger.takeDebt(of: account(), on: day) }
        #expect(debts == [10, 0])
        ledger.addDebt(7, of: account(), on: day)
        let debt = ledger.takeDebt(of: account(), on: day)
        #expect(debt == 7)
        ledger.record(QuotaKnowledge.Count(day: day, used: 60, isClosed: false), of: account())
        #expect(allowance(&ledger) == 4)
        let yesterday = ledger.takeDebt(of: account(), on: QuotaDay(at: noon.addingTimeInterval(-86_400)))
        #expect(yesterday == 0)
    }

    @Test("records larger counts, closed days, and days that another machine reopened")
    func record() {
        var ledger = ledger(20)
        for (used, isClosed, expected) in [(10, false, 20), (30, true, 20), (31, false, 31)] {
            ledger.record(QuotaKnowledge.Count(day: day, used: used, isClosed: isClosed), of: account())
            let status = ledger.status(of: account().bucket, for: "k", at: noon)
            #expect(status.isClosed == isClosed)
            #expect(isClosed || status.used == expected)
        }
    }
}

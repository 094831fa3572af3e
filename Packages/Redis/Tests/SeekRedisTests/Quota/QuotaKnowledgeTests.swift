import Foundation
import SeekSearch
import Testing

@testable import SeekRedis

@Suite("What a process remembers of the shared quota")
struct QuotaKnowledgeTests {
    private let account = QuotaAccount(key: "k", bucket: QuotaBucket(name: "b", limit: 3))
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    private func count(_ used: Int, isClosed: Bool = false, days: Double = 0) -> QuotaKnowledge.Count {
        QuotaKnowledge.Count(day: day(days), used: used, isClosed: isClosed)
    }

    private func day(_ days: Double) -> QuotaDay { QuotaDay(at: now.addingTimeInterval(days * 86_400)) }

    @Test("the server's time is the local time until a reply contains the server's time")
    func serverTime() {
        var knowledge = QuotaKnowledge()
        #expect(knowledge.serverTime(at: now) == now)
        knowledge.recordServerTime(now.addingTimeInterval(-7_200), at: now)
        #expect(knowledge.serverTime(at: now.addingTimeInterval(5)) == now.addingTimeInterval(-7_195))
    }

    @Test("a count is known only on its own day, but for any limit of the bucket, and a larger count replaces it")
    func counts() {
        var knowledge = QuotaKnowledge()
        #expect(knowledge.usedClearingDebt(account, on: day(0)) == nil)
        let hasChanged = [count(2), count(2), count(1), count(1, isClosed: true), count(1, days: 1), count(3, days: 1)]
            .map { knowledge.record($0, of: account) }
        #expect(hasChanged == [true, false, false, true, true, true])
        #expect(knowledge.usedClearingDebt(account, on: day(0)) == nil)
        #expect(knowledge.usedClearingDebt(account, on: day(1)) == 3)
        let withOtherLimit = QuotaAccount(key: "k", bucket: QuotaBucket(name: "b", limit: 500))
        #expect(knowledge.usedClearingDebt(withOtherLimit, on: day(1)) == 3)
        #expect(knowledge.usedClearingDebt(QuotaAccount(key: "l", bucket: account.bucket), on: day(1)) == nil)
    }

    // A debt consists of calls in the local ledger that the server may not have counted.
    @Test("after a debt, the next query returns no count, so that the caller reads the local ledger")
    func debt() {
        var knowledge = QuotaKnowledge()
        knowledge.indebted.insert(account)
        _ = knowledge.record(count(2), of: account)
        #expect(knowledge.usedClearingDebt(account, on: day(0)) == nil)
        #expect(knowledge.usedClearingDebt(account, on: day(0)) == 2)
    }

    @Test("a machine is limited to its share for 5 s after a failure or a reconnection; then the count is forgotten")
    func limited() {
        var knowledge = QuotaKnowledge()
        _ = knowledge.record(count(2), of: account)
        func isLimited(_ seconds: Double, _ reconnections: Int = 0) -> Bool {
            knowledge.updateLimitation(at: now.addingTimeInterval(seconds), reconnections: reconnections)
        }
        #expect(!isLimited(0))
        knowledge.recordOutage(at: now)
        #expect(isLimited(0))
        #expect(isLimited(4.9))
        #expect(knowledge.usedClearingDebt(account, on: day(0)) == 2)
        #expect(!isLimited(5))
        #expect(knowledge.usedClearingDebt(account, on: day(0)) == nil)
        #expect(isLimited(6, 1))
        #expect(isLimited(7, 1))
        #expect(!isLimited(11, 1))
        // The clock was set back.
        knowledge.recordOutage(at: now)
        #expect(!isLimited(-3_600, 1))
    }

    @Test("a recent outage that another process has noticed limits this process")
    func outageOfAnotherProcess() {
        var knowledge = QuotaKnowledge()
        _ = knowledge.record(count(2), of: account)
        func isLimited(_ seconds: Double) -> Bool {
            knowledge.updateLimitation(at: now.addingTimeInterval(seconds), reconnections: 0)
        }
        for seconds in [-5.0, 1] {
            knowledge.recordOutage(of: account, at: now.addingTimeInterval(seconds), now: now)
            #expect(!isLimited(0))
            #expect(knowledge.limitedDuration(at: now) == .zero)
        }
        knowledge.recordOutage(of: account, at: now.addingTimeInterval(-2), now: now)
        #expect(isLimited(0))
        #expect(knowledge.limitedDuration(at: now) == .seconds(3))
        #expect(knowledge.usedClearingDebt(account, on: day(0)) == nil)
        #expect(!isLimited(3))
    }

    @Test("after the remaining time of the limit, a machine is no longer limited", arguments: [0.0, 1, 4.999_9])
    func limitedDuration(elapsed: Double) {
        var knowledge = QuotaKnowledge()
        knowledge.recordOutage(at: now)
        let time = now.addingTimeInterval(elapsed)
        let end = time.addingTimeInterval(knowledge.limitedDuration(at: time) / .seconds(1))
        let isLimited = knowledge.updateLimitation(at: end, reconnections: 0)
        #expect(!isLimited)
    }
}

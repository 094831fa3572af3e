import Foundation
import Testing

@testable import SeekSearch

@Suite("The ledger of daily quotas")
struct QuotaLedgerTests {
    let bucket = QuotaBucket(name: "b", limit: 3)
    let noon = Date(timeIntervalSince1970: 1_795_000_000)
    static let day: TimeInterval = 86_400

    private func pay(
        _ ledger: inout QuotaLedger,
        _ cost: Int,
        of bucket: QuotaBucket,
        for key: String,
        at now: Date
    ) -> Bool {
        ledger.reserve(cost, of: bucket, for: key, at: now) != nil
    }

    @Test("reserves until nothing is left, and resets on the next day")
    func spending() throws {
        var ledger = QuotaLedger()
        #expect(ledger.status(of: bucket, for: "k", at: noon).remaining == 3)
        #expect(pay(&ledger, 2, of: bucket, for: "k", at: noon))
        #expect(!pay(&ledger, 2, of: bucket, for: "k", at: noon))
        #expect(pay(&ledger, 1, of: bucket, for: "k", at: noon))
        #expect(!pay(&ledger, 1, of: bucket, for: "k", at: noon))
        #expect(pay(&ledger, 0, of: bucket, for: "k", at: noon))
        let status = ledger.status(of: bucket, for: "k", at: noon)
        #expect(status.used == 3 && status.remaining == 0)
        #expect(pay(&ledger, 3, of: bucket, for: "k", at: status.resetsAt))
        #expect(!pay(&ledger, 1, of: bucket, for: "k", at: status.resetsAt.addingTimeInterval(-1)))
    }

    @Test("separates keys and buckets, and rejects a negative cost")
    func apart() {
        var ledger = QuotaLedger()
        #expect(pay(&ledger, 3, of: bucket, for: "a", at: noon))
        #expect(pay(&ledger, 3, of: bucket, for: "b", at: noon))
        #expect(pay(&ledger, 3, of: QuotaBucket(name: "c", limit: 3), for: "a", at: noon))
        #expect(!pay(&ledger, -1, of: bucket, for: "d", at: noon))
        #expect(!pay(&ledger, .max, of: bucket, for: "d", at: noon))
    }

    @Test("refunds the day of the reservation")
    func givingBack() throws {
        var ledger = QuotaLedger()
        let reserved = ledger.reserve(2, of: bucket, for: "k", at: noon)
        let day = try #require(reserved)
        let tomorrow = noon.addingTimeInterval(Self.day)
        _ = ledger.reserve(1, of: bucket, for: "k", at: tomorrow)
        ledger.refund(1, of: bucket, for: "k", on: day)
        #expect(ledger.status(of: bucket, for: "k", at: noon).used == 1)
        #expect(ledger.status(of: bucket, for: "k", at: tomorrow).used == 1)
        ledger.refund(5, of: bucket, for: "k", on: day)
        #expect(ledger.status(of: bucket, for: "k", at: noon).used == 0)
        let before = ledger
        ledger.refund(1, of: bucket, for: "other", on: day)
        #expect(ledger == before)
    }

    @Test("is exhausted for the rest of the day once the API reports it")
    func markedSpent() {
        var ledger = QuotaLedger()
        ledger.markExhausted(bucket, for: "k", at: noon)
        #expect(!pay(&ledger, 1, of: bucket, for: "k", at: noon))
        #expect(pay(&ledger, 1, of: bucket, for: "k", at: noon.addingTimeInterval(Self.day)))
    }

    @Test("a closed day is exhausted whatever the limit, is encoded as closed, and can be reopened")
    func closed() throws {
        var ledger = QuotaLedger()
        _ = ledger.reserve(1, of: bucket, for: "k", at: noon)
        let wasSpent = ledger.reopen(bucket, for: "k", at: noon)
        #expect(!wasSpent)
        ledger.markExhausted(bucket, for: "k", at: noon)
        #expect(ledger.status(of: QuotaBucket(name: "b", limit: .max), for: "k", at: noon).remaining == 0)
        #expect(pay(&ledger, 0, of: bucket, for: "k", at: noon))
        let data = try JSONEncoder().encode(ledger)
        #expect(String(decoding: data, as: UTF8.self).contains(#""closed":true"#))
        ledger = try JSONDecoder().decode(QuotaLedger.self, from: data)
        #expect(!pay(&ledger, 1, of: bucket, for: "k", at: noon))
        let isReopened = ledger.reopen(bucket, for: "k", at: noon)
        #expect(isReopened)
        #expect(ledger.status(of: bucket, for: "k", at: noon).remaining == 2)
    }

    @Test("a day whose count has reached the limit is reopened with a count of 0")
    func countedToTheEnd() {
        var ledger = QuotaLedger()
        _ = ledger.reserve(3, of: bucket, for: "k", at: noon)
        let isReopened = ledger.reopen(bucket, for: "k", at: noon)
        #expect(isReopened)
        #expect(ledger.status(of: bucket, for: "k", at: noon).remaining == 3)
    }

    @Test(
        "a new day starts at midnight, even after days of 23 and 25 hours",
        arguments: [
            ("2026-11-21T07:59:00Z", "2026-11-21T08:00:00Z"),
            // In 2026, the clocks go forward on March 8 at 10:00Z (23 hours) and back on November 1 at 09:00Z (25
            // hours).
            ("2026-03-08T09:59:59Z", "2026-03-09T07:00:00Z"), ("2026-11-01T08:30:00Z", "2026-11-02T08:00:00Z"),
        ]
    )
    func jumps(spent: String, next: String) throws {
        let (spent, next) = (try Date(spent, strategy: .iso8601), try Date(next, strategy: .iso8601))
        var ledger = QuotaLedger()
        #expect(pay(&ledger, 3, of: bucket, for: "k", at: spent))
        #expect(ledger.status(of: bucket, for: "k", at: spent).resetsAt == next)
        #expect(!pay(&ledger, 1, of: bucket, for: "k", at: next.addingTimeInterval(-1)))
        #expect(pay(&ledger, 3, of: bucket, for: "k", at: next))
        #expect(!pay(&ledger, 1, of: bucket, for: "k", at: spent))
    }

    @Test("use is retained when the clock is set forward and back; old days are dropped")
    func wrongClock() {
        var ledger = QuotaLedger()
        _ = ledger.reserve(3, of: bucket, for: "k", at: noon)
        _ = ledger.reserve(1, of: bucket, for: "k", at: noon.addingTimeInterval(3_650 * Self.day))
        #expect(ledger.status(of: bucket, for: "k", at: noon).remaining == 0)
        for day in 1...20 {
            _ = ledger.reserve(1, of: bucket, for: "k", at: noon.addingTimeInterval(Double(day) * Self.day))
        }
        #expect(ledger.status(of: bucket, for: "k", at: noon).used == 0)
        #expect(ledger.status(of: bucket, for: "k", at: noon.addingTimeInterval(19 * Self.day)).used == 1)
    }

    @Test("is encoded as readable JSON, and decoded unchanged")
    func coding() throws {
        var ledger = QuotaLedger()
        #expect(try JSONDecoder().decode(QuotaLedger.self, from: Data("{}".utf8)) == ledger)
        _ = ledger.reserve(2, of: bucket, for: "k", at: noon)
        _ = ledger.reserve(1, of: .youTubeSearch, for: "k", at: noon.addingTimeInterval(Self.day))
        let data = try JSONEncoder().encode(ledger)
        #expect(try JSONDecoder().decode(QuotaLedger.self, from: data) == ledger)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#""b":{"\#(QuotaDay(at: noon))":2}"#))
    }

    @Test(
        "corrupt JSON is an error",
        arguments: [
            "", "[]", "null", #"{"k":1}"#, #"{"k":{"b":{"2026-11-21":-1}}}"#, #"{"k":{"b":{"2026-02-30":1}}}"#,
            #"{"k":{"b":{"2026-11-21":1.5}}}"#, #"{"k":{"b":{"2026-11-21":1e300}}}"#,
            #"{"k":{"b":{"2026-11-21":{"used":-1,"closed":true}}}}"#, #"{"k":{"b":{"2026-11-21":{"used":1}}}}"#,
            #"{"k":{"b":{"2026-11-21":"1"}}}"#,
        ]
    )
    func damage(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(QuotaLedger.self, from: Data(text.utf8)) }
    }

    @Test("concurrent callers never exceed the limit")
    func sharing() async {
        let store = MemoryQuotaStore()
        let bucket = QuotaBucket(name: "b", limit: 100)
        let paid = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    var paid = 0
                    for _ in 0..<10 where await store.update({ $0.reserve(1, of: bucket, for: "k", at: noon) }) != nil {
                        paid += 1
                    }
                    return paid
                }
            }
            return await group.reduce(0, +)
        }
        #expect(paid == 100)
    }
}

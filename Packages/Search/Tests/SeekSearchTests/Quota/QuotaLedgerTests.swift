import Foundation
import SeekSearch
import Testing

@Suite("The ledger of daily quotas")
struct QuotaLedgerTests {
    let bucket = QuotaBucket(name: "b", limit: 3)
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    static let day: Double = 86_400

    private func reserve(
        _ ledger: inout QuotaLedger,
        _ cost: Int,
        of bucket: QuotaBucket,
        for key: String,
        at now: Date
    ) -> Bool {
        ledger.reserve(cost, of: bucket, for: key, at: now) != nil
    }

    @Test("reserves until nothing is left, and resets on the next day")
    func limit() throws {
        var ledger = QuotaLedger()
        #expect(ledger.status(of: bucket, for: "k", at: now).remaining == 3)
        #expect(reserve(&ledger, 2, of: bucket, for: "k", at: now))
        #expect(!reserve(&ledger, 2, of: bucket, for: "k", at: now))
        #expect(reserve(&ledger, 1, of: bucket, for: "k", at: now))
        #expect(!reserve(&ledger, 1, of: bucket, for: "k", at: now))
        #expect(reserve(&ledger, 0, of: bucket, for: "k", at: now))
        let status = ledger.status(of: bucket, for: "k", at: now)
        #expect(status.used == 3)
        #expect(status.remaining == 0)
        #expect(reserve(&ledger, 3, of: bucket, for: "k", at: status.resetsAt))
        #expect(!reserve(&ledger, 1, of: bucket, for: "k", at: status.resetsAt.addingTimeInterval(-1)))
    }

    @Test("separates keys and buckets, and rejects a negative or an excessive cost")
    func separateKeysAndBuckets() {
        var ledger = QuotaLedger()
        #expect(reserve(&ledger, 3, of: bucket, for: "a", at: now))
        #expect(reserve(&ledger, 3, of: bucket, for: "b", at: now))
        #expect(reserve(&ledger, 3, of: QuotaBucket(name: "c", limit: 3), for: "a", at: now))
        #expect(!reserve(&ledger, -1, of: bucket, for: "d", at: now))
        #expect(!reserve(&ledger, .max, of: bucket, for: "d", at: now))
    }

    @Test("subtracts a refund from the day of the reservation")
    func refund() throws {
        var ledger = QuotaLedger()
        let reserved = ledger.reserve(2, of: bucket, for: "k", at: now)
        let day = try #require(reserved)
        let tomorrow = now.addingTimeInterval(Self.day)
        _ = ledger.reserve(1, of: bucket, for: "k", at: tomorrow)
        ledger.refund(1, of: bucket, for: "k", on: day)
        #expect(ledger.status(of: bucket, for: "k", at: now).used == 1)
        #expect(ledger.status(of: bucket, for: "k", at: tomorrow).used == 1)
        ledger.refund(5, of: bucket, for: "k", on: day)
        #expect(ledger.status(of: bucket, for: "k", at: now).used == 0)
        let ledgerBefore = ledger
        ledger.refund(1, of: bucket, for: "other", on: day)
        #expect(ledger == ledgerBefore)
    }

    @Test("is exhausted for the rest of the day once the API reports it")
    func exhausted() {
        var ledger = QuotaLedger()
        ledger.markExhausted(bucket, for: "k", on: QuotaDay(at: now))
        #expect(!reserve(&ledger, 1, of: bucket, for: "k", at: now))
        #expect(reserve(&ledger, 1, of: bucket, for: "k", at: now.addingTimeInterval(Self.day)))
    }

    @Test("an exhausted day has nothing left whatever the limit, is encoded as closed, and can be reopened")
    func closed() throws {
        var ledger = QuotaLedger()
        _ = ledger.reserve(1, of: bucket, for: "k", at: now)
        let isReopenedWhileOpen = ledger.reopen(bucket, for: "k", at: now)
        #expect(!isReopenedWhileOpen)
        ledger.markExhausted(bucket, for: "k", on: QuotaDay(at: now))
        #expect(ledger.status(of: QuotaBucket(name: "b", limit: .max), for: "k", at: now).remaining == 0)
        #expect(reserve(&ledger, 0, of: bucket, for: "k", at: now))
        let data = try JSONEncoder().encode(ledger)
        #expect(String(decoding: data, as: UTF8.self).contains(#""closed":true"#))
        ledger = try JSONDecoder().decode(QuotaLedger.self, from: data)
        #expect(!reserve(&ledger, 1, of: bucket, for: "k", at: now))
        let isReopened = ledger.reopen(bucket, for: "k", at: now)
        #expect(isReopened)
        #expect(ledger.status(of: bucket, for: "k", at: now).remaining == 2)
    }

    @Test("a day whose count has reached the limit is reopened with a count of 0")
    func limitReached() {
        var ledger = QuotaLedger()
        _ = ledger.reserve(3, of: bucket, for: "k", at: now)
        let isReopened = ledger.reopen(bucket, for: "k", at: now)
        #expect(isReopened)
        #expect(ledger.status(of: bucket, for: "k", at: now).remaining == 3)
    }

    @Test(
        "a new day starts at midnight Pacific time, even after days of 23 and 25 hours",
        arguments: [
            ("2026-11-21T07:59:00Z", "2026-11-21T08:00:00Z"),
            // In 2026, the clocks go forward on March 8 at 10:00Z (23 hours) and back on November 1 at 09:00Z (25
            // hours).
            ("2026-03-08T09:59:59Z", "2026-03-09T07:00:00Z"), ("2026-11-01T08:30:00Z", "2026-11-02T08:00:00Z"),
        ]
    )
    func daylightSavingTime(reservedAt: String, midnight: String) throws {
        let (reservedAt, midnight) = (try Date(reservedAt, strategy: .iso8601), try Date(midnight, strategy: .iso8601))
        var ledger = QuotaLedger()
        #expect(reserve(&ledger, 3, of: bucket, for: "k", at: reservedAt))
        #expect(ledger.status(of: bucket, for: "k", at: reservedAt).resetsAt == midnight)
        #expect(!reserve(&ledger, 1, of: bucket, for: "k", at: midnight.addingTimeInterval(-1)))
        #expect(reserve(&ledger, 3, of: bucket, for: "k", at: midnight))
        #expect(!reserve(&ledger, 1, of: bucket, for: "k", at: reservedAt))
    }

    @Test("usage is retained when the clock is set forward and back; old days are dropped")
    func changedClock() {
        var ledger = QuotaLedger()
        _ = ledger.reserve(3, of: bucket, for: "k", at: now)
        _ = ledger.reserve(1, of: bucket, for: "k", at: now.addingTimeInterval(3_650 * Self.day))
        #expect(ledger.status(of: bucket, for: "k", at: now).remaining == 0)
        for day in 1...20 {
            _ = ledger.reserve(1, of: bucket, for: "k", at: now.addingTimeInterval(Double(day) * Self.day))
        }
        #expect(ledger.status(of: bucket, for: "k", at: now).used == 0)
        #expect(ledger.status(of: bucket, for: "k", at: now.addingTimeInterval(19 * Self.day)).used == 1)
    }

    @Test("is encoded as readable JSON, and decoded unchanged")
    func coding() throws {
        var ledger = QuotaLedger()
        #expect(try JSONDecoder().decode(QuotaLedger.self, from: Data("{}".utf8)) == ledger)
        _ = ledger.reserve(2, of: bucket, for: "k", at: now)
        _ = ledger.reserve(1, of: .youTubeSearch, for: "k", at: now.addingTimeInterval(Self.day))
        let data = try JSONEncoder().encode(ledger)
        #expect(try JSONDecoder().decode(QuotaLedger.self, from: data) == ledger)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#""b":{"\#(QuotaDay(at: now))":{"#))
        #expect(text.contains(#""used":2"#))
    }

    @Test(
        "corrupt JSON is an error",
        arguments: [
            "", "[]", "null", #"{"k":1}"#, #"{"clock":1}"#, #"{"clock":{"offset":1e300,"time":0}}"#,
            #"{"k":{"b":{"2026-11-21":{"used":-1,"closed":false}}}}"#,
            #"{"k":{"b":{"2026-02-30":{"used":1,"closed":false}}}}"#,
            #"{"k":{"b":{"2026-11-21":{"used":1.5,"closed":false}}}}"#,
            #"{"k":{"b":{"2026-11-21":{"used":1e300,"closed":false}}}}"#,
            #"{"k":{"b":{"2026-11-21":{"used":-1,"closed":true}}}}"#, #"{"k":{"b":{"2026-11-21":{"used":1}}}}"#,
            #"{"k":{"b":{"2026-11-21":1}}}"#,
            #"{"k":{"b":{"2026-11-21":{"used":"1","closed":false}}}}"#,
        ]
    )
    func corrupt(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(QuotaLedger.self, from: Data(text.utf8)) }
    }

    @Test("concurrent callers never exceed the limit")
    func sharing() async {
        let store = MemoryQuotaStore()
        let bucket = QuotaBucket(name: "b", limit: 100)
        let reserved = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    var reserved = 0
                    for _ in 0..<10 where await store.update({ $0.reserve(1, of: bucket, for: "k", at: now) }) != nil {
                        reserved += 1
                    }
                    return reserved
                }
            }
            return await group.reduce(0, +)
        }
        #expect(reserved == 100)
    }
}

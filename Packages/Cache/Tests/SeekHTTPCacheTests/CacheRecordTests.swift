import Foundation
import SeekNetworking
import Testing

@testable import SeekHTTPCache

@Suite("A record")
struct CacheRecordTests {
    private let now = CacheTestClient.start

    private func item(
        _ body: String,
        vary: String? = nil,
        _ fields: HTTPFields = [:],
        sentAt: Double = 0,
        isPartial: Bool = false
    ) -> CacheRecord.Item {
        var responseFields: HTTPFields = [.cacheControl: "max-age=60"]
        responseFields[.vary] = vary
        let stored = StoredResponse(
            response: response(responseFields, isPartial ? 206 : 200, body: body),
            storedAt: now,
            initialAge: 0,
            freshnessInfo: FreshnessInfo(lifetime: 60)
        )
        let sentAt = now.addingTimeInterval(sentAt)
        return CacheRecord.Item(stored, to: get(fields), sentAt: sentAt, until: now.addingTimeInterval(60))
    }

    private func get(_ fields: HTTPFields = [:]) -> HTTPRequest { request(CacheTestClient.defaultURL, .get, fields) }

    /// A record with a generation, two variants and a partial response.
    private func record() -> CacheRecord {
        var record = CacheRecord()
        record.invalidate(at: now)
        for value in ["1", "2"] {
            let fields: HTTPFields = ["Foo": value]
            let item = item("body \(value)", vary: "Foo", fields)
            _ = record.add(item, isPartial: false, to: get(fields), updating: nil, now: now)
        }
        _ = record.add(item("part", isPartial: true), isPartial: true, to: get(), updating: nil, now: now)
        return record
    }

    private func bodies(_ record: CacheRecord?) -> [String] {
        let items = (record?.items ?? []) + [record?.partial].compactMap { $0 }
        return items.map { $0.stored?.response.text ?? "corrupt" }
    }

    @Test("is equal after serialization")
    func roundTrip() {
        let record = record()
        let decoded = CacheRecord(serialized: record.serialized(at: now))
        #expect(decoded?.generation == record.generation)
        #expect(decoded?.expiresAt == record.expiresAt)
        #expect(bodies(decoded) == ["body 2", "body 1", "part"])
        #expect(decoded?.items(for: get(["Foo": "1"])).count == 1)
        #expect(CacheRecord(serialized: CacheRecord().serialized(at: now))?.items.isEmpty == true)
        // A slice, whose first index is not 0.
        let bytes = Data([1, 2, 3]) + record.serialized(at: now)
        #expect(bodies(CacheRecord(serialized: bytes.dropFirst(3))) == bodies(record))
    }

    @Test("has dates by the clock of the machine that reads it")
    func clocks() throws {
        let written = record().serialized(at: now)
        let writtenAt = now.addingTimeInterval(-18_000)
        let item = try #require(CacheRecord(serialized: written, writtenAt: writtenAt)?.items.first)
        #expect(item.storedAt == writtenAt)
        #expect(item.stored?.storedAt == writtenAt)
        #expect(item.expiresAt == writtenAt.addingTimeInterval(60))
    }

    @Test("that is truncated is not decoded, and flipped bits never crash the decoder")
    func corruption() {
        let bytes = record().serialized(at: now)
        for length in 0..<bytes.count { #expect(CacheRecord(serialized: bytes.prefix(length)) == nil) }
        for index in bytes.indices {
            for mask in [0x01, 0x80, 0xFF] as [UInt8] {
                var corrupt = bytes
                corrupt[index] ^= mask
                _ = bodies(CacheRecord(serialized: corrupt))
            }
        }
        for count in 0..<40 { #expect(CacheRecord(serialized: Data(repeating: 0xFF, count: count)) == nil) }
    }

    @Test("retains the response to the later of two requests, unless the clock was set back in between")
    func order() {
        for (first, second, expected) in [(0.0, -1.0, "first"), (0, 0, "second"), (0, 1, "second"), (99, 1, "second")] {
            for isPartial in [false, true] {
                var record = CacheRecord()
                let items = [("first", first), ("second", second)].map { item($0, sentAt: $1, isPartial: isPartial) }
                let later = now.addingTimeInterval(10)
                for item in items {
                    _ = record.add(item, isPartial: isPartial, to: get(), updating: nil, now: later)
                }
                #expect(bodies(record) == [expected], "\(first), \(second)")
            }
        }
    }

    @Test("an update replaces only the response that it updates")
    func updates() {
        var record = record()
        let old = record.items[0].id
        let fields: HTTPFields = ["Foo": "2"]
        var isChanged = [true, true].map { _ in
            record.add(item("new", vary: "Foo", fields), isPartial: false, to: get(fields), updating: old, now: now)
        }
        #expect(isChanged == [true, false])
        #expect(bodies(record) == ["new", "body 1", "part"])
        isChanged = [old, record.items[0].id].map { record.remove($0) }
        #expect(isChanged == [false, true])
        #expect(bodies(record) == ["body 1", "part"])
    }
}

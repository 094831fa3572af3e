import Foundation
import Testing

@testable import SeekRedis

@Suite("An entry in Redis")
struct RedisEntryTests {
    private static let trailer = Data("SEEK10176380000000001763800060000".utf8)

    private func value(_ text: String, key: String = "key") -> Data {
        RedisEntry.body(of: Data(text.utf8), key: key) + Self.trailer
    }

    @Test(
        "contains the bytes, and the times at which it was stored and becomes stale",
        arguments: ["", "a", String(repeating: "b", count: 100_000)]
    )
    func roundTrip(text: String) throws {
        let entry = try #require(RedisEntry(value(text), key: "key"))
        #expect(entry.bytes == Data(text.utf8))
        #expect(entry.bytes.startIndex == 0)
        #expect(entry.storedAt == 1_763_800_000_000)
        #expect(entry.freshUntil == 1_763_800_060_000)
        #expect(value("").count == RedisEntry.overhead)
    }

    @Test("is not used if a byte of the version, the checksum or the content has changed")
    func corrupt() {
        let value = value("content")
        // The last 28 bytes are the two times, which the checksum does not include.
        for index in value.indices where index < value.count - 28 {
            var changed = value
            changed[index] ^= 1
            #expect(RedisEntry(changed, key: "key") == nil, "byte \(index)")
        }
    }

    @Test("is not used if it is cut off at any length")
    func truncated() {
        let value = value("content")
        for count in 0..<value.count {
            #expect(RedisEntry(value.prefix(count), key: "key") == nil)
            #expect(RedisEntry(Data(value.suffix(count)), key: "key") == nil)
        }
    }

    @Test("is not used under another key")
    func otherKey() {
        #expect(RedisEntry(value("content", key: "other"), key: "key") == nil)
    }

    @Test("is not used with a time that is not a number")
    func invalidTime() {
        var value = value("content")
        value[value.count - 20] = UInt8(ascii: "x")
        #expect(RedisEntry(value, key: "key") == nil)
    }
}

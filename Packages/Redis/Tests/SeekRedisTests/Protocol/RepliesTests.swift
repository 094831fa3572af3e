import Foundation
import SeekBasics
import Testing

@testable import SeekRedis

@Suite("Values in replies")
struct RepliesTests {
    private static func text(_ text: String) -> RedisValue { .bytes(Data(text.utf8)) }

    @Test(
        "counts are integers from 0 to 2⁵³",
        arguments: [
            (.integer(0), 0), (.integer(1 << 53), 1 << 53), (text("12"), 12), (text("9007199254740992"), 1 << 53),
            (.integer(-1), nil), (.integer((1 << 53) + 1), nil), (.integer(.max), nil), (.integer(.min), nil),
            (text("-1"), nil), (text("+1"), nil), (text(""), nil), (text("1.5"), nil), (text("1e3"), nil),
            (text("0x10"), nil), (text("99999999999999999999"), nil), (text(String(repeating: "1", count: 999)), nil),
            (.null, nil), (.array([.integer(1)]), nil),
        ] as [(RedisValue, Int?)]
    )
    func count(value: RedisValue, expected: Int?) {
        #expect(value.count == expected)
    }

    @Test(
        "times have at most 14 digits",
        arguments: [
            (0, 0), (99_999_999_999_999, 99_999_999_999_999), (100_000_000_000_000, nil), (-1, nil), (.max, nil),
        ] as [(Int64, Int64?)]
    )
    func time(value: Int64, expected: Int64?) {
        #expect(RedisValue.integer(value).time == expected)
        #expect(Self.text("\(value)").time == expected)
        #expect(RedisValue.integer(value).duration == expected.map { .milliseconds($0) })
    }

    @Test(
        "a server's clock beyond the range of times is rejected",
        arguments: [
            [RedisValue.integer(.max), .integer(0)], [text("9223372036854775807"), text("0")],
            [text("99999999999999"), text("0")], [text("-1"), text("0")], [text("1"), text("-1")], [text("1")], [],
        ]
    )
    func clock(parts: [RedisValue]) {
        #expect(ServerClock(.array(parts), readAt: .now) == nil)
    }

    @Test("a count of the quota that is not in its range is rejected", arguments: [-1, .min, .max, (1 << 53) + 1])
    func quota(number: Int64) {
        let yes = Self.text("yes")
        #expect(QuotaReply(.array([yes, .integer(1), .integer(number), .integer(0)])) == nil)
        #expect(QuotaReply(.array([yes, .integer(1), .integer(1), .integer(number)])) == nil)
        #expect(QuotaReply(.array([yes, .integer(number), .integer(1), .integer(0)])) == nil)
    }

    @Test(
        "other results of a claim are rejected",
        arguments: [
            .null, .array([]), .array([text("claimed")]), text("other"), text(""), .integer(-1), .integer(.max),
        ] as [RedisValue]
    )
    func claim(reply: RedisValue) {
        #expect(ClaimReply(reply) == nil)
    }

    @Test("a cursor is an unsigned number", arguments: [("0", true), ("17", true), ("-1", false), ("x", false)])
    func cursor(text: String, isValid: Bool) {
        let reply = ScanReply(.array([Self.text(text), .array([Self.text("key"), .null])]))
        #expect((reply != nil) == isValid)
        #expect(reply?.keys.count ?? 1 == 1)
        #expect(reply?.cursor == (text == "17" ? "17" : nil))
    }
}

@Suite("A Redis command")
struct RedisCommandTests {
    @Test("is sent as an array of strings with their lengths in bytes")
    func encoding() {
        let command = RedisCommand(["SET", .text("ключ"), .bytes(Data([0, 13, 10])), .integer(-5)])
        let expected =
            Array("*4\r\n$3\r\nSET\r\n$8\r\nключ\r\n$3\r\n".utf8) + [0, 13, 10] + Array("\r\n$2\r\n-5\r\n".utf8)
        #expect(command.bytes == expected)
    }

    @Test(
        "durations are sent in milliseconds, rounded up, and limited to the range of Int64",
        arguments: [
            (Duration.zero, Int64(0)), (.nanoseconds(1), 1), (.milliseconds(5), 5), (.microseconds(5_001), 6),
            (.seconds(60), 60_000), (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
        ]
    )
    func durations(duration: Duration, milliseconds: Int64) {
        #expect(RedisArgument.milliseconds(duration) == .integer(milliseconds))
    }

    @Test("a script is identified by its SHA-1")
    func digest() {
        #expect(RedisScript("abc").digest == "a9993e364706816aba3e25717850c26c9cd0d89d")
    }
}

import Foundation
import Testing

@testable import SeekRedis

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

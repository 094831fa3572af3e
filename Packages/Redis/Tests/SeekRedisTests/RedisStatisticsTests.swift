import SeekTestHelpers
import Testing

@testable import SeekRedis

@Suite("The statistics of a server")
struct RedisStatisticsTests {
    @Test("are read from INFO, and are nil without the required values; a maxmemory of 0 means no limit")
    func parsing() throws {
        let info = "# Memory\r\nused_memory:1048576\r\nmaxmemory:0\r\n\r\n# Stats\r\nevicted_keys:3\r\nnew:a:b\r\n"
        let unlimited = try #require(RedisStatistics(info: info, keyCount: 7))
        #expect(unlimited.keyCount == 7)
        #expect(unlimited.usedBytes == 1_048_576)
        #expect(unlimited.maximumBytes == nil)
        #expect(unlimited.evictedKeyCount == 3)
        let limited = RedisStatistics(info: info.replacing("maxmemory:0", with: "maxmemory:9"), keyCount: 7)
        #expect(limited?.maximumBytes == 9)
        #expect(RedisStatistics(info: "used_memory:many\r\n", keyCount: 7) == nil)
    }
}

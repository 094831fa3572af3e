import Foundation

@testable import SeekRedis

extension FuzzTarget {
    /// Replies of a Redis server: numbers in the values of the domain must be in their ranges, and calculating with
    /// them must not overflow. The input is what the server sends.
    static let redisReply = FuzzTarget("redis-reply") { bytes in
        #if os(Linux)
        guard let parser = try? ReplyParser(maximumReplySize: 1 << 16),
            let replies = try? bytes.withUnsafeBytes({ try parser.parse($0) })
        else { return nil }
        for reply in replies {
            if let count = reply.count, !(0...1 << 53).contains(count) { return "invalid count: \(count)" }
            if let time = reply.time, !(0..<100_000_000_000_000).contains(time) { return "invalid time: \(time)" }
            if let clock = ServerClock(reply, readAt: .now), clock.time(at: .now + .seconds(3_600)) < 0 {
                return "invalid clock: \(clock)"
            }
            if let quota = QuotaReply(reply), quota.used < 0 { return "invalid quota: \(quota)" }
            _ = ClaimReply(reply)
            _ = ScanReply(reply)
            _ = RedisError(reply, key: "key")?.description()
            guard let data = reply.bytes else { continue }
            if let entry = RedisEntry(data, key: "key"), entry.storedAt < 0 {
                return "invalid entry: \(entry)"
            }
            _ = RedisStatistics(info: String(decoding: data, as: UTF8.self), keyCount: 0)
            guard let announcement = Announcement(data) else { continue }
            guard Announcement(Data(announcement.text.utf8)) == announcement else { return "another announcement" }
        }
        #endif
        return nil
    }
}

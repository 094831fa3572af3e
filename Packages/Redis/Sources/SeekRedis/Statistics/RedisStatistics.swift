/// Statistics of a Redis server, for all its clients together.
public struct RedisStatistics: Sendable, Hashable {
    /// The number of keys in the selected database.
    public var keyCount: Int
    /// The memory in use, in bytes.
    public var usedBytes: Int
    /// The limit of the memory in bytes (`maxmemory`); nil if there is none.
    public var maximumBytes: Int?
    /// The number of keys that were evicted for lack of memory since the server started.
    public var evictedKeyCount: Int

    /// Reads the reply to `INFO` (https://redis.io/docs/latest/commands/info/); nil if `used_memory` or `evicted_keys`
    /// is missing or not an integer.
    init?(info: String, keyCount: Int) {
        // A line is `name:value`, a comment or empty. In Swift, the line break `\r\n` is one character.
        let fields = info.split(whereSeparator: \.isNewline).reduce(into: [Substring: Int]()) { fields, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0]] = RedisValue.count(parts[1]) }
        }
        guard let used = fields["used_memory"], let evicted = fields["evicted_keys"] else { return nil }
        self.keyCount = keyCount
        usedBytes = used
        maximumBytes = fields["maxmemory"].flatMap { $0 > 0 ? $0 : nil }
        evictedKeyCount = evicted
    }
}

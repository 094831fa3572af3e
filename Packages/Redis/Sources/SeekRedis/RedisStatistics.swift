import SeekBasics

/// What a ``Redis`` has done since it was created.
public struct RedisCounters: Sendable, Hashable, Codable {
    /// Reads that found a usable response. At the start of a fetch, only a fresh response is usable.
    public var hits = 0
    /// Reads that found no usable response.
    public var misses = 0
    /// Fetches that this process claimed, so that other processes wait for the response.
    public var claims = 0
    /// Waits for the fetch of another process.
    public var waits = 0
    /// Round trips, including heartbeats, without a reply in time.
    public var timeouts = 0
    /// Calls that the server could not count, and that the local quota store counted instead.
    public var fallbacks = 0
    /// Connections that replaced an earlier one.
    public var reconnections = 0
    /// Round trips: commands, and groups of commands that were sent together. Subscriptions, heartbeats and the commands
    /// that open a connection are not counted.
    public var commands = 0
    /// Bytes of the commands that are counted.
    public var bytesSent = 0
    /// Bytes that were received, except those that open a connection.
    public var bytesReceived = 0

    /// Creates counters with the value 0.
    public init() {}
}

/// The counters that the connections and stores of one ``Redis`` share.
final class RedisMetrics: Sendable {
    private let values = Mutex(RedisCounters())

    var counters: RedisCounters { values.withLock { $0 } }

    func update(_ change: (inout RedisCounters) -> Void) { values.withLock { change(&$0) } }
}

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

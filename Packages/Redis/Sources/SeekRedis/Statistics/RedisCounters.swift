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
    /// Waits that ended because the other process ended its fetch.
    public var wakeups = 0
    /// Round trips, including heartbeats, without a reply in time.
    public var timeouts = 0
    /// Calls that the server could not count, and that the local quota store counted instead. A call that the local
    /// store rejected is included only if this call noticed the failure of the server.
    public var fallbacks = 0
    /// Connections that replaced an earlier one.
    public var reconnections = 0
    /// Round trips: commands, and groups of commands that were sent together. Heartbeats and the commands that open a
    /// connection are not counted.
    public var commands = 0
    /// Bytes that were sent, except those that open a connection.
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

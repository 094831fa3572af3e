#if os(Linux)
import SeekBasics
import SeekNetworking

/// Shares the rate limits of one credential among all machines. Delays are measured with the clock of the Redis server.
struct RedisRateLimitStore: RateLimitStore {
    private let connection: RedisConnection
    private let key: String

    /// - Parameter credential: The fingerprint of the credential.
    init(_ connection: RedisConnection, prefix: String, credential: String) {
        self.connection = connection
        key = "\(prefix):{\(credential)}:limits"
    }

    func admit(_ resource: String) async throws -> Duration? {
        let reply = try await connection.performingForStore { () throws(RedisError) in
            try await connection.run(RateLimitScript.admit, keys: [key], [.text(resource)], isCancellable: true)
        }
        guard let delay = reply.duration else { throw RedisError.unexpectedReply }
        return delay > .zero ? delay : nil
    }

    func record(_ limit: RateLimit?, resetsIn: Duration?, blockedFor: Duration?) async throws {
        let window = limit.flatMap { Int64(exactly: $0.serverResetAt.timeIntervalSince1970.rounded()) } ?? 0
        // Lua represents integers exactly only up to 2⁵³.
        let remaining = min(max(0, limit?.remaining ?? 0), 1 << 53)
        let arguments: [RedisArgument] = [
            .text(limit?.resource ?? ""), .integer(limit?.limit ?? 0), .integer(remaining), .integer(max(0, window)),
            .milliseconds(max(.zero, resetsIn ?? .zero)), .milliseconds(max(.zero, blockedFor ?? .zero)),
        ]
        _ = try await connection.markingRepeatedErrors { () throws(RedisError) in
            try await connection.run(RateLimitScript.record, keys: [key], arguments)
        }
    }
}

/// The scripts that share the rate limits of a credential, each in one atomic step.
///
/// The limits are a hash: under `blocked` the end of a secondary limit, which blocks all resources, and for each
/// resource its limit, the number of requests left, its window and the end of the window. Windows are compared by their
/// ends in seconds by the clock of the API's server, which are the same in all responses; the end itself is in
/// milliseconds by the clock of Redis. The hash expires a minute after the last of these times. A time more than a day
/// ahead is not GitHub's, whose windows last up to an hour: it counts as missing, and is replaced. The rules are those
/// of `RateLimitLedger` of SeekNetworking.
enum RateLimitScript {
    /// Admits and counts a request, and returns 0; or returns the milliseconds after which the request may be sent. The
    /// argument is the resource.
    static let admit = RedisScript(
        """
        \(prelude)
        local blocked = ending(redis.call('HGET', KEYS[1], 'blocked'))
        if now < blocked then return blocked - now end
        local limit, remaining, window, ends = limitOf(ARGV[1])
        if not limit or now >= ends then return 0 end
        if remaining <= 0 then return ends - now end
        store(ARGV[1], limit, remaining - 1, window, ends)
        return 0
        """
    )

    /// Records a rate limit, if its resource is not empty, and a secondary limit, if its duration is not 0.
    ///
    /// The arguments are the resource, its limit, the number of requests left, the window, and in milliseconds the time
    /// until its end and the duration of the secondary limit.
    static let record = RedisScript(
        """
        \(prelude)
        local name, newLimit, newRemaining, newWindow = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
        local ends, last = now + math.min(tonumber(ARGV[5]), day), now + math.min(tonumber(ARGV[6]), day)
        if name ~= '' then
          local limit, remaining, window = limitOf(name)
          if limit and window == newWindow then newRemaining = math.min(newRemaining, remaining) end
          if not limit or window <= newWindow then store(name, newLimit, newRemaining, newWindow, ends) end
        end
        if last > now then
          local blocked = ending(redis.call('HGET', KEYS[1], 'blocked'))
          redis.call('HSET', KEYS[1], 'blocked', math.max(blocked, last))
        end
        if name ~= '' then last = math.max(last, ends) end
        local lifetime = last - now + 60000
        if redis.call('PTTL', KEYS[1]) < lifetime then redis.call('PEXPIRE', KEYS[1], lifetime) end
        return 0
        """
    )

    private static let prelude = """
        \(RedisScript.prelude)
        local day = 86400000
        local function ending(value)
          value = number(value)
          return value <= now + day and value or 0
        end
        local function limitOf(name)
          local text = redis.call('HGET', KEYS[1], 'limit:' .. name) or ''
          local limit, remaining, window, ends = string.match(text, '^(%d+) (%d+) (%d+) (%d+)$')
          if ending(ends) == 0 then return nil end
          return limit, number(remaining), number(window), ending(ends)
        end
        local function store(name, limit, remaining, window, ends)
          local text = string.format('%s %.0f %.0f %.0f', limit, remaining, window, ends)
          redis.call('HSET', KEYS[1], 'limit:' .. name, text)
        end
        """
}
#endif

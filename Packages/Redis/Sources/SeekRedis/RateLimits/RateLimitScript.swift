#if os(Linux)
/// The scripts that share the rate limits of a credential, each in one atomic step.
///
/// The limits are a hash: under `blocked` the end of a secondary limit, which blocks all resources, and for each
/// resource its limit, the number of requests left and the end of its window. The hash expires a minute after the last
/// of these times. The rules are those of `RateLimitLedger` of SeekNetworking.
enum RateLimitScript {
    /// Admits and counts a request, and returns 0; or returns the milliseconds after which the request may be sent. The
    /// argument is the resource.
    static let admit = RedisScript(
        """
        \(prelude)
        local blocked = number(redis.call('HGET', KEYS[1], 'blocked'))
        if now < blocked then return delay(blocked) end
        local limit, remaining, reset = limitOf(ARGV[1])
        if not limit or now >= reset * 1000 then return 0 end
        if remaining <= 0 then return delay(reset * 1000) end
        store(ARGV[1], limit, remaining - 1, reset)
        return 0
        """
    )

    /// Records a rate limit, if its resource is not empty, and a secondary limit, if its duration is not 0.
    ///
    /// The arguments are the resource, its limit, the number of requests left, the end of the window in seconds since
    /// 1970, and the duration of the secondary limit in milliseconds.
    static let record = RedisScript(
        """
        \(prelude)
        local name, newLimit, newRemaining, newReset = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
        local last = now + tonumber(ARGV[5])
        if name ~= '' then
          local limit, remaining, reset = limitOf(name)
          if limit and reset == newReset then newRemaining = math.min(newRemaining, remaining) end
          if not limit or reset <= newReset then store(name, newLimit, newRemaining, newReset) end
        end
        if last > now then
          local blocked = number(redis.call('HGET', KEYS[1], 'blocked'))
          redis.call('HSET', KEYS[1], 'blocked', math.max(blocked, last))
        end
        if name ~= '' then last = math.max(last, newReset * 1000) end
        local lifetime = delay(last) + 60000
        if redis.call('PTTL', KEYS[1]) < lifetime then redis.call('PEXPIRE', KEYS[1], lifetime) end
        return 0
        """
    )

    private static let prelude = """
        \(RedisScript.prelude)
        local function limitOf(name)
          local text = redis.call('HGET', KEYS[1], 'limit:' .. name) or ''
          local limit, remaining, reset = string.match(text, '^(%d+) (%d+) (%d+)$')
          return limit, number(remaining), number(reset)
        end
        local function delay(last) return math.min(last - now, 99999999999999) end
        local function store(name, limit, remaining, reset)
          redis.call('HSET', KEYS[1], 'limit:' .. name, string.format('%s %.0f %.0f', limit, remaining, reset))
        end
        """
}
#endif

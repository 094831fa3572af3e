#if os(Linux)
import SeekBasics
import SeekSearch

/// The scripts that change a count of calls, each in one atomic step.
///
/// A count is a hash: `used` calls, `granted` calls, which refunds do not reduce, whether the day is `closed`, and the
/// time at which the count `opens` after a loss of data. A reservation is a key that expires; its cost is then still
/// counted.
enum QuotaScript {
    /// Reserves a cost if enough calls are left. The keys are those of the count and the reservation.
    static let reserve = onCount(
        """
        if cost > remaining then return {'no', now, used, closed} end
        used, granted = used + cost, granted + cost
        save()
        redis.call('SET', KEYS[2], cost, 'PX', ARGV[6])
        return {'yes', now, used, closed}
        """
    )

    /// Closes the day: no calls are left until the day is reopened.
    static let markExhausted = onCount(
        """
        closed = 1
        save()
        return {'yes', now, used, closed}
        """
    )

    /// Reopens the day if nothing is left and the limit is not 0. A count that has reached the limit restarts at zero.
    static let reopen = onCount(
        """
        if remaining > 0 or limit == 0 then return {'no', now, used, closed} end
        if used >= limit then used = 0 end
        closed = 0
        save()
        return {'yes', now, used, closed}
        """
    )

    static let status = onCount("return {'yes', now, used, closed}")

    /// Refunds a reservation that is neither committed nor expired. The keys are those of the count and the
    /// reservation.
    static let refund = RedisScript(
        """
        \(RedisScript.prelude)
        local cost = redis.call('GET', KEYS[2])
        if not cost then return 0 end
        redis.call('DEL', KEYS[2])
        local used = redis.call('HGET', KEYS[1], 'used')
        if used then redis.call('HSET', KEYS[1], 'used', number(number(used) - number(cost))) end
        return 1
        """
    )

    /// Returns a script that reads the count of a day, and runs the body if the day is today's by the server's clock
    /// and the count is open.
    ///
    /// The caller passes what it has seen of the count. If that is more than the server has granted, the server has lost
    /// data. The count then continues from the largest number that a caller has seen, and opens after a second, in which
    /// other callers may report larger numbers.
    ///
    /// The arguments are the start and the end of the day in milliseconds since 1970, the count that the caller has
    /// seen, the limit, the cost and the lifetime of a reservation in milliseconds.
    private static func onCount(_ body: String) -> RedisScript {
        RedisScript(
            """
            \(RedisScript.prelude)
            local dayEnd = tonumber(ARGV[2])
            if now < tonumber(ARGV[1]) or now >= dayEnd then return {'day', now, 0, 0} end
            local seen, limit, cost = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
            local count = redis.call('HMGET', KEYS[1], 'used', 'granted', 'closed', 'opens')
            local used, granted, closed = number(count[1]), number(count[2]), number(count[3])
            local opens = number(count[4])
            local function save()
              used, granted = number(used), number(granted)
              redis.call('HSET', KEYS[1], 'used', used, 'granted', granted, 'closed', closed, 'opens', opens)
              redis.call('PEXPIREAT', KEYS[1], dayEnd + 86400000)
            end
            if seen > granted then
              used, granted, opens = math.max(used, seen), seen, math.max(opens, now + 1000)
              save()
            end
            if opens > now then return {'lost', now, used, closed} end
            local remaining = closed == 1 and 0 or math.max(0, limit - used)
            \(body)
            """
        )
    }
}
#endif

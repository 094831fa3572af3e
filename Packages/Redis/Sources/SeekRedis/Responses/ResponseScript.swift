/// The scripts that read and write responses, each in one atomic step on the keys of one URL.
///
/// The generation of a URL changes when its responses are invalidated. The response of a fetch that began before the
/// invalidation is not stored.
///
/// A value ends with 41 bytes of checksum and trailer; the last 33 of them are the trailer: `SEEK1` and two times of 14
/// digits (``RedisEntry``).
///
/// A key with another type of value, such as a list, is regarded as missing. A command that writes may be rejected
/// because the memory is full or the server is a replica; reading continues to work.
enum ResponseScript {
    private static let prelude = """
        \(RedisScript.prelude)
        -- Reads a token or a generation; the beginning, if another program has stored a large value.
        local function get(key)
            local value = redis.pcall('GETRANGE', key, 0, 1023)
            return type(value) == 'string' and value ~= '' and value
        end
        local function set(key, body, freshFor, expiresIn)
            local trailer = string.format('SEEK1%014d%014d', now, now + freshFor)
            return redis.pcall('SET', key, body .. trailer, 'PX', expiresIn)
        end

        """

    /// Claims a fetch unless the entry is fresh. Returns the generation, the time, and the result: `claimed`, `fresh`,
    /// `none` if the server rejects the claim, or the milliseconds for which another machine's claim is valid. A second
    /// command reads the entry, because Lua copies large strings slowly.
    ///
    /// The keys are those of the entry, the generation and the claim. The arguments are the token of the claim and its
    /// lifetime in milliseconds.
    static let begin = RedisScript(
        prelude + """
            local generation, trailer = get(KEYS[2]), redis.pcall('GETRANGE', KEYS[1], -33, -1)
            local freshUntil = type(trailer) == 'string' and string.sub(trailer, 1, 5) == 'SEEK1'
                and tonumber(string.sub(trailer, 20))
            if freshUntil and freshUntil > now then return {generation, now, 'fresh'} end
            local claim = redis.pcall('SET', KEYS[3], ARGV[1], 'NX', 'PX', ARGV[2])
            if not claim then
                local lifetime = redis.call('PTTL', KEYS[3])
                if lifetime >= 0 then return {generation, now, lifetime} end
                claim = redis.pcall('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
            end
            return {generation, now, claim.ok and 'claimed' or 'none'}
            """
    )

    /// Extends a claim, or restores it if it has expired, and returns 1. Returns 0 if another machine has taken over
    /// the claim.
    ///
    /// The key is that of the claim. The arguments are the token of the claim and its lifetime in milliseconds.
    static let renew = RedisScript(
        """
        local holder = redis.pcall('GET', KEYS[1])
        if holder and holder ~= ARGV[1] then return 0 end
        redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
        return 1
        """
    )

    /// Stores an entry if the generation is unchanged and no other machine has taken over the claim, releases the
    /// claim, and wakes up the machines that wait for its end. A fetch without a claim stores its entry even if another
    /// machine has claimed the fetch. Returns 1 if the entry was stored, 0 if not, or the error of a command that was
    /// rejected.
    ///
    /// The keys are those of the entry, the generation and the claim. The arguments are the token of the claim (empty
    /// without one), `=` and the expected generation (empty to expect none), the body of the entry (empty to store
    /// none), and the times in milliseconds for which the entry is fresh and stored.
    static let end = RedisScript(
        prelude + """
            local holder, generation = get(KEYS[3]), get(KEYS[2])
            generation = generation and '=' .. string.sub(generation, 1, -42) or ''
            local owns = ARGV[1] ~= '' and holder == ARGV[1]
            local result = 0
            if ARGV[3] ~= '' and generation == ARGV[2] and (ARGV[1] == '' or owns or not holder) then
                result = set(KEYS[1], ARGV[3], ARGV[4], ARGV[5])
                if result.ok then result = 1 end
            end
            local released = owns and redis.pcall('DEL', KEYS[3])
            if type(released) == 'table' then result = released end
            if owns or result == 1 then redis.pcall('PUBLISH', KEYS[3], '') end
            return result
            """
    )

    /// Increments the count of invalidations, and returns it. A value that is not a count is replaced by 1, which the
    /// machines notice as a restart of the numbers.
    static let count = RedisScript(
        """
        local count = redis.pcall('INCR', KEYS[1])
        if type(count) == 'number' and count > 0 and count <= 9007199254740992 then return count end
        redis.call('SET', KEYS[1], 1)
        return 1
        """
    )

    /// Replaces the generation, removes entries and announces the invalidation.
    ///
    /// The keys are those of the generation and the entries. The arguments are the body of the generation, the times in
    /// milliseconds for which it is fresh and stored, and the channel and the text of the announcement.
    static let invalidate = RedisScript(
        prelude + """
            redis.call('DEL', unpack(KEYS))
            local result = set(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
            redis.call('PUBLISH', ARGV[4], ARGV[5])
            return result
            """
    )
}

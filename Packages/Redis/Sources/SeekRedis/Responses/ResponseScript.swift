/// The scripts that write responses, each in one atomic step on the keys of one record.
///
/// A value ends with 43 bytes of checksum and trailer (``RedisEntry``); the last 35 of them are the trailer: `SEEK2`, the
/// version of 16 hexadecimal digits, and the time of 14 digits.
///
/// A key with another type of value, such as a list, is regarded as missing. A command that writes may be rejected
/// because the memory is full or the server is a replica; reading continues to work.
enum ResponseScript {
    private static let prelude = """
        \(RedisScript.prelude)
        -- Returns the version of an entry; an empty string if there is none.
        local function version(key)
            local trailer = redis.pcall('GETRANGE', key, -35, -1)
            local pattern = '^SEEK2(' .. string.rep('[0-9a-f]', 16) .. ')' .. string.rep('%d', 14) .. '$'
            return type(trailer) == 'string' and string.match(trailer, pattern) or ''
        end

        """

    /// Stores an entry if the key has the expected version. Returns 1 if the entry was stored, 0 if not, or the error of
    /// a command that was rejected. An invalidation is announced even if it was not stored.
    ///
    /// The key is that of the entry. The arguments are the expected version (empty for none, `*` for any), the body of
    /// the entry, its version, the time in milliseconds for which it is stored, and the channel and the text of the
    /// announcement (empty for none).
    static let put = RedisScript(
        prelude + """
            local result = 0
            if ARGV[1] == '*' or ARGV[1] == version(KEYS[1]) then
                -- After a removal, a server that is full permits the command that follows.
                if ARGV[5] ~= '' then redis.call('DEL', KEYS[1]) end
                local trailer = string.format('SEEK2%s%014d', ARGV[3], now)
                result = redis.pcall('SET', KEYS[1], ARGV[2] .. trailer, 'PX', ARGV[4])
                if result.ok then result = 1 end
            end
            if ARGV[5] ~= '' then redis.call('PUBLISH', ARGV[5], ARGV[6]) end
            return result
            """
    )

    /// Claims a fetch if the entry has the expected version. Returns `claimed`, `changed` if it has another version,
    /// `none` if the server rejects the claim, or the milliseconds for which another machine's claim is valid.
    ///
    /// The keys are those of the entry and the claim. The arguments are the expected version (empty for none), the token
    /// of the claim and its lifetime in milliseconds.
    static let begin = RedisScript(
        prelude + """
            if ARGV[1] ~= version(KEYS[1]) then return 'changed' end
            local claim = redis.pcall('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3])
            if not claim then
                local lifetime = redis.call('PTTL', KEYS[2])
                if lifetime >= 0 then return lifetime end
                claim = redis.pcall('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
            end
            return claim.ok and 'claimed' or 'none'
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

    /// Releases a claim, and wakes up the machines that wait for its end. Returns 1 if the claim was released, 0 if
    /// another machine has taken it over or it has expired, or the error of a command that was rejected.
    ///
    /// The key is that of the claim. The argument is the token of the claim.
    static let end = RedisScript(
        """
        if redis.pcall('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        local released = redis.pcall('DEL', KEYS[1])
        redis.pcall('PUBLISH', KEYS[1], '')
        return released
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
}

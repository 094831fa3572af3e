import SeekBasics
import SeekCache

/// A stored record of responses.
///
/// An entry consists of the stored bytes and a checksum, which the client writes, and a trailer, which the server
/// completes by its own clock.
///
/// The checksum (8 bytes) depends on the key, so that an entry under another key is not used. The trailer consists of
/// the format version (5 bytes), the version of the record (16 hexadecimal digits) and the time at which the entry was
/// stored (14 digits, in milliseconds since 1970). The trailer is at the end, so that decoding does not copy the bytes.
struct RedisEntry: Sendable, Hashable {
    static let formatVersion = "SEEK2"
    private static let trailerSize = 5 + 16 + 14
    /// The size of the checksum and the trailer in bytes.
    static let overhead = 8 + trailerSize

    /// The bytes that were stored.
    let bytes: Data
    let version: CacheVersion
    /// When the entry was stored, in milliseconds since 1970 by the server's clock.
    let storedAt: Int64

    /// Decodes the value of a key; nil if it is corrupt, has another format or belongs to another key.
    init?(_ value: Data, key: String) {
        guard value.count >= Self.overhead else { return nil }
        let trailer = value.suffix(Self.trailerSize)
        let fields = trailer.dropFirst(Self.formatVersion.utf8.count)
        let bytes = value.dropLast(Self.overhead)
        let checksum = value.dropFirst(bytes.count).prefix(8)
        guard trailer.starts(with: Self.formatVersion.utf8),
            let version = CacheVersion(hexadecimal: fields.prefix(16)),
            let storedAt = RedisValue.integer(fields.suffix(14), in: RedisValue.times),
            checksum.elementsEqual(Self.checksum(of: bytes, key: key))
        else { return nil }
        self.bytes = bytes
        self.version = version
        self.storedAt = storedAt
    }

    /// Returns the part of an entry that precedes the trailer: the bytes and the checksum.
    static func body(of bytes: Data, key: String) -> Data { bytes + checksum(of: bytes, key: key) }

    private static func checksum(of bytes: Data, key: String) -> [UInt8] {
        let seed = Array(key.utf8).withUnsafeBytes { XXHash64.hash($0) }
        let hash = bytes.withUnsafeBytes { XXHash64.hash($0, seed: seed) }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt64($0))) }
    }
}

extension CacheVersion {
    /// Parses 16 hexadecimal digits in lower case.
    fileprivate init?(hexadecimal digits: some Collection<UInt8>) {
        let isValid = digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isValid, digits.count == 16, let bits = UInt64(String(decoding: digits, as: UTF8.self), radix: 16) else {
            return nil
        }
        self.init(number: Int64(bitPattern: bits))
    }

    /// 16 hexadecimal digits in lower case.
    var hexadecimal: String {
        let digits = String(UInt64(bitPattern: number), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The names of the keys and channels of responses.
///
/// The keys of a record and of its claim have the same hash tag, so that a cluster places them on one server
/// (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags).
struct ResponseKeys: Sendable, Hashable {
    let prefix: String

    /// The channel of invalidations.
    var invalidations: String { "\(prefix):invalidations" }
    /// Matches every ``entry(_:)`` and ``claim(_:)``; a prefix may contain characters with a meaning in patterns.
    var pattern: String {
        prefix.map { "*?[]\\^".contains($0) ? "\\\($0)" : "\($0)" }.joined() + ":{*}:response*"
    }

    /// The key of a stored record.
    func entry(_ key: String) -> String { name("response", key) }

    /// The key of the claim on a fetch, and the channel on which the end of the claim is announced.
    func claim(_ key: String) -> String { name("response-claim", key) }

    private func name(_ kind: String, _ key: String) -> String {
        let tag = Array(key.utf8).withUnsafeBytes { XXHash64.hash($0) }
        return "\(prefix):{\(String(tag, radix: 36))}:\(kind):\(key)"
    }
}

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
    /// `taken` if another machine has claimed it, or `none` if the server rejects the claim.
    ///
    /// The keys are those of the entry and the claim. The arguments are the expected version (empty for none), the token
    /// of the claim and its lifetime in milliseconds.
    static let begin = RedisScript(
        prelude + """
            if ARGV[1] ~= version(KEYS[1]) then return 'changed' end
            local claim = redis.pcall('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3])
            if not claim then
                if redis.call('PTTL', KEYS[2]) >= 0 then return 'taken' end
                claim = redis.pcall('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
            end
            return claim.ok and 'claimed' or 'none'
            """
    )

    /// Extends a claim, and returns 1. Returns 0 if it has expired or another machine has taken it over.
    ///
    /// The key is that of the claim. The arguments are the token of the claim and its lifetime in milliseconds.
    static let renew = RedisScript(
        """
        if redis.pcall('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        return redis.call('PEXPIRE', KEYS[1], ARGV[2])
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
}

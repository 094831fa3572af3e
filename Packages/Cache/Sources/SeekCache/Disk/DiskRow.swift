import SeekBasics
import SeekSQLite

/// A row of the table `entry`.
struct DiskRow: Sendable {
    var id: Int64 = 0
    /// A random number for each put, which is also the name of the value file, in hexadecimal.
    var version: Int64
    /// The time of the put, in seconds since 2001 like all times of a row.
    var stored: Double
    var accessed: Double
    var expires: Double?
    var size: Int
    var checksum: UInt64
    var hasFile: Bool
    /// The value; nil if it is in a file.
    var value: Data?

    /// Returns the checksum of an entry: of its key and value, and the times of its put and expiry.
    static func checksum(key: KeyBytes, stored: Double, expires: Double?, value: Data) -> UInt64 {
        var hash = key.withBytes { XXHash64.hash($0) }
        let times = (stored.bitPattern.littleEndian, (expires ?? 0).bitPattern.littleEndian)
        hash = withUnsafeBytes(of: times) { XXHash64.hash($0, seed: hash) }
        // Distinguishes no expiry from an expiry at 0.
        if expires != nil { hash = ~hash }
        return value.withUnsafeBytes { XXHash64.hash($0, seed: hash) }
    }

    private var storedAt: Date { Date(timeIntervalSinceReferenceDate: stored) }

    /// Returns the date from which the entry is no longer returned: ``expires``, or the end of the maximum age, which
    /// can be earlier if the store that put the row had another maximum age.
    private func expiry(_ limits: CacheLimits) -> Date? {
        limits.expiry(of: expires.map { Date(timeIntervalSinceReferenceDate: $0) }, storedAt: storedAt)
    }

    func isExpired(at now: Date, _ limits: CacheLimits) -> Bool { expiry(limits).map { $0 <= now } ?? false }

    func access(of hash: Int64, at time: Double) -> UsageTracker.Access {
        UsageTracker.Access(hash: hash, time: max(time, accessed), writtenTime: accessed)
    }

    /// Returns the entry with a value; nil if the value does not match the size and the checksum.
    func entry(_ value: Data, key: KeyBytes, _ limits: CacheLimits, now: Date) -> CacheEntry? {
        guard value.count == size,
            checksum == Self.checksum(key: key, stored: stored, expires: expires, value: value)
        else { return nil }
        return CacheEntry(
            data: value,
            storedAt: storedAt,
            expiresAt: expiry(limits),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: accessed),
            version: CacheVersion(number: version),
            now: now
        )
    }
}

/// An item with the identity of its row.
struct DiskItem: Sendable {
    var id: Int64
    var version: Int64
    var item: CacheItem
}

/// Returns the time from 2001 to a date in seconds. -0 and NaN become 0: SQLite does not retain them, and the checksum
/// covers every bit.
func secondsSince2001(_ date: Date) -> Double {
    let seconds = date.timeIntervalSinceReferenceDate
    return seconds.isNaN ? 0 : seconds + 0
}

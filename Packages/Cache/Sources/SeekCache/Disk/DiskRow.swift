import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entry as the database keeps it.
struct DiskRow: Sendable {
    var id: Int64 = 0
    var version: Int64
    var stored: Double
    var accessed: Double
    var expires: Double?
    var size: Int
    var checksum: UInt64
    /// The tags, as ``CacheTags`` writes them; nil where there are none.
    var tags: [UInt8]?
    /// Whether the value has a file of its own.
    var hasFile: Bool
    /// The value; nil where it has a file of its own.
    var value: Data?

    /// The checksum of an entry: over its value and over all that decides whether that value may be served.
    static func checksum(key: KeyBytes, stored: Double, expires: Double?, tags: [UInt8]?, value: Data) -> UInt64 {
        var hash = key.withBytes { XXHash64.hash($0) }
        let head = (stored.bitPattern.littleEndian, (expires ?? 0).bitPattern.littleEndian)
        hash = withUnsafeBytes(of: head) { XXHash64.hash($0, seed: hash) }
        if let tags { hash = tags.withUnsafeBytes { XXHash64.hash($0, seed: hash) } }
        return value.withUnsafeBytes { XXHash64.hash($0, seed: expires == nil ? hash : ~hash) }
    }

    /// Whether a value is the one that was put under a key, and this row the one written for it.
    func vouches(for value: Data, key: KeyBytes) -> Bool {
        value.count == size
            && checksum == Self.checksum(key: key, stored: stored, expires: expires, tags: tags, value: value)
    }

    /// The entry for a value this row vouches for; nil where its tags are not as they were written.
    func entry(_ value: Data, now: Date) -> CacheEntry? {
        guard let tags = tags.map({ $0.withUnsafeBytes(CacheTags.decode) }) ?? [] else { return nil }
        return CacheEntry(
            data: value,
            storedAt: Date(timeIntervalSinceReferenceDate: stored),
            expiresAt: expires.map { Date(timeIntervalSinceReferenceDate: $0) },
            lastUsedAt: Date(timeIntervalSinceReferenceDate: accessed),
            tags: tags,
            now: now
        )
    }
}

/// An item together with the row it stands for.
struct DiskItem: Sendable {
    var id: Int64
    var version: Int64
    var item: CacheItem
}

/// A moment as the database keeps it, such that it comes back bit for bit: SQLite keeps no -0, and NULL for what is no number.
func seconds(_ date: Date) -> Double {
    let seconds = date.timeIntervalSinceReferenceDate
    return seconds.isNaN ? 0 : seconds + 0
}

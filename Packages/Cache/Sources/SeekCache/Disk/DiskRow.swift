#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entry as the database keeps it.
struct DiskRow {
    var id: Int64
    var version: Int64
    var stored: Double
    var expires: Double?
    var size: Int
    var checksum: UInt64
    /// The value; nil where it has a file of its own.
    var value: Data?

    /// The checksum of an entry: over its value and over all that decides whether that value may be served.
    static func checksum(key: KeyBytes, stored: Double, expires: Double?, value: Data) -> UInt64 {
        let head = [stored.bitPattern, expires?.bitPattern ?? 0, expires == nil ? 0 : 1, UInt64(value.count)]
        let keyHash = key.withBytes { XXHash64.hash($0) }
        let headHash = head.map(\.littleEndian).withUnsafeBytes { XXHash64.hash($0, seed: keyHash) }
        return value.withUnsafeBytes { XXHash64.hash($0, seed: headHash) }
    }

    /// Whether a value is the one that was put under a key, and this row the one written for it.
    func vouches(for value: Data, key: KeyBytes) -> Bool {
        checksum == Self.checksum(key: key, stored: stored, expires: expires, value: value)
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

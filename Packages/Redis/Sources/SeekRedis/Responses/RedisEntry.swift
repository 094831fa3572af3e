import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The format of a stored response or generation: a header, which the server writes by its clock, and a checksum and
/// the bytes, which the client writes.
///
/// The header consists of the format version (5 bytes), and of the times at which the entry was stored and at which it
/// becomes stale (14 digits each, in milliseconds since 1970). The checksum (8 bytes) depends on the key, so that an
/// entry under another key is not used.
struct RedisEntry: Sendable, Hashable {
    static let formatVersion = "SEEK1"
    private static let digitCount = 14
    private static let headerSize = 5 + 2 * digitCount
    /// The size of the header and the checksum.
    static let overhead = headerSize + 8

    /// The bytes that were stored.
    let bytes: Data
    /// Milliseconds since 1970 by the server's clock.
    let storedAt: Int64

    /// Decodes the value of a key; nil if it is corrupt, has another format or belongs to another key.
    init?(_ value: Data, key: String) {
        guard value.count >= Self.overhead, value.starts(with: Self.formatVersion.utf8) else { return nil }
        let digits = value.dropFirst(Self.formatVersion.utf8.count).prefix(Self.digitCount)
        let checksum = value.dropFirst(Self.headerSize).prefix(8)
        let bytes = value.dropFirst(Self.overhead)
        guard let storedAt = Int64(String(decoding: digits, as: UTF8.self)),
            checksum.elementsEqual(Self.checksum(of: bytes, key: key))
        else { return nil }
        self.storedAt = storedAt
        // A new Data, whose indices begin at 0.
        self.bytes = Data(bytes)
    }

    /// Returns what follows the header of an entry.
    static func body(of bytes: Data, key: String) -> Data {
        var body = Data(capacity: bytes.count + 8)
        body.append(contentsOf: checksum(of: bytes, key: key))
        body.append(bytes)
        return body
    }

    private static func checksum(of bytes: Data, key: String) -> [UInt8] {
        let seed = Array(key.utf8).withUnsafeBytes { XXHash64.hash($0) }
        let hash = bytes.withUnsafeBytes { XXHash64.hash($0, seed: seed) }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt64($0))) }
    }
}

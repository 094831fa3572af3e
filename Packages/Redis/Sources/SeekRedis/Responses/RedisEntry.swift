import SeekBasics

/// A stored response, or the stored generation of a URL, which changes when the responses of the URL are invalidated.
///
/// An entry consists of the stored bytes and a checksum, which the client writes, and a trailer, which the server
/// writes by its own clock.
///
/// The checksum (8 bytes) depends on the key, so that an entry under another key is not used. The trailer consists of
/// the format version (5 bytes), and of the times at which the entry was stored and at which it becomes stale (14
/// digits each, in milliseconds since 1970). The trailer is at the end, so that decoding does not copy the bytes.
struct RedisEntry: Sendable, Hashable {
    static let formatVersion = "SEEK1"
    private static let trailerSize = 5 + 2 * 14
    /// The size of the checksum and the trailer in bytes.
    static let overhead = 8 + trailerSize

    /// The bytes that were stored.
    let bytes: Data
    /// When the entry was stored, in milliseconds since 1970 by the server's clock.
    let storedAt: Int64
    /// When the entry becomes stale, in milliseconds since 1970 by the server's clock.
    let freshUntil: Int64

    /// Decodes the value of a key; nil if it is corrupt, has another format or belongs to another key.
    init?(_ value: Data, key: String) {
        guard value.count >= Self.overhead else { return nil }
        let trailer = value.suffix(Self.trailerSize)
        let times = trailer.dropFirst(Self.formatVersion.utf8.count)
        let bytes = value.dropLast(Self.overhead)
        let checksum = value.dropFirst(bytes.count).prefix(8)
        guard trailer.starts(with: Self.formatVersion.utf8),
            let storedAt = RedisValue.integer(times.prefix(14), in: RedisValue.times),
            let freshUntil = RedisValue.integer(times.dropFirst(14), in: RedisValue.times),
            checksum.elementsEqual(Self.checksum(of: bytes, key: key))
        else { return nil }
        self.bytes = bytes
        self.storedAt = storedAt
        self.freshUntil = freshUntil
    }

    /// Returns the part of an entry that precedes the trailer: the bytes and the checksum.
    static func body(of bytes: Data, key: String) -> Data { bytes + checksum(of: bytes, key: key) }

    private static func checksum(of bytes: Data, key: String) -> [UInt8] {
        let seed = Array(key.utf8).withUnsafeBytes { XXHash64.hash($0) }
        let hash = bytes.withUnsafeBytes { XXHash64.hash($0, seed: seed) }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt64($0))) }
    }
}

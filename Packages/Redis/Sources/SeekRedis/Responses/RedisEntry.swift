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

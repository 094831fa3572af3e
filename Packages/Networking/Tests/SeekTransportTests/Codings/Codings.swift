import Foundation

/// Encoders for test bodies, independent of the decoders under test.
enum Codings {
    /// Returns a body in gzip format (RFC 1952), as stored blocks.
    static func gzip(_ body: Data) -> Data {
        Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]) + stored(body) + littleEndian(crc32(body))
            + littleEndian(UInt32(truncatingIfNeeded: body.count))
    }

    /// Returns a body in HTTP's deflate coding: stored blocks in zlib format (RFC 1950).
    static func deflate(_ body: Data) -> Data {
        Data([0x78, 0x01]) + stored(body) + Data(littleEndian(adler32(body)).reversed())
    }

    /// Returns a gzip bomb: each round is 13 bytes long and decodes to 2,064 bytes. The trailer (checksum and
    /// size) is missing, which a decoder notices only at the end.
    static func bomb(rounds: Int) -> Data {
        var bits = Bits()
        bits.append(0b011, count: 3)  // The last block, by the fixed Huffman code (RFC 1951 §3.2.6).
        bits.appendCode(0x30 + UInt32(UInt8(ascii: "x")), count: 8)
        for _ in 0..<16 {
            bits.appendCode(0b1100_0101, count: 8)  // Length 258.
            bits.appendCode(0, count: 5)  // Distance 1.
        }
        bits.append(0, count: 7)  // The end of the block.
        // Eight times 13 bits are 13 bytes, so the bytes repeat from the third one on.
        let bytes = bits.bytes
        let round = Data(bytes[2..<15])
        var body = Data(bytes[..<15])
        body.reserveCapacity(rounds * round.count)
        for _ in 0..<rounds { body += round }
        return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]) + body + bytes[15...]
    }

    /// Returns a body as stored blocks of deflate (RFC 1951 §3.2.4).
    private static func stored(_ body: Data) -> Data {
        var result = Data()
        var remaining = body[...]
        repeat {
            let block = remaining.prefix(65_535)
            remaining = remaining.dropFirst(65_535)
            let length = UInt16(block.count)
            result += [remaining.isEmpty ? 1 : 0]
            result += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
            result += block
        } while !remaining.isEmpty
        return result
    }

    private static func littleEndian(_ number: UInt32) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }

    private static let crcTable: [UInt32] = (0..<256).map { (index: UInt32) -> UInt32 in
        var value = index
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        return value
    }

    private static func crc32(_ body: Data) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in [UInt8](body) { sum = crcTable[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        return ~sum
    }

    private static func adler32(_ body: Data) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in [UInt8](body) {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}

/// Writes bits, the lowest of a byte first.
private struct Bits {
    private(set) var bytes = Data()
    private var usedBitCount = 8

    mutating func append(_ value: UInt32, count: Int) {
        for position in 0..<UInt32(count) {
            if usedBitCount == 8 {
                bytes.append(0)
                usedBitCount = 0
            }
            let bit = UInt8((value >> position) & 1)
            bytes[bytes.count - 1] |= bit << UInt8(usedBitCount)
            usedBitCount += 1
        }
    }

    /// Appends a Huffman code, its highest bit first.
    mutating func appendCode(_ code: UInt32, count: Int) {
        for position in (0..<count).reversed() { append((code >> UInt32(position)) & 1, count: 1) }
    }
}

/// XXH64, the 64-bit xxHash (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
///
/// Suitable for hash tables and for detecting corruption. It is not cryptographic: a process that can change the data
/// can also compute a matching checksum.
public enum XXHash64 {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// Returns the hash of bytes.
    public static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var offset = 0
        var hash = bytes.count >= 32 ? stripes(of: bytes, seed: seed, offset: &offset) : seed &+ prime5
        hash &+= UInt64(bytes.count)
        while offset + 8 <= bytes.count {
            hash ^= round(0, bytes.word(at: offset))
            hash = hash.rotated(by: 27) &* prime1 &+ prime4
            offset += 8
        }
        if offset + 4 <= bytes.count {
            let fourBytes = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            hash ^= UInt64(fourBytes) &* prime1
            hash = hash.rotated(by: 23) &* prime2 &+ prime3
            offset += 4
        }
        while offset < bytes.count {
            hash ^= UInt64(bytes[offset]) &* prime5
            hash = hash.rotated(by: 11) &* prime1
            offset += 1
        }
        return avalanche(hash)
    }

    /// Returns the intermediate hash of the complete 32-byte stripes, and advances the offset beyond them.
    private static func stripes(of bytes: UnsafeRawBufferPointer, seed: UInt64, offset: inout Int) -> UInt64 {
        var lane1 = seed &+ prime1 &+ prime2
        var lane2 = seed &+ prime2
        var lane3 = seed
        var lane4 = seed &- prime1
        while offset + 32 <= bytes.count {
            lane1 = round(lane1, bytes.word(at: offset))
            lane2 = round(lane2, bytes.word(at: offset + 8))
            lane3 = round(lane3, bytes.word(at: offset + 16))
            lane4 = round(lane4, bytes.word(at: offset + 24))
            offset += 32
        }
        var hash = lane1.rotated(by: 1) &+ lane2.rotated(by: 7) &+ lane3.rotated(by: 12) &+ lane4.rotated(by: 18)
        hash = (hash ^ round(0, lane1)) &* prime1 &+ prime4
        hash = (hash ^ round(0, lane2)) &* prime1 &+ prime4
        hash = (hash ^ round(0, lane3)) &* prime1 &+ prime4
        hash = (hash ^ round(0, lane4)) &* prime1 &+ prime4
        return hash
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        (lane &+ input &* prime2).rotated(by: 31) &* prime1
    }

    private static func avalanche(_ value: UInt64) -> UInt64 {
        var hash = value
        hash ^= hash &>> 33
        hash = hash &* prime2
        hash ^= hash &>> 29
        hash = hash &* prime3
        return hash ^ hash &>> 32
    }
}

fileprivate extension UInt64 {
    /// Returns the number rotated left by 1...63 bits.
    @inline(__always)
    func rotated(by count: UInt64) -> UInt64 { self &<< count | self &>> (64 &- count) }
}

fileprivate extension UnsafeRawBufferPointer {
    /// Returns the 8 bytes at an offset as a little-endian number. The offset need not be aligned.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

/// The 64-bit [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/) hash function.
///
/// Unlike `Hasher`, it returns the same value in every process. It is not cryptographically secure.
public enum FNV1a {
    /// Returns the hash of a sequence of bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// SHA-1 ([FIPS 180-4](https://csrc.nist.gov/pubs/fips/180-4/upd1/final)), for the digests of Redis
/// scripts and name-based UUIDs. It is not secure.
public enum SHA1 {
    /// Returns the digest of bytes as 40 hexadecimal digits.
    public static func hexDigest(of bytes: some Sequence<UInt8>) -> String {
        digest(of: bytes).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// Returns the 20-byte digest of bytes.
    public static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var message = Array(bytes)
        let bitCount = UInt64(message.count) * 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: message.count, by: 64) { compress(&state, message[start..<(start + 64)]) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static func compress(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
        var words = [UInt32](repeating: 0, count: 80)
        for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
        for index in 16..<80 {
            words[index] = rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ words[index]
            (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}

extension UUID {
    /// Creates the UUID that a name has in a namespace ([RFC 9562, version
    /// 5](https://www.rfc-editor.org/rfc/rfc9562#section-5.5)). Equal names in the same namespace result in equal
    /// UUIDs.
    public init(named name: String, in namespace: UUID) {
        let prefix = withUnsafeBytes(of: namespace.uuid) { Array($0) }
        var bytes = SHA1.digest(of: prefix + name.utf8)
        // The version and the variant.
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(uuid: bytes.withUnsafeBytes { $0.load(as: uuid_t.self) })
    }
}

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

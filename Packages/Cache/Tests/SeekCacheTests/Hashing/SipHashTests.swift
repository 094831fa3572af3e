import Testing

@testable import SeekCache

@Suite("SipHash")
struct SipHashTests {
    /// Of the reference implementation: the key is the bytes 0 to 15, the message those from 0 on.
    private static let vectors: [(count: UInt8, hash: UInt64)] = [
        (0, 0x726F_DB47_DD0E_0E31),
        (8, 0x93F5_F579_9A93_2462),
        (15, 0xA129_CA61_49BE_45E5),
    ]

    @Test("gives the published hashes, with the rounds they were published for", arguments: vectors)
    func published(_ count: UInt8, _ hash: UInt64) {
        let sipHash = SipHash(key: (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908))
        let found = Array(0..<count).withUnsafeBytes { sipHash.hash($0, compressions: 2, finalizations: 4) }
        #expect(found == hash)
    }

    @Test("differs for each flipped bit, each length and each key")
    func sensitivity() {
        let hashes = [SipHash(key: (1, 2)), SipHash(key: (1, 3)), SipHash(key: (2, 2))]
        var seen: Set<UInt64> = []
        var expected = 0
        for hash in hashes {
            for count in 0...40 {
                var content = (0..<count).map { UInt8($0) }
                seen.insert(content.withUnsafeBytes { hash.hash($0) })
                expected += 1 + count * 8
                for bit in 0..<(count * 8) {
                    content[bit / 8] ^= 1 << (bit % 8)
                    seen.insert(content.withUnsafeBytes { hash.hash($0) })
                    content[bit / 8] ^= 1 << (bit % 8)
                }
            }
        }
        #expect(seen.count == expected)
    }
}

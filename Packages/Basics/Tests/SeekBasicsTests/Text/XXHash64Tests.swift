import SeekBasics
import Testing

@Suite("XXH64")
struct XXHash64Tests {
    /// From the test suites of the xxHash libraries.
    private static let vectors: [(text: String, hash: UInt64)] = [
        ("", 0xEF46_DB37_51D8_E999),
        ("a", 0xD24E_C4F1_A98C_6E5B),
        ("abc", 0x44BC_2CF5_AD77_0999),
        ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ]

    @Test("returns the published hashes", arguments: vectors)
    func published(_ text: String, _ hash: UInt64) {
        #expect(Array(text.utf8).withUnsafeBytes { XXHash64.hash($0) } == hash)
    }

    @Test("differs for each flipped bit, length and seed")
    func sensitivity() {
        var seen: Set<UInt64> = []
        var expected = 0
        for count in 0...70 {
            var content = (0..<count).map { UInt8($0) }
            seen.insert(content.withUnsafeBytes { XXHash64.hash($0) })
            seen.insert(content.withUnsafeBytes { XXHash64.hash($0, seed: 1) })
            expected += 2 + count * 8
            for bit in 0..<(count * 8) {
                content[bit / 8] ^= 1 << (bit % 8)
                seen.insert(content.withUnsafeBytes { XXHash64.hash($0) })
                content[bit / 8] ^= 1 << (bit % 8)
            }
        }
        #expect(seen.count == expected)
    }

    @Test("does not depend on the alignment of the bytes")
    func alignment() {
        let content = (0..<100).map { UInt8($0) &* 37 }
        let aligned = content.withUnsafeBytes { XXHash64.hash($0) }
        for offset in 1..<9 {
            let shifted = [UInt8](repeating: 0, count: offset) + content
            let hash = shifted.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
            #expect(hash == aligned)
        }
    }
}

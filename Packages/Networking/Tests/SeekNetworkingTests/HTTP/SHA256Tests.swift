@_spi(Seek) import SeekNetworking
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test("lists with the same characters in different elements have different fingerprints")
    func fingerprints() {
        let lists = [[], [""], ["", ""], ["a", "b"], ["ab"], ["ab", ""], ["", "ab"], ["b", "a"], ["a:b"]]
        let fingerprints = lists.map(SHA256.fingerprint)
        #expect(Set(fingerprints).count == lists.count)
        #expect(fingerprints.allSatisfy { $0.utf8.count == 32 })
    }

    /// The keys, data and digests of RFC 4231 §4, and keys of the length of a block and beyond it.
    private static let authenticationCodes: [(key: [UInt8], data: [UInt8], code: String)] = [
        (
            Array(repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), Array(repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            Array(repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            Array(repeating: 0xAA, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. The key needs "
                    + "to be hashed before being used by the HMAC algorithm.").utf8
            ),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test("computes the authentication codes of RFC 4231", arguments: authenticationCodes)
    func authenticationCode(key: [UInt8], data: [UInt8], code: String) {
        let bytes = SHA256.hmac(of: data, key: key)
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digits == code)
    }
}

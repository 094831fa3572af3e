import Testing

@testable import SeekNetworking

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "has the known digests of example strings",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000),
                "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
            ),
        ]
    )
    func examples(text: String, digest: String) {
        // The words as eight hexadecimal digits each.
        let words = SHA256.hash(Array(text.utf8)).map { word in
            String(repeating: "0", count: word.leadingZeroBitCount / 4 - (word == 0 ? 1 : 0)) + String(word, radix: 16)
        }
        #expect(words.joined() == digest)
    }

    @Test("lists with the same characters in different elements have different fingerprints")
    func fingerprints() {
        let lists = [[], [""], ["", ""], ["a", "b"], ["ab"], ["ab", ""], ["", "ab"], ["b", "a"], ["a:b"]]
        let fingerprints = lists.map(SHA256.fingerprint)
        #expect(Set(fingerprints).count == lists.count)
        #expect(fingerprints.allSatisfy { $0.utf8.count == 32 })
    }
}

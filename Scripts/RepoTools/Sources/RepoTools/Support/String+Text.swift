extension String {
    /// The string without trailing line breaks.
    var trimmed: String {
        var text = self
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }

    /// Returns whether the string contains `word` with no letter, digit or underscore directly before or after it.
    func containsWord(_ word: String) -> Bool {
        ranges(of: word).contains { range in
            let before = self[..<range.lowerBound].last
            let after = self[range.upperBound...].first
            return before?.isPartOfWord != true && after?.isPartOfWord != true
        }
    }
}

/// The 64-bit FNV-1a hash, which, unlike `Hasher`, is the same in every run. Suitable for detecting changes, not
/// tampering.
enum StableHash {
    static func hex(_ text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}

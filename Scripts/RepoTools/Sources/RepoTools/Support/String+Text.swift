import SeekBasics

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

extension FNV1a {
    /// The hash of a text in 16 hexadecimal digits.
    static func hex(_ text: String) -> String {
        let digits = String(hash(text.utf8), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}

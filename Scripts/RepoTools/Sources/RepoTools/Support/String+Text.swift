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

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}

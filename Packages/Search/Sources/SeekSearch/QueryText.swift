/// Validation of the values of queries, shared by both APIs.
enum QueryText {
    /// Returns the text without surrounding whitespace.
    ///
    /// - Throws: ``SearchError/invalidQuery(_:)`` if the trimmed text is empty, has more than `limit` characters, or
    ///   contains a control character.
    static func checked(_ text: String, name: String = "search text", limit: Int) throws(SearchError) -> String {
        let text = trimmed(text)
        guard !text.isEmpty else { throw .invalidQuery("the \(name) is empty; enter one") }
        guard !hasControlCharacter(text) else {
            throw .invalidQuery("the \(name) contains a control character; remove it")
        }
        guard text.count <= limit else {
            throw .invalidQuery("the \(name) has \(text.count) characters; shorten it to \(limit)")
        }
        return text
    }

    /// Returns a page size as a parameter value; throws an error if it is not in the range 1...`limit`.
    static func checked(pageSize: Int, limit: Int) throws(SearchError) -> String {
        guard (1...limit).contains(pageSize) else {
            throw .invalidQuery("the page size \(pageSize) is out of range; use 1...\(limit)")
        }
        return String(pageSize)
    }

    /// Whether the text consists of two ASCII letters, as codes of countries and languages do.
    static func isTwoLetterCode(_ text: String) -> Bool {
        text.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// Returns what is wrong with a region code, and how to fix it; nil if the code is valid.
    static func problem(inRegionCode code: String) -> QueryProblem? {
        isTwoLetterCode(code)
            ? nil : "'\(code)' is not a region code; use two letters of ISO 3166-1, such as JP"
    }

    static func trimmed(_ text: String) -> String {
        // Fast path: printable ASCII at both ends.
        func isPlain(_ byte: UInt8?) -> Bool { byte.map { (0x21...0x7E).contains($0) } ?? false }
        if isPlain(text.utf8.first), isPlain(text.utf8.last) { return text }
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Whether the text contains a control character (Unicode category Cc).
    static func hasControlCharacter(_ text: String) -> Bool {
        var text = text
        // Fast path: printable ASCII only.
        if text.withUTF8({ $0.allSatisfy { (0x20..<0x7F).contains($0) } }) { return false }
        return text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}

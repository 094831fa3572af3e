/// The rules a search text keeps, whatever API it goes to.
enum QueryText {
    /// The text without white space around it.
    ///
    /// - Throws: ``SearchError/invalidQuery(_:)`` for one that is empty, too long or holds a control character.
    static func checked(_ text: String, name: String = "search text", limit: Int) throws(SearchError) -> String {
        let text = trimmed(text)
        guard !text.isEmpty else { throw .invalidQuery("the \(name) is empty; say what to look for") }
        guard !hasControlCharacter(text) else {
            throw .invalidQuery("the \(name) holds a control character; remove it")
        }
        guard text.count <= limit else {
            throw .invalidQuery("the \(name) has \(text.count) characters; at most \(limit) are allowed, shorten it")
        }
        return text
    }

    /// A page size within the API's range.
    ///
    /// - Throws: ``SearchError/invalidQuery(_:)``
    static func checked(pageSize: Int, limit: Int) throws(SearchError) -> String {
        guard (1...limit).contains(pageSize) else {
            throw .invalidQuery("a page of \(pageSize) results is not possible; ask for 1...\(limit)")
        }
        return String(pageSize)
    }

    /// The text without white space around it.
    static func trimmed(_ text: String) -> String {
        // Mostly there is none: printable ASCII at both ends tells without asking characters for their properties.
        func isPlain(_ byte: UInt8?) -> Bool { byte.map { (0x21...0x7E).contains($0) } ?? false }
        if isPlain(text.utf8.first), isPlain(text.utf8.last) { return text }
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Whether a control character (Unicode's category Cc, which is closed) is among the text's.
    static func hasControlCharacter(_ text: String) -> Bool {
        var text = text
        // Mostly the text is printable ASCII: then there is no character to take apart.
        if text.withUTF8({ $0.allSatisfy { (0x20..<0x7F).contains($0) } }) { return false }
        return text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}

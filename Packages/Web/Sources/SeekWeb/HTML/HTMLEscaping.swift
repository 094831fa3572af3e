/// Escapes text for elements and quoted attributes of HTML.
enum HTMLEscaping {
    /// The markup that precedes an address or its quotation mark.
    static let addressAttributes = [" href=", " src=", " action="].map { Array($0.utf8) }
    /// The length of the longest element of ``addressAttributes``, with a quotation mark.
    static let maximumAttributeLength = 9

    /// Appends text.
    ///
    /// Besides escaping markup, replaces what HTML does not allow (noncharacters, and control characters other than
    /// tabs and line ends) with U+FFFD, and removes the embeddings, overrides and isolates of the bidirectional
    /// algorithm, because their effect does not stop at the end of an attribute. Line ends become a line feed.
    static func append(_ text: some StringProtocol, to markup: inout String) {
        guard text.utf8.contains(where: isSpecial) else { return markup.append(contentsOf: text) }
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            case "\n" where previous == "\r": break
            case "\n", "\r": markup += "\n"
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": break
            case _ where !isAllowed(scalar): markup += "\u{FFFD}"
            default: markup.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
    }

    /// Returns whether a string is an absolute `http` or `https` URL, or a path, query or fragment of this server.
    /// A URL that begins with `//` belongs to another host. Browsers ignore some control characters and treat `\` as
    /// `/`, so neither is accepted after a `/` at the beginning.
    static func isAddress(_ text: some StringProtocol) -> Bool {
        let start = text.utf8.prefix(8).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        let isPath = start.first.map("/?#".utf8.contains) == true
        let isOtherHost =
            start.count > 1 && start[0] == UInt8(ascii: "/")
            && (start[1] <= 0x20 || "/\\".utf8.contains(start[1]))
        return isPath && !isOtherHost || start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8)
    }

    /// Returns whether a byte starts a Unicode scalar that may have to be escaped, replaced or removed.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        // 0xC2: control characters; 0xE2: bidirectional ones; 0xEF and from 0xF0: noncharacters.
        case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF, 0xF0...: true
        default: byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22 || byte == 0x27
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: true
        case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }
}

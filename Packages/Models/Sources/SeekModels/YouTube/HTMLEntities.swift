/// Decodes HTML character references (HTML Standard §13.5).
///
/// YouTube escapes titles, descriptions and channel titles of search results: `Tom &amp; Jerry`, `It&#39;s`. They must
/// be decoded exactly once: the title `&amp;` is sent as `&amp;amp;`.
enum HTMLEntities {
    /// Escapes each `&`, so that ``decode(_:)`` returns the original string.
    static func encode(_ text: String) -> String { text.replacing("&", with: "&amp;") }

    /// Returns a string with its character references replaced.
    ///
    /// Numeric references, and the names `amp`, `lt`, `gt`, `quot`, `apos` and `nbsp` are decoded. Other names, 0,
    /// numbers that are not Unicode scalars, and numbers with more than nine decimal or eight hexadecimal digits are
    /// not changed.
    static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        // Not a regular expression: Swift would compile it for each text, which takes a millisecond.
        var (decoded, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
        while let start = rest.firstIndex(of: "&") {
            decoded += rest[..<start]
            rest = rest[start...]
            let reference = rest.dropFirst().prefix(maximumLength).prefix { $0 != ";" }
            if reference.endIndex < rest.endIndex, rest[reference.endIndex] == ";", let scalar = scalar(of: reference) {
                decoded.append(scalar)
                rest = rest[reference.endIndex...].dropFirst()
            } else {
                decoded.append(rest.removeFirst())
            }
        }
        return String(decoded + rest)
    }

    /// The maximum length of a reference, without `&` and `;`: `#x0001F600`.
    private static let maximumLength = 10

    /// Returns the scalar of a reference without `&` and `;`: `amp`, `#39`, `#x27`; nil for any other text.
    private static func scalar(of reference: Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard reference.first == "#" else { return names[String(reference)] }
        let isHexadecimal = ["x", "X"].contains(reference.dropFirst().first)
        let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
        guard (1...(isHexadecimal ? 8 : 9)).contains(digits.count),
            digits.allSatisfy({ $0.isASCII && (isHexadecimal ? $0.properties.isHexDigit : "0"..."9" ~= $0) }),
            let value = UInt32(String(digits), radix: isHexadecimal ? 16 : 10), value != 0
        else { return nil }
        return Unicode.Scalar(value)
    }

    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    /// Returns a message without its HTML tags, and with its character references replaced. Text between `<` and `>`
    /// that is not a tag of HTML, such as a placeholder, is not changed.
    static func plainText(of html: String) -> String {
        guard html.contains(tag) else { return decode(html) }
        // A tag that begins a line separates words.
        let text = html.replacing(tag) { $0.output.block == nil ? "" : " " }
        return decode(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    private static var tag: Regex<(Substring, block: Substring?)> {
        /(?i)<\/?(?:(?<block>br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|td|th|tr|ul)|a|abbr|b|big|code|em|font|i|img|kbd|q|samp|small|span|strong|sub|sup|tt|u|var)(?:\s[^<>]*)?\/?>/
    }
}

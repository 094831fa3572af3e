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
        return text.replacing(reference.matchingSemantics(.unicodeScalar)) { match in
            let scalar =
                if let name = match.output.name {
                    names[String(name)]
                } else if let digits = match.output.decimal {
                    UInt32(digits).flatMap(Unicode.Scalar.init)
                } else {
                    match.output.hexadecimal.flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init)
                }
            return if let scalar, scalar.value != 0 { String(scalar) } else { String(match.output.0) }
        }
    }

    private static var reference: Regex<(Substring, decimal: Substring?, hexadecimal: Substring?, name: Substring?)> {
        /&(?:#(?<decimal>[0-9]{1,9})|#[xX](?<hexadecimal>[0-9A-Fa-f]{1,8})|(?<name>amp|lt|gt|quot|apos|nbsp));/
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

/// Decodes HTML character references (HTML Standard §13.5).
///
/// YouTube escapes titles, descriptions and channel titles of search results: `Tom &amp; Jerry`, `It&#39;s`. They must
/// be decoded exactly once: the title `&amp;` is sent as `&amp;amp;`.
public enum HTMLEntities {
    /// Escapes each `&`, so that ``decode(_:)`` returns the original string.
    static func encode(_ text: String) -> String { text.replacing("&", with: "&amp;") }

    /// Returns a string with its character references replaced.
    ///
    /// Numeric references, and the names `amp`, `lt`, `gt`, `quot`, `apos` and `nbsp` are decoded. Other names, 0,
    /// numbers that are not Unicode scalars, and references of more than 12 bytes are not changed.
    public static func decode(_ text: String) -> String {
        var text = text
        return text.withUTF8(decode) ?? text
    }

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

    /// Returns the string with its references replaced, or nil if it has none. Inspects bytes, which is faster than
    /// inspecting characters.
    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard var index = bytes.firstIndex(of: UInt8(ascii: "&")) else { return nil }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var copiedCount = 0
        while index < bytes.count {
            if let (scalar, length) = scalar(UnsafeBufferPointer(rebasing: bytes[index...])) {
                decoded.append(contentsOf: bytes[copiedCount..<index])
                decoded.append(contentsOf: String(scalar).utf8)
                index += length
                copiedCount = index
            } else {
                index += 1
            }
            while index < bytes.count, bytes[index] != UInt8(ascii: "&") { index += 1 }
        }
        guard copiedCount > 0 else { return nil }
        decoded.append(contentsOf: bytes[copiedCount...])
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns the scalar and the length of the reference at the start of the bytes, or nil if it is invalid.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        // The longest references have 10 bytes (&#x10FFFF; &#1114111;). The limit of 12 allows leading zeros.
        guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let reference = UnsafeBufferPointer(rebasing: bytes[1..<end])
        guard reference.first == UInt8(ascii: "#") else {
            return names.first { $0.name.utf8.elementsEqual(reference) }.map { ($0.scalar, end + 1) }
        }
        let isHexadecimal = reference.count > 1 && reference[1] | 0x20 == UInt8(ascii: "x")
        let digits = UnsafeBufferPointer(rebasing: reference[(isHexadecimal ? 2 : 1)...])
        guard let value = number(digits, radix: isHexadecimal ? 16 : 10), value != 0 else { return nil }
        return Unicode.Scalar(value).map { ($0, end + 1) }
    }

    private static let names: [(name: String, scalar: Unicode.Scalar)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", "\u{A0}"),
    ]

    /// Returns the value of up to nine decimal or eight hexadecimal digits, which cannot overflow; nil if there are
    /// none, or if a byte is not a digit.
    private static func number(_ digits: UnsafeBufferPointer<UInt8>, radix: UInt32) -> UInt32? {
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { return nil }
            value = value * radix + UInt32(digit)
        }
        return value
    }
}

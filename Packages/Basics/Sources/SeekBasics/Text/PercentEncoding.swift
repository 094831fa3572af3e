/// Percent-encoding of URL components ([RFC 3986, section 2](https://www.rfc-editor.org/rfc/rfc3986#section-2)).
public enum PercentEncoding {
    /// Returns a string in which the UTF-8 bytes of all characters except the unreserved ones are percent-encoded.
    ///
    /// Encodes more characters than a URL requires in some places, so that one rule applies to path segments, query
    /// names and query values.
    public static func encode(_ text: String) -> String { encode(text.utf8) }

    private static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        for byte in bytes {
            if isUnreserved(byte) { output.append(byte) } else { output += escape(byte) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
    }

    /// Returns the canonical form of a name or a value in a query, for comparison: two of them are equal if and only if
    /// the decoded bytes are. `+` and `%20` are a space.
    public static func normalizedQuery(_ text: some StringProtocol) -> String {
        encode(decodedBytes(text, plusIsSpace: true))
    }

    /// Returns the canonical form of a path or a segment of one, for comparison ([RFC 3986, section
    /// 6.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2)): only unreserved characters are decoded, and all
    /// characters that a path cannot contain are encoded. A reserved character differs from its escape sequence: a server
    /// can distinguish `videos:list` from `videos%3Alist`.
    public static func normalizedPath(_ path: some StringProtocol) -> String {
        let source = Array(path.utf8)
        var output: [UInt8] = []
        var index = 0
        while index < source.count {
            if let byte = escapedByte(source, at: index) {
                output += isUnreserved(byte) ? [byte] : escape(byte)
                index += 3
            } else {
                output +=
                    isUnreserved(source[index]) || "/!$&'()*+,;=:@".utf8.contains(source[index])
                    ? [source[index]] : escape(source[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns a string with each `%XX` replaced by its byte.
    ///
    /// A `%` that is not followed by two hexadecimal digits is unchanged; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameter plusIsSpace: Whether `+` means a space, as in a query.
    public static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        String(decoding: decodedBytes(text, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// Returns two different encoded strings for a message: decoded, or unchanged if the difference would not be visible.
    ///
    /// - Parameter arePaths: Whether a reserved character and its escape sequence are different.
    public static func readable(_ first: String, _ second: String, arePaths: Bool = false) -> (String, String) {
        let (firstText, secondText) = (decode(first), decode(second))
        let hidesEscape = arePaths && [first, second].contains { normalizedPath(decode($0)) != normalizedPath($0) }
        return firstText == secondText || hidesEscape ? (first, second) : (firstText, secondText)
    }

    private static func decodedBytes(_ text: some StringProtocol, plusIsSpace: Bool) -> [UInt8] {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        var index = 0
        while index < source.count {
            if let byte = escapedByte(source, at: index) {
                bytes.append(byte)
                index += 3
            } else {
                let isSpace = plusIsSpace && source[index] == UInt8(ascii: "+")
                bytes.append(isSpace ? UInt8(ascii: " ") : source[index])
                index += 1
            }
        }
        return bytes
    }

    /// Returns the byte of an escape sequence; nil if there is none at the index.
    private static func escapedByte(_ source: [UInt8], at index: Int) -> UInt8? {
        guard source[index] == UInt8(ascii: "%"), index + 2 < source.count,
            let high = value(ofDigit: source[index + 1]), let low = value(ofDigit: source[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

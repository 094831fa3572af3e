/// Percent-encoding of URL components ([RFC 3986, section 2](https://www.rfc-editor.org/rfc/rfc3986#section-2)).
public enum PercentEncoding {
    /// Returns a string in which the UTF-8 bytes of all characters except the unreserved ones are percent-encoded.
    ///
    /// Encodes more characters than a URL requires in some places, so that one rule applies to path segments, query
    /// names and query values.
    public static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a string with each `%XX` replaced by its byte.
    ///
    /// A `%` that is not followed by two hexadecimal digits is unchanged; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameter plusIsSpace: Whether `+` means a space, as in a query.
    public static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        var index = 0
        while index < source.count {
            let byte = source[index]
            if byte == UInt8(ascii: "%"), index + 2 < source.count,
                let high = value(ofDigit: source[index + 1]), let low = value(ofDigit: source[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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

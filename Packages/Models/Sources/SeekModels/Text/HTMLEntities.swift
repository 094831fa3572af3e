/// HTML character references (HTML Standard §13.5), decoded once.
///
/// YouTube escapes titles, descriptions and channel titles of search results: `Tom &amp; Jerry`, `It&#39;s`. They are
/// decoded once and only once: a video called `&amp;` arrives as `&amp;amp;` and is shown as `&amp;`.
public enum HTMLEntities {
    /// A text with its character references replaced by what they stand for.
    ///
    /// Numeric references, decimal and hexadecimal, and the names that search answers use are decoded. Others, and
    /// references to no Unicode scalar, stay as they are.
    public static func decode(_ text: String) -> String {
        var text = text
        return text.withUTF8(decode) ?? text
    }

    /// The text with its references replaced; nil where it has none. Looked at as bytes: every text of a page goes through here.
    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard var reference = bytes.firstIndex(of: UInt8(ascii: "&")) else { return nil }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var copied = 0
        while reference < bytes.count {
            if let (scalar, length) = scalar(UnsafeBufferPointer(rebasing: bytes[reference...])) {
                decoded.append(contentsOf: bytes[copied..<reference])
                decoded.append(contentsOf: String(scalar).utf8)
                reference += length
                copied = reference
            } else {
                reference += 1
            }
            while reference < bytes.count, bytes[reference] != UInt8(ascii: "&") { reference += 1 }
        }
        guard copied > 0 else { return nil }
        decoded.append(contentsOf: bytes[copied...])
        return String(decoding: decoded, as: UTF8.self)
    }

    /// What the reference at the beginning of the bytes stands for, and how long it is; nil where it is none.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>) -> (Unicode.Scalar, Int)? {
        // The longest name here has 4 letters, the longest number 7 digits (&#x10FFFF; &#1114111;).
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

    /// The number that digits write. Nine decimal or eight hexadecimal ones, which is all that fits, do not overflow.
    private static func number(_ digits: UnsafeBufferPointer<UInt8>, radix: UInt32) -> UInt32? {
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            guard digit < radix else { return nil }
            value = value * radix + UInt32(digit)
        }
        return value
    }
}

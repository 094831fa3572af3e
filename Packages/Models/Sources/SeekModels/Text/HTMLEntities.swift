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
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded = ""
        var rest = text[...]
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
            decoded += rest[..<start]
            rest = rest[start...]
            // The longest name here has 4 letters, the longest number 7 digits (&#x10FFFF; &#1114111;).
            let candidate = rest.utf8.prefix(maximumLength)
            if let end = candidate.firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(of: rest[rest.utf8.index(after: start)..<end])
            {
                decoded.unicodeScalars.append(scalar)
                rest = rest[rest.utf8.index(after: end)...]
            } else {
                decoded += "&"
                rest = rest[rest.utf8.index(after: start)...]
            }
        }
        return decoded + rest
    }

    private static let maximumLength = 12

    private static let names: [Substring: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    private static func scalar(of reference: Substring) -> Unicode.Scalar? {
        guard reference.utf8.first == UInt8(ascii: "#") else { return names[reference] }
        let digits = reference.dropFirst()
        let isHexadecimal = digits.utf8.first == UInt8(ascii: "x") || digits.utf8.first == UInt8(ascii: "X")
        let number = isHexadecimal ? digits.dropFirst() : digits
        // `UInt32(_:radix:)` also takes a sign, which a reference may not have.
        guard let first = number.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let value = UInt32(number, radix: isHexadecimal ? 16 : 10), value != 0
        else { return nil }
        return Unicode.Scalar(value)
    }
}

/// The escapes of JSON strings (RFC 8259 §7).
enum JSONEscapes {
    /// Returns the length in bytes of the escape at a backslash, or nil if the escape is invalid.
    static func length(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        guard index + 1 < bytes.count else { return nil }
        guard bytes[index + 1] == UInt8(ascii: "u") else { return unescaped(bytes[index + 1]) == nil ? nil : 2 }
        return codeUnit(bytes, at: index) == nil ? nil : 6
    }

    /// Returns the string with its escapes replaced, or nil if an escape is invalid or a surrogate is unpaired.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            if index + 1 < bytes.count, let byte = unescaped(bytes[index + 1]) {
                decoded.append(byte)
                index += 2
            } else {
                guard let (scalar, length) = scalar(bytes, at: index) else { return nil }
                decoded.append(contentsOf: String(scalar).utf8)
                index += length
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns the scalar of a `\u` escape, or of two that are a surrogate pair, and the number of bytes read; nil if
    /// there is none.
    private static func scalar(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at index: Int
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        guard let first = codeUnit(bytes, at: index) else { return nil }
        if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
        guard (0xD800..<0xDC00).contains(first), let second = codeUnit(bytes, at: index + 6),
            (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { return nil }
        return (scalar, 12)
    }

    /// Returns the byte that an escape of two characters represents, given the character after the backslash, or nil if
    /// there is no such escape.
    private static func unescaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "f"): 12
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "t"): 9
        default: nil
        }
    }

    /// Returns the UTF-16 code unit of the `\u` escape at an index, or nil if there is none.
    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt32 = 0
        for byte in bytes[(index + 2)..<(index + 6)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

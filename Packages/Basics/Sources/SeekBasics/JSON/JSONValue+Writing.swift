extension JSONValue {
    /// The maximum number of nested objects and arrays that are written, as in Foundation's encoder.
    private static let maximumDepth = 511

    /// The value as UTF-8 JSON with sorted keys, so that the output does not depend on the order of a dictionary.
    ///
    /// Numbers that JSON cannot represent are written as strings: `"inf"`, `"-inf"`, `"nan"`. Empty if the value has
    /// more than 511 levels of nesting.
    public var data: Data {
        var bytes: [UInt8] = []
        return write(to: &bytes, depth: 0) ? Data(bytes) : Data()
    }

    /// Returns false if the value is nested too deeply.
    private func write(to bytes: inout [UInt8], depth: Int) -> Bool {
        guard depth <= Self.maximumDepth else { return false }
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += "\(flag)".utf8
        case .number(let number): bytes += (number.isFinite ? "\(number)" : "\"\(number)\"").utf8
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                guard element.write(to: &bytes, depth: depth + 1) else { return false }
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
            for (index, (name, value)) in sorted.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                guard value.write(to: &bytes, depth: depth + 1) else { return false }
            }
            bytes.append(UInt8(ascii: "}"))
        }
        return true
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
            case 0x10..<0x20: bytes += "\\u00\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONValue {
    /// The maximum number of nested objects and arrays that are written, as in Foundation's encoder.
    private static let maximumDepth = 511

    /// How JSON is written.
    public struct WritingOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Members are in the order of their names, by Unicode scalars, instead of their order in the object.
        public static let sorted = WritingOptions(rawValue: 1)
        /// Each member and element is on its own line, indented by two spaces per level. There is no line end after the
        /// value.
        public static let indented = WritingOptions(rawValue: 2)
    }

    /// The value as UTF-8 JSON on one line; see ``data(_:)``.
    public var data: Data { data([]) }

    /// Returns the value as UTF-8 JSON.
    ///
    /// Numbers that JSON cannot represent are written as strings: `"inf"`, `"-inf"`, `"nan"`. Empty if the value has
    /// more than 511 levels of nesting.
    public func data(_ options: WritingOptions) -> Data {
        var bytes: [UInt8] = []
        return write(to: &bytes, options, depth: 0) ? Data(bytes) : Data()
    }

    /// Returns the value as JSON; see ``data(_:)``.
    public func text(_ options: WritingOptions = []) -> String { String(decoding: data(options), as: UTF8.self) }

    /// Returns false if the value is nested too deeply.
    private func write(to bytes: inout [UInt8], _ options: WritingOptions, depth: Int) -> Bool {
        guard depth <= Self.maximumDepth else { return false }
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += "\(flag)".utf8
        case .number(let number): bytes += (number.isFinite ? "\(number)" : "\"\(number)\"").utf8
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            return Self.write(elements.map { (nil, $0) }, between: ("[", "]"), to: &bytes, options, depth)
        case .object(let object):
            let members = options.contains(.sorted) ? object.sorted : object
            return Self.write(members.map { ($0, $1) }, between: ("{", "}"), to: &bytes, options, depth)
        }
        return true
    }

    /// Writes the elements of an array, which have no names, or the members of an object.
    private static func write(
        _ values: [(name: String?, value: JSONValue)],
        between brackets: (Character, Character),
        to bytes: inout [UInt8],
        _ options: WritingOptions,
        _ depth: Int
    ) -> Bool {
        func startLine(_ depth: Int) {
            guard options.contains(.indented) else { return }
            bytes.append(UInt8(ascii: "\n"))
            bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
        }
        bytes += "\(brackets.0)".utf8
        for (index, (name, value)) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            startLine(depth + 1)
            if let name {
                write(name, to: &bytes)
                bytes += (options.contains(.indented) ? ": " : ":").utf8
            }
            guard value.write(to: &bytes, options, depth: depth + 1) else { return false }
        }
        if !values.isEmpty { startLine(depth) }
        bytes += "\(brackets.1)".utf8
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

extension JSONValue: Codable {
    private struct MemberName: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes any JSON. Members are in the order of their names, and numbers have the precision of the decoder's
    /// `Decimal`, which is 38 digits in Foundation; ``init(json:isLenient:)`` retains the order and all digits.
    public init(from decoder: any Decoder) throws {
        // The most frequent types are tried first, because each mismatch throws an error.
        let scalar = try decoder.singleValueContainer()
        if scalar.decodeNil() {
            self = .null
        } else if let text = try? scalar.decode(String.self) {
            self = .string(text)
        } else if let container = try? decoder.container(keyedBy: MemberName.self) {
            var members: [String: JSONValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(JSONObject(members))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else if let flag = try? scalar.decode(Bool.self) {
            self = .bool(flag)
        } else if let integer = try? scalar.decode(Int.self) {
            self = .number(JSONNumber(integer))
        } else if let decimal = try? scalar.decode(Decimal.self) {
            self = .number(JSONNumber(parsed: decimal.description))
        } else {
            self = .number(try scalar.decode(Double.self))
        }
    }

    /// Encodes the value. Foundation's encoder does not retain the order of members; ``data`` does.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null: try Bool?.none.encode(to: encoder)
        case .bool(let flag): try flag.encode(to: encoder)
        case .number(let number):
            if let integer = number.integer {
                try integer.encode(to: encoder)
            } else {
                try number.double.encode(to: encoder)
            }
        case .string(let text): try text.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: MemberName.self)
            for (name, value) in members { try container.encode(value, forKey: MemberName(stringValue: name)) }
        }
    }
}

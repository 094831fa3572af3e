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

import SeekBasics

/// A model whose members are listed once, for decoding and encoding.
protocol FieldCodable: Codable {
    /// Decodes or encodes each member. When decoding, the properties have initial values, which remain if an optional
    /// member is missing or invalid.
    mutating func code(_ fields: ModelFields) throws
}

extension FieldCodable {
    /// Returns this value, which has the initial values of the properties, with the decoded members.
    func decoded(from decoder: any Decoder) throws -> Self {
        var copy = self
        try copy.code(ModelFields(reading: decoder))
        return copy
    }

    /// Encodes the members in the form of the API.
    func encodeFields(to encoder: any Encoder) throws {
        var copy = self
        try copy.code(ModelFields(writing: encoder))
    }
}

/// The members of a JSON object that is decoded into the properties of a model, or encoded from them.
///
/// A member without the word “required” may be missing or invalid, because the APIs may remove it or change its type.
struct ModelFields {
    struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringLiteral value: String) { stringValue = value }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private typealias Reader = KeyedDecodingContainer<Key>
    private typealias Writer = KeyedEncodingContainer<Key>

    private enum Direction {
        case reading(Reader)
        case writing(Writer)
    }

    private let direction: Direction
    /// The mode of decoding.
    let mode: ModelDecoder.Mode

    var isStrict: Bool { mode != .lenient }

    init(reading decoder: any Decoder) throws {
        direction = .reading(try decoder.container(keyedBy: Key.self))
        mode = decoder.mode
    }

    init(writing encoder: any Encoder) {
        direction = .writing(encoder.container(keyedBy: Key.self))
        mode = .lenient
    }

    private init(_ direction: Direction, _ mode: ModelDecoder.Mode) {
        self.direction = direction
        self.mode = mode
    }

    /// Reads a value, unless the result is nil, or writes it.
    private func field<Value>(
        _ value: inout Value,
        read: (Reader) throws -> Value?,
        write: (inout Writer, Value) throws -> Void
    ) throws {
        switch direction {
        case .reading(let reader): if let read = try read(reader) { value = read }
        case .writing(var writer): try write(&writer, value)
        }
    }

    /// Reads a value that is not optional, unless the result is nil, or writes it as it is.
    private func field<Value: Encodable>(
        _ key: Key,
        _ value: inout Value,
        read: (Reader) throws -> Value?
    ) throws {
        try field(&value, read: read) { try $0.encode($1, forKey: key) }
    }
}

extension ModelFields {
    /// An integer, which may be in a string.
    ///
    /// - Parameter substitute: The value if the member is missing or invalid; nil throws an error.
    func required(_ key: Key, _ value: inout Int64, orElse substitute: Int64? = nil) throws {
        try field(key, &value) { reader in
            try reader.integerIfValid(forKey: key) ?? substitute ?? reader.integer(forKey: key)
        }
    }

    func required(_ key: Key, _ value: inout String, allowsEmpty: Bool = false) throws {
        try field(key, &value) { reader in
            try allowsEmpty ? reader.decode(String.self, forKey: key) : reader.nonEmptyString(forKey: key)
        }
    }

    func required(_ key: Key, _ value: inout URL) throws {
        try field(&value) {
            try $0.webURL(forKey: key)
        } write: {
            try $0.encode($1.absoluteString, forKey: key)
        }
    }

    func value<Value: Codable>(_ key: Key, _ value: inout Value) throws {
        try field(key, &value) {
            $0.decodeIfValid(Value.self, forKey: key)
        }
    }

    func value<Value: Codable>(_ key: Key, _ value: inout Value?) throws {
        try converted(key, &value, from: { $0 }, to: { $0 })
    }

    /// A value that the API sends in another form. Nil is omitted.
    func converted<Value, Form: Codable>(
        _ key: Key,
        _ value: inout Value?,
        from decode: (Form) -> Value?,
        to encode: (Value) -> Form
    ) throws {
        try field(&value) { reader in
            reader.decodeIfValid(Form.self, forKey: key).flatMap(decode)
        } write: {
            try $0.encodeIfPresent($1.map(encode), forKey: key)
        }
    }

    /// A string that is not empty.
    func text(_ key: Key, _ value: inout String) throws {
        try field(key, &value) {
            $0.nonEmptyStringIfValid(forKey: key)
        }
    }

    /// A string that is not empty.
    func text(_ key: Key, _ value: inout String?) throws {
        try converted(key, &value, from: { $0.isEmpty ? nil : $0 }, to: { $0 })
    }

    /// A string that is not empty, in an object that is omitted without it.
    func text(_ key: Key, of object: Key, _ value: inout String?) throws {
        try field(&value) { reader in
            reader.nestedContainerIfValid(keyedBy: Key.self, forKey: object)?.nonEmptyStringIfValid(forKey: key)
        } write: { writer, value in
            guard let value else { return }
            var container = writer.nestedContainer(keyedBy: Key.self, forKey: object)
            try container.encode(value, forKey: key)
        }
    }

    /// A string, which strict decoding can require.
    func string(_ key: Key, _ value: inout String, isRequired: Bool) throws {
        try field(key, &value) { reader in
            try reader.string(forKey: key, isRequired: isRequired)
        }
    }

    /// A string with HTML entities, which strict decoding can require.
    func html(_ key: Key, _ value: inout String, isRequired: Bool) throws {
        try field(&value) { reader in
            HTMLEntities.decode(try reader.string(forKey: key, isRequired: isRequired))
        } write: {
            try $0.encode(HTMLEntities.encode($1), forKey: key)
        }
    }

    /// A number that is not negative, and may be in a string. YouTube sends most counts as strings.
    func count(_ key: Key, _ value: inout Int64?, asString: Bool = false) throws {
        try field(&value) {
            $0.count(forKey: key)
        } write: { writer, value in
            guard asString else { return try writer.encodeIfPresent(value, forKey: key) }
            try writer.encodeIfPresent(value.map(String.init), forKey: key)
        }
    }

    /// A number that is not negative, and may be in a string.
    func count(_ key: Key, _ value: inout Int64) throws {
        try field(key, &value) {
            $0.count(forKey: key)
        }
    }

    /// An integer, which may be in a string.
    func integer(_ key: Key, _ value: inout Int64?) throws {
        try field(&value) {
            $0.integerIfValid(forKey: key)
        } write: {
            try $0.encodeIfPresent($1, forKey: key)
        }
    }

    /// A date (RFC 3339), encoded with its fraction.
    ///
    /// - Parameter otherKey: The key that some responses have instead.
    func date(_ key: Key, _ value: inout Date?, orAt otherKey: Key? = nil) throws {
        try field(&value) { reader in
            reader.date(forKey: key) ?? otherKey.flatMap { reader.date(forKey: $0) }
        } write: {
            try $0.encodeIfPresent($1.map(RFC3339.fractionalString), forKey: key)
        }
    }

    func url(_ key: Key, _ value: inout URL?) throws {
        try field(&value) {
            try? $0.webURL(forKey: key)
        } write: {
            try $0.encodeIfPresent($1?.absoluteString, forKey: key)
        }
    }

    /// An array, without its invalid elements.
    func elements<Element: Codable>(_ key: Key, _ value: inout [Element]) throws {
        try field(key, &value) {
            $0.validElements(of: Element.self, forKey: key)
        }
    }

    /// Thumbnails by name. Strict decoding can require that there are any, and that all are valid.
    func thumbnails(_ key: Key, _ value: inout [String: YouTubeThumbnail], areRequired: Bool = false) throws {
        try field(key, &value) { reader in
            try reader.thumbnails(forKey: key, areRequired: areRequired)
        }
    }

    /// The members of a nested object. They are skipped if it is missing, unless it is required.
    func object(_ key: Key, isRequired: Bool = false, _ code: (ModelFields) throws -> Void) throws {
        var isPresent = true
        try object(key, isRequired: isRequired, isPresent: &isPresent, code)
    }

    /// The members of a nested object.
    ///
    /// - Parameter isPresent: When decoding, receives whether the object is present; when encoding, whether to write it.
    func object(
        _ key: Key,
        isRequired: Bool = false,
        isPresent: inout Bool,
        _ code: (ModelFields) throws -> Void
    ) throws {
        switch direction {
        case .reading(let reader):
            let nested =
                isRequired
                ? try reader.nestedContainer(keyedBy: Key.self, forKey: key)
                : reader.nestedContainerIfValid(keyedBy: Key.self, forKey: key)
            isPresent = nested != nil
            if let nested { try code(ModelFields(.reading(nested), mode)) }
        case .writing(var writer):
            guard isPresent else { return }
            try code(ModelFields(.writing(writer.nestedContainer(keyedBy: Key.self, forKey: key)), mode))
        }
    }

    /// Returns whether the object to decode has a string for a key that is not empty. False when encoding.
    func hasText(_ key: Key) -> Bool {
        if case .reading(let reader) = direction { reader.nonEmptyStringIfValid(forKey: key) != nil } else { false }
    }
}

extension URL {
    /// The value of a required URL before it is decoded.
    static let unset = URL(filePath: "/")
}

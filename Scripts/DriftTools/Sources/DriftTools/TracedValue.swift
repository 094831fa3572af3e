import SeekBasics

/// A JSON value from which a model is decoded, with a record of what the model requested.
final class TracedValue {
    /// The next part of the path of a value: the name of a member, or the index of an element.
    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int?

        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    }

    let value: JSONValue
    let path: [any CodingKey]
    /// The members of an object.
    let members: [(name: String, value: TracedValue)]
    /// The elements of an array.
    let elements: [TracedValue]
    /// Whether the model read the value.
    private(set) var isRead = false
    /// Whether the model requested a value of another type.
    private(set) var hasOtherType = false
    /// The names of the missing members that the model requested.
    private(set) var missingNames: Set<String> = []

    init(_ value: JSONValue, path: [any CodingKey] = []) {
        self.value = value
        self.path = path
        members = (value.object ?? [:]).map { ($0, TracedValue($1, path: path + [Key(stringValue: $0)])) }
        elements = (value.array ?? []).enumerated()
            .map { TracedValue($1, path: path + [Key(intValue: $0)]) }
    }

    /// Returns a member, and records its absence if there is none.
    fileprivate func member(_ name: String) -> TracedValue? {
        let member = members.first { $0.name == name }?.value
        if member == nil { missingNames.insert(name) }
        return member
    }

    /// Records that the model requested a value of a type, and returns the value.
    ///
    /// - Parameter value: The value, or nil if it does not have the type.
    fileprivate func read<Value>(_ value: Value?, as type: Any.Type = Value.self) throws -> Value {
        guard let value else {
            hasOtherType = true
            let context = DecodingError.Context(codingPath: path, debugDescription: "")
            throw self.value.isNull
                ? DecodingError.valueNotFound(type, context) : DecodingError.typeMismatch(type, context)
        }
        isRead = true
        return value
    }
}

/// Decodes a model from a ``TracedValue``.
struct TracingDecoder: Decoder, SingleValueDecodingContainer {
    let source: TracedValue

    var codingPath: [any CodingKey] { source.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ source: TracedValue) { self.source = source }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        _ = try source.read(source.value.object, as: [String: Any].self)
        return KeyedDecodingContainer(TracedObject(source: source))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        _ = try source.read(source.value.array, as: [Any].self)
        return TracedArray(source: source)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { source.value.isNull && (try? source.read(true)) == true }
    func decode(_ type: Bool.Type) throws -> Bool { try source.read(source.value.bool) }
    func decode(_ type: String.Type) throws -> String { try source.read(source.value.string) }
    func decode(_ type: Double.Type) throws -> Double { try source.read(source.value.number) }

    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try source.read(source.value.integer.flatMap(Number.init(exactly:)))
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

private struct TracedObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: TracedValue

    var codingPath: [any CodingKey] { source.path }
    var allKeys: [Key] { source.members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { source.member(key.stringValue) != nil }

    private func decoder(_ key: Key) throws -> TracingDecoder {
        guard let member = source.member(key.stringValue) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
        }
        return TracingDecoder(member)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: decoder(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { TracingDecoder(source) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct TracedArray: UnkeyedDecodingContainer {
    let source: TracedValue
    private(set) var currentIndex = 0

    init(source: TracedValue) { self.source = source }

    var codingPath: [any CodingKey] { source.path }
    var count: Int? { source.elements.count }
    var isAtEnd: Bool { currentIndex >= source.elements.count }

    /// Returns a decoder of the next element, and advances. Throws at the end of the array.
    private mutating func next<Value>(_ type: Value.Type) throws -> TracingDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(type, .init(codingPath: codingPath, debugDescription: ""))
        }
        currentIndex += 1
        return TracingDecoder(source.elements[currentIndex - 1])
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, TracingDecoder(source.elements[currentIndex]).decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next(type)) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next(type).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([Any].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) }
}

/// The members of an object on a ``JSONTape``. If a name is repeated, ``allKeys`` contains it once.
struct TapeObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: TapeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        let tape = decoder.context.tape
        var (keys, seenNames, keyIndex) = ([Key](), Set<String>(), decoder.index + 1)
        for _ in 0..<tape[decoder.index].count {
            if let name = tape.string(at: keyIndex), seenNames.insert(name).inserted, let key = Key(stringValue: name) {
                keys.append(key)
            }
            keyIndex = Int(tape[keyIndex + 1].next)
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { valueIndex(key) != nil }

    /// Returns the index of a member's value, or nil if there is no such member.
    private func valueIndex(_ key: Key) -> Int? {
        let index = decoder.context.tape.member(key.stringValue, ofObjectAt: decoder.index)
        if index == nil { decoder.context.trace?.recordMissing(key.stringValue, inObjectAt: decoder.index) }
        return index
    }

    /// Returns a decoder of a member's value. Throws if there is no such member.
    private func valueDecoder(_ key: Key) throws -> TapeDecoder {
        guard let index = valueIndex(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
        }
        return TapeDecoder(decoder.context, at: index, path: .init(decoder.path, key))
    }

    /// Returns a decoder of a member's value, or nil if the value is missing or null.
    private func nonNullValueDecoder(_ key: Key) -> TapeDecoder? {
        guard let index = valueIndex(key) else { return nil }
        guard decoder.context.tape[index].kind != .null else {
            decoder.context.trace?.recordRead(index)
            return nil
        }
        return TapeDecoder(decoder.context, at: index, path: .init(decoder.path, key))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try valueDecoder(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: valueDecoder(key))
    }

    // Most values of a page are strings and integers. Their path is created only if decoding fails.
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        if let index = valueIndex(key), let string = decoder.string(at: index) { return string }
        return try valueDecoder(key).decode(type)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let index = valueIndex(key) else { return nil }
        return try decoder.string(at: index) ?? nonNullValueDecoder(key)?.decode(type)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        guard let index = valueIndex(key) else { return nil }
        return try decoder.integer(at: index) ?? nonNullValueDecoder(key)?.decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try nonNullValueDecoder(key).map { try Value(from: $0) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try valueDecoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try valueDecoder(key).unkeyedContainer()
    }

    /// Returns the decoder of the object itself, not that of a member `super`.
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try valueDecoder(key) }
}

/// The elements of an array on a ``JSONTape``.
struct TapeArray: UnkeyedDecodingContainer {
    let decoder: TapeDecoder
    private(set) var currentIndex = 0
    /// The index of the next element's entry on the tape.
    private var position: Int

    init(decoder: TapeDecoder) {
        self.decoder = decoder
        position = decoder.index + 1
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { Int(decoder.context.tape[decoder.index].count) }
    var isAtEnd: Bool { currentIndex >= Int(decoder.context.tape[decoder.index].count) }

    /// Returns a decoder of the next element. Throws at the end of the array.
    private func element<Value>(_ type: Value.Type) throws -> TapeDecoder {
        let key = TapeDecoder.ElementKey(intValue: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(type, .init(codingPath: codingPath + [key], debugDescription: ""))
        }
        return TapeDecoder(decoder.context, at: position, path: .init(decoder.path, key))
    }

    private mutating func advance() {
        position = Int(decoder.context.tape[position].next)
        currentIndex += 1
    }

    mutating func decodeNil() throws -> Bool {
        guard try element(Any?.self).decodeNil() else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try Value(from: element(type))
        advance()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try element(type).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element([Any].self).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let element = try element((any Decoder).self)
        advance()
        return element
    }
}

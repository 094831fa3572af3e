/// Decodes models from a ``JSONTape``. A value is copied only when a model decodes it.
struct TapeDecoder: Decoder {
    /// The state that all decoders of a document share.
    final class Context {
        let tape: JSONTape
        let userInfo: [CodingUserInfoKey: Any]
        let trace: DecodingTrace?

        init(_ tape: JSONTape, userInfo: [CodingUserInfoKey: Any], trace: DecodingTrace?) {
            self.tape = tape
            self.userInfo = userInfo
            self.trace = trace
        }
    }

    /// The path of a value. It is a linked list, which is cheap to extend, because it is needed for errors only.
    final class Path {
        let parent: Path?
        let key: any CodingKey

        init(_ parent: Path?, _ key: any CodingKey) {
            self.parent = parent
            self.key = key
        }

        var keys: [any CodingKey] { (parent?.keys ?? []) + [key] }
    }

    /// The index of an element.
    struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    let context: Context
    let index: Int
    let path: Path?

    var codingPath: [any CodingKey] { path?.keys ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }
    private var entry: JSONTape.Entry { context.tape[index] }

    init(_ context: Context, at index: Int, path: Path?) {
        self.context = context
        self.index = index
        self.path = path
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard entry.kind == .object else { throw mismatch([String: Any].self) }
        context.trace?.read(index)
        return KeyedDecodingContainer(TapeObject(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard entry.kind == .array else { throw mismatch([Any].self) }
        context.trace?.read(index)
        return TapeArray(decoder: self)
    }

    /// Returns the string at an index, or nil if the entry is not a valid string.
    @inline(__always)
    func text(at index: Int) -> String? {
        guard context.tape[index].kind == .string, let text = context.tape.text(at: index) else { return nil }
        context.trace?.read(index)
        return text
    }

    /// Returns the integer at an index, or nil if the entry is not a 64-bit integer.
    @inline(__always)
    func number(at index: Int) -> Int64? {
        guard let number = context.tape.integer(at: index) else { return nil }
        context.trace?.read(index)
        return number
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func string() throws -> String {
        guard entry.kind == .string else { throw mismatch(String.self) }
        context.trace?.read(index)
        guard let text = context.tape.text(at: index) else { throw corrupted("holds half of a surrogate pair") }
        return text
    }

    func bool() throws -> Bool {
        guard entry.kind == .yes || entry.kind == .no else { throw mismatch(Bool.self) }
        context.trace?.read(index)
        return entry.kind == .yes
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        guard entry.kind == .number else { throw mismatch(type) }
        context.trace?.read(index)
        guard let number = context.tape.integer(at: index).flatMap(Number.init(exactly:)) else {
            throw corrupted("is too large")
        }
        return number
    }

    func double() throws -> Double {
        guard entry.kind == .number else { throw mismatch(Double.self) }
        context.trace?.read(index)
        guard let number = context.tape.double(at: index) else { throw corrupted("is too large") }
        return number
    }

    private func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        context.trace?.mismatched(index)
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
        return entry.kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension TapeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        guard entry.kind == .null else { return false }
        context.trace?.read(index)
        return true
    }

    func decode(_ type: Bool.Type) throws -> Bool { try bool() }
    func decode(_ type: String.Type) throws -> String { try string() }
    func decode(_ type: Double.Type) throws -> Double { try double() }
    func decode(_ type: Float.Type) throws -> Float { Float(try double()) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

/// Decodes models from a ``JSONTape``. A value is copied only when a model decodes it.
struct TapeDecoder: Decoder {
    /// The state that all decoders of a document share.
    final class Context {
        let tape: JSONTape
        let userInfo: [CodingUserInfoKey: Any]
        let trace: DecodingTrace?

        init(_ tape: JSONTape, userInfo: [CodingUserInfoKey: Any], trace: DecodingTrace? = nil) {
            self.tape = tape
            self.userInfo = userInfo
            self.trace = trace
        }
    }

    /// The path of a value: a linked list, because it is extended for each value and read only for errors.
    final class Path {
        let parent: Path?
        let key: any CodingKey

        init(_ parent: Path?, _ key: any CodingKey) {
            self.parent = parent
            self.key = key
        }

        var keys: [any CodingKey] { (parent?.keys ?? []) + [key] }
    }

    struct ElementKey: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    let context: Context
    /// The index of the value's entry on the tape.
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
        context.trace?.recordRead(index)
        return KeyedDecodingContainer(TapeObject(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard entry.kind == .array else { throw mismatch([Any].self) }
        context.trace?.recordRead(index)
        return TapeArray(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// Returns the string at an index, or nil if the entry is not a valid string.
    @inline(__always)
    func string(at index: Int) -> String? {
        guard context.tape[index].kind == .string, let string = context.tape.string(at: index) else { return nil }
        context.trace?.recordRead(index)
        return string
    }

    /// Returns the integer at an index, or nil if the entry is not a 64-bit integer.
    @inline(__always)
    func integer(at index: Int) -> Int64? {
        guard let number = context.tape.integer(at: index) else { return nil }
        context.trace?.recordRead(index)
        return number
    }

    private func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        context.trace?.recordMismatch(index)
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
        return entry.kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension TapeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        guard entry.kind == .null else { return false }
        context.trace?.recordRead(index)
        return true
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard entry.kind == .true || entry.kind == .false else { throw mismatch(type) }
        context.trace?.recordRead(index)
        return entry.kind == .true
    }

    func decode(_ type: String.Type) throws -> String {
        guard entry.kind == .string else { throw mismatch(type) }
        context.trace?.recordRead(index)
        guard let string = context.tape.string(at: index) else { throw corrupted("has an unpaired surrogate") }
        return string
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard entry.kind == .number else { throw mismatch(type) }
        context.trace?.recordRead(index)
        guard let number = context.tape.double(at: index) else { throw corrupted("is too large") }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        guard entry.kind == .number else { throw mismatch(type) }
        context.trace?.recordRead(index)
        guard let number = context.tape.integer(at: index).flatMap(Number.init(exactly:)) else {
            throw corrupted("is not an integer in the expected range")
        }
        return number
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

/// Records which values of a document the models requested. Used by `Scripts/DriftTools`.
final class DecodingTrace {
    /// The indices of the entries that a model read.
    private(set) var readEntries: Set<Int> = []
    /// The indices of the entries that a model requested as another type.
    private(set) var mismatchedEntries: Set<Int> = []
    /// The names of the missing members that a model requested, by the index of the object's entry.
    private(set) var missingMembers: [Int: Set<String>] = [:]

    func recordRead(_ entry: Int) { readEntries.insert(entry) }
    func recordMismatch(_ entry: Int) { mismatchedEntries.insert(entry) }
    func recordMissing(_ name: String, inObjectAt entry: Int) { missingMembers[entry, default: []].insert(name) }
}

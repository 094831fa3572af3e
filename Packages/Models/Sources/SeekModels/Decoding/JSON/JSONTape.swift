/// A parsed JSON document: the positions of all values in its bytes, in order.
///
/// The entry of an object is followed by those of its keys and values, the entry of an array by those of its elements.
struct JSONTape: Sendable {
    enum Kind: UInt8, Sendable {
        case object, array, string, number, `true`, `false`, null
    }

    /// A value, or the key of a member.
    struct Entry: Sendable {
        var kind: Kind
        /// Whether a string contains escape sequences.
        var isEscaped = false
        /// The offset of the value in the bytes; for a string, of its contents without quotation marks.
        var start: Int32
        /// The offset after the value; for a string, after its contents.
        var end: Int32
        /// The index of the entry after this value and its contents.
        var next: Int32
        /// The number of members of an object or elements of an array.
        var count: Int32 = 0
    }

    let bytes: [UInt8]
    let entries: [Entry]

    /// Parses JSON (RFC 8259) in UTF-8 with at most 512 levels of nesting.
    ///
    /// - Throws: ``ModelError`` with an empty path.
    init(_ bytes: [UInt8]) throws(ModelError) {
        let entries = bytes.withUnsafeBufferPointer { buffer -> [Entry]? in
            var reader = JSONReader(buffer)
            guard reader.readDocument() else { return nil }
            if reader.hasNonASCIIBytes, String(validating: buffer, as: UTF8.self) == nil { return nil }
            return reader.entries
        }
        guard let entries else { throw ModelError(path: "", reason: "is not valid JSON") }
        self.bytes = bytes
        self.entries = entries
    }

    subscript(index: Int) -> Entry { entries[index] }

    /// Returns the string or key of an entry, or nil if a surrogate is unpaired.
    func string(at index: Int) -> String? {
        let entry = entries[index]
        let range = Int(entry.start)..<Int(entry.end)
        return bytes.withUnsafeBufferPointer { buffer in
            let slice = UnsafeBufferPointer(rebasing: buffer[range])
            return entry.isEscaped ? JSONEscapes.decode(slice) : String(decoding: slice, as: UTF8.self)
        }
    }

    /// Returns the index of a member's value, or nil if there is no such member. If a key is repeated, its first value
    /// is used.
    func member(_ name: String, ofObjectAt index: Int) -> Int? {
        var name = name
        return name.withUTF8 { name in
            bytes.withUnsafeBufferPointer { buffer in
                entries.withUnsafeBufferPointer { entries in
                    var key = index + 1
                    for _ in 0..<entries[index].count {
                        if Self.isString(entries[key], in: buffer, equalTo: name) { return key + 1 }
                        key = Int(entries[key + 1].next)
                    }
                    return nil
                }
            }
        }
    }

    @inline(__always)
    private static func isString(
        _ entry: Entry,
        in buffer: UnsafeBufferPointer<UInt8>,
        equalTo name: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let (start, end) = (Int(entry.start), Int(entry.end))
        guard !entry.isEscaped else {
            let string = JSONEscapes.decode(UnsafeBufferPointer(rebasing: buffer[start..<end]))
            return string?.utf8.elementsEqual(name) == true
        }
        guard end - start == name.count else { return false }
        for offset in 0..<name.count where buffer[start + offset] != name[offset] { return false }
        return true
    }

    /// Returns an integer, or nil if the entry is not an integer or exceeds 64 bits. `1.0` and `1e3` are integers.
    func integer(at index: Int) -> Int64? {
        numberText(at: index).flatMap { Int64($0) ?? Self.integerWithFractionOrExponent($0) }
    }

    private func numberText(at index: Int) -> String? {
        let entry = entries[index]
        guard entry.kind == .number else { return nil }
        return String(decoding: bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
    }

    private static func integerWithFractionOrExponent(_ text: String) -> Int64? {
        let parts = text.split { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".")
        var digits = mantissa.joined()
        guard digits.contains(where: { $0 != "0" && $0 != "-" }) else { return 0 }
        guard let exponent = parts.count > 1 ? Int32(parts[1]) : 0 else { return nil }
        var zeroCount = Int64(exponent) - Int64(mantissa.count > 1 ? mantissa[1].utf8.count : 0)
        while zeroCount < 0, digits.last == "0" {
            digits.removeLast()
            zeroCount += 1
        }
        guard 0..<19 ~= zeroCount else { return nil }
        return Int64(digits + String(repeating: "0", count: Int(zeroCount)))
    }

    /// Returns a number, or nil if the entry is not a number or is out of the range of `Double`.
    func double(at index: Int) -> Double? {
        numberText(at: index).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

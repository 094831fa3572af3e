/// JSON as it stands in its bytes: a list of its values in order, none of them copied out.
///
/// An object is followed by its members, each a key and a value, an array by its elements; `next` leads past them.
struct JSONTape: Sendable {
    enum Kind: UInt8, Sendable {
        case object, array, string, number, yes, no, null
    }

    struct Entry: Sendable {
        var kind: Kind
        /// Whether a string has escapes.
        var isEscaped = false
        /// Where a string's contents, or a number, stand in the bytes.
        var start: Int32
        var end: Int32
        /// The entry behind this value and all it holds.
        var next: Int32
        /// How many members or elements it has.
        var count: Int32 = 0
    }

    let bytes: [UInt8]
    let entries: [Entry]

    /// Reads JSON (RFC 8259), UTF-8, at most 512 values deep.
    ///
    /// - Throws: ``ModelError`` for the document as a whole.
    init(_ bytes: [UInt8]) throws(ModelError) {
        let entries = bytes.withUnsafeBufferPointer { buffer -> [Entry]? in
            var reader = JSONReader(buffer)
            guard reader.readDocument() else { return nil }
            if reader.hasHighBytes, String(validating: buffer, as: UTF8.self) == nil { return nil }
            return reader.entries
        }
        guard let entries else { throw ModelError(path: "", reason: "is not valid JSON") }
        self.bytes = bytes
        self.entries = entries
    }

    subscript(index: Int) -> Entry { entries[index] }

    /// The text of a string, or nil where an escape stands for no character: a lone surrogate.
    func text(at index: Int) -> String? {
        let entry = entries[index]
        let range = Int(entry.start)..<Int(entry.end)
        return bytes.withUnsafeBufferPointer { buffer in
            let slice = UnsafeBufferPointer(rebasing: buffer[range])
            return entry.isEscaped ? JSONEscapes.decode(slice) : String(decoding: slice, as: UTF8.self)
        }
    }

    /// Where the value of a member is; of equal keys the first counts.
    func member(_ name: String, ofObjectAt index: Int) -> Int? {
        var name = name
        return name.withUTF8 { wanted in
            bytes.withUnsafeBufferPointer { buffer in
                entries.withUnsafeBufferPointer { entries in
                    var key = index + 1
                    for _ in 0..<entries[index].count {
                        let entry = entries[key]
                        let (start, end) = (Int(entry.start), Int(entry.end))
                        if entry.isEscaped {
                            if JSONEscapes.decode(UnsafeBufferPointer(rebasing: buffer[start..<end]))?.utf8
                                .elementsEqual(wanted)
                                == true
                            {
                                return key + 1
                            }
                        } else if end - start == wanted.count, Self.areEqual(buffer, start, wanted) {
                            return key + 1
                        }
                        key = Int(entries[key + 1].next)
                    }
                    return nil
                }
            }
        }
    }

    @inline(__always)
    private static func areEqual(
        _ buffer: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ wanted: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        for offset in 0..<wanted.count where buffer[start + offset] != wanted[offset] { return false }
        return true
    }

    /// A whole number, or nil where it is none or too large. `1.0` and `1e3` are whole.
    func integer(at index: Int) -> Int64? {
        let entry = entries[index]
        guard entry.kind == .number else { return nil }
        var (value, isNegative, position) = (Int64(0), false, Int(entry.start))
        if bytes[position] == UInt8(ascii: "-") {
            isNegative = true
            position += 1
        }
        while position < Int(entry.end) {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return double(at: index).flatMap(Int64.init(exactly:)) }
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooMuch) =
                isNegative
                ? product.subtractingReportingOverflow(Int64(digit)) : product.addingReportingOverflow(Int64(digit))
            guard !overflows, !isTooMuch else { return nil }
            value = sum
            position += 1
        }
        return value
    }

    /// A number, or nil where it is none or beyond what a `Double` holds.
    func double(at index: Int) -> Double? {
        let entry = entries[index]
        guard entry.kind == .number else { return nil }
        let value = Double(String(decoding: bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self))
        return value.flatMap { $0.isFinite ? $0 : nil }
    }
}

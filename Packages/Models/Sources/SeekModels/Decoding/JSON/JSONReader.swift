/// A JSON parser that produces the entries of a ``JSONTape``.
struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private(set) var entries: [JSONTape.Entry] = []
    /// Whether a string contains non-ASCII bytes.
    private(set) var hasNonASCIIBytes = false

    /// The maximum number of nested objects and arrays, as in Foundation's decoder.
    private static let maximumDepth = 512

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        // An estimate of the number of entries.
        entries.reserveCapacity(bytes.count / 12 + 16)
    }

    /// Reads one value, which must span the whole document after an optional byte order mark. Returns false if the
    /// document is invalid or too large for 32-bit offsets.
    mutating func readDocument() -> Bool {
        guard bytes.count < Int32.max else { return false }
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
        guard readValue(depth: 0) else { return false }
        skipWhitespace()
        return position == bytes.count
    }

    @inline(__always)
    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    @inline(__always)
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func readValue(depth: Int) -> Bool {
        skipWhitespace()
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case UInt8(ascii: "{"): return readContainer(.object, closedBy: UInt8(ascii: "}"), depth: depth)
        case UInt8(ascii: "["): return readContainer(.array, closedBy: UInt8(ascii: "]"), depth: depth)
        case UInt8(ascii: "\""): return readString()
        case UInt8(ascii: "t"): return readLiteral("true", .true)
        case UInt8(ascii: "f"): return readLiteral("false", .false)
        case UInt8(ascii: "n"): return readLiteral("null", .null)
        default: return readNumber()
        }
    }

    /// Appends the entry of an object or array, which ``close(_:count:)`` completes, and returns its index.
    private mutating func open(_ kind: JSONTape.Kind) -> Int {
        entries.append(.init(kind: kind, start: Int32(position), end: 0, next: 0))
        position += 1
        skipWhitespace()
        return entries.count - 1
    }

    /// Completes the entry of an object or array, and returns true.
    private mutating func close(_ index: Int, count: Int32) -> Bool {
        entries[index].end = Int32(position)
        entries[index].next = Int32(entries.count)
        entries[index].count = count
        return true
    }

    private mutating func readContainer(_ kind: JSONTape.Kind, closedBy end: UInt8, depth: Int) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        let index = open(kind)
        if skip(end) { return close(index, count: 0) }
        var count: Int32 = 0
        while true {
            if kind == .object {
                guard readKey() else { return false }
            }
            guard readValue(depth: depth + 1) else { return false }
            count += 1
            skipWhitespace()
            if skip(end) { return close(index, count: count) }
            guard skip(UInt8(ascii: ",")) else { return false }
        }
    }

    private mutating func readKey() -> Bool {
        skipWhitespace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\""), readString() else { return false }
        skipWhitespace()
        return skip(UInt8(ascii: ":"))
    }

    private mutating func append(_ kind: JSONTape.Kind, _ start: Int, _ end: Int, isEscaped: Bool = false) {
        let next = Int32(entries.count + 1)
        entries.append(.init(kind: kind, isEscaped: isEscaped, start: Int32(start), end: Int32(end), next: next))
    }

    private mutating func readString() -> Bool {
        position += 1
        let start = position
        // The bitwise OR of the bytes has the highest bit if one of them is not ASCII.
        var (isEscaped, byteUnion) = (false, UInt8(0))
        while position < bytes.count {
            byteUnion |= skipPlainBytes()
            guard position < bytes.count else { return false }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                append(.string, start, position, isEscaped: isEscaped)
                if byteUnion >= 0x80 { hasNonASCIIBytes = true }
                position += 1
                return true
            case UInt8(ascii: "\\"):
                isEscaped = true
                guard let length = JSONEscapes.length(bytes, at: position) else { return false }
                position += length
            case 0..<0x20:
                return false
            default:
                byteUnion |= byte
                position += 1
            }
        }
        return false
    }

    /// Skips the bytes of a string up to a quotation mark, a backslash or a control character, eight at a time. Fewer
    /// than eight bytes at the end of the document are left to the caller.
    ///
    /// - Returns: 0x80 if a skipped byte is not ASCII; otherwise 0.
    @inline(__always)
    private mutating func skipPlainBytes() -> UInt8 {
        let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var wordUnion: UInt64 = 0
        while position &+ 8 <= bytes.count {
            let word = UInt64(
                littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self)
            )
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            // Sets the highest bit of each byte that is a quotation mark, a backslash or a control character. A borrow
            // may set it in later bytes as well, never in earlier ones.
            let stopBits =
                (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- ones &* 0x20) & ~word))
                & highBits
            guard stopBits == 0 else {
                let plainBitCount = stopBits.trailingZeroBitCount & ~7
                position &+= plainBitCount / 8
                wordUnion |= word & ((1 << UInt64(plainBitCount)) &- 1)
                break
            }
            wordUnion |= word
            position &+= 8
        }
        return wordUnion & highBits == 0 ? 0 : 0x80
    }

    private mutating func readLiteral(_ literal: StaticString, _ kind: JSONTape.Kind) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[position + offset] != literal.utf8Start[offset] { return false }
        append(kind, position, position + count)
        position += count
        return true
    }

    private mutating func readDigits() -> Bool {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position > start
    }

    private mutating func readNumber() -> Bool {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) {
            guard readDigits() else { return false }
        }
        if skip(UInt8(ascii: ".")) {
            guard readDigits() else { return false }
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            guard readDigits() else { return false }
        }
        append(.number, start, position)
        return true
    }
}

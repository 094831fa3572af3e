/// Looks up what characters are searched as: ``FoldingTable``, unpacked at the first use into pages of 256 characters.
struct Folding: Sendable {
    /// What a character becomes.
    enum Fold {
        case itself
        case one(UInt32)
        /// Several, at these places in ``Folding/several``.
        case several(Range<Int>)
    }

    static let shared = Folding(FoldingTable.records)

    /// The characters that others become more than one of.
    private(set) var several: [UInt32] = []
    /// For each 256 characters the number of their page; page 0 changes nothing.
    private var pageNumbers = [UInt16](repeating: 0, count: 0x11_0000 >> 8)
    /// 0 is the character itself; with the highest bit it is a place in `several` and, 8 bits wide, a count.
    private var pages = [UInt32](repeating: 0, count: 256)

    private static let isSeveral: UInt32 = 1 << 31

    /// What a character becomes.
    func fold(_ scalar: UInt32) -> Fold {
        let page = Int(pageNumbers[Int(scalar >> 8)])
        guard page > 0 else { return .itself }
        let value = pages[page << 8 | Int(scalar & 0xFF)]
        if value == 0 { return .itself }
        guard value & Self.isSeveral != 0 else { return .one(value) }
        let start = Int((value & ~Self.isSeveral) >> 8)
        return .several(start..<start + Int(value & 0xFF))
    }

    init(_ records: String) {
        var records = records
        records.withUTF8 { bytes in
            var reader = RecordReader(bytes: bytes)
            while !reader.isAtEnd { add(&reader) }
        }
    }

    private mutating func add(_ reader: inout RecordReader) {
        let first = reader.number(radix: 16)
        var run: (count: UInt32, steps: (UInt32, UInt32))?
        if reader.take("*") { run = (reader.number(radix: 10), Self.steps(reader.sign())) }
        guard reader.take(":") else { return reader.skipRecord() }
        let target = reader.number(radix: 16)
        if let run {
            for index in 0..<run.count { set(first + index * run.steps.0, to: target + index * run.steps.1) }
        } else if reader.take(".") {
            let start = several.count
            several.append(target)
            repeat { several.append(reader.number(radix: 16)) } while reader.take(".")
            set(first, to: Self.isSeveral | UInt32(start) << 8 | UInt32(several.count - start))
        } else {
            set(first, to: target)
        }
        reader.skipRecord()
    }

    private static func steps(_ sign: UInt8?) -> (UInt32, UInt32) {
        switch sign {
        case UInt8(ascii: "="): (2, 2)
        case UInt8(ascii: "-"): (2, 0)
        case UInt8(ascii: "_"): (1, 0)
        case UInt8(ascii: "+"): (2, 1)
        case UInt8(ascii: "^"): (1, 2)
        default: (1, 1)
        }
    }

    private mutating func set(_ scalar: UInt32, to value: UInt32) {
        let place = Int(scalar >> 8)
        if pageNumbers[place] == 0 {
            pageNumbers[place] = UInt16(pages.count >> 8)
            pages += repeatElement(0, count: 256)
        }
        pages[Int(pageNumbers[place]) << 8 | Int(scalar & 0xFF)] = value
    }
}

/// Reads the records' characters one by one: cutting them into parts first took four fifths of the 4 ms that unpacking them took.
private struct RecordReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { index >= bytes.count }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    /// A sign that tells steps; nil where the record goes on at once.
    mutating func sign() -> UInt8? {
        guard index < bytes.count, bytes[index] != UInt8(ascii: ":") else { return nil }
        defer { index += 1 }
        return bytes[index]
    }

    mutating func number(radix: UInt32) -> UInt32 {
        var number: UInt32 = 0
        while index < bytes.count {
            switch bytes[index] {
            case let byte where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte:
                number = number * radix + UInt32(byte - UInt8(ascii: "0"))
            case let byte where UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte:
                number = number * radix + UInt32(byte - UInt8(ascii: "a") + 10)
            default: return number
            }
            index += 1
        }
        return number
    }

    /// Goes to the next record.
    mutating func skipRecord() {
        while index < bytes.count, bytes[index] != UInt8(ascii: " ") { index += 1 }
        index += 1
    }
}

/// The lookup in ``FoldingTable``, which is decoded at the first use into pages of 256 scalars.
struct Folding: Sendable {
    /// The result of folding a scalar.
    enum Fold {
        case itself
        case one(UInt32)
        /// Several scalars, at these indices of ``Folding/several``.
        case several(Range<Int>)
    }

    static let shared = Folding(FoldingTable.records)

    /// The scalars of all results that consist of more than one.
    private(set) var several: [UInt32] = []
    /// The number of the page for each 256 scalars; page 0 contains only scalars that are not folded.
    private var pageNumbers = [UInt16](repeating: 0, count: 0x11_0000 >> 8)
    /// The result for each scalar of a page: 0 for the scalar itself, another scalar, or, with the highest bit set, an
    /// index of ``several`` and an 8-bit count.
    private var pages = [UInt32](repeating: 0, count: 256)

    private static let isSeveral: UInt32 = 1 << 31

    /// Returns the folding of a scalar.
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

/// A parser of the records. It allocates nothing, because it delays the first search of a program that needs the table.
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

    /// Reads the sign that sets the steps; nil when there is none.
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

    /// Skips to the next record.
    mutating func skipRecord() {
        while index < bytes.count, bytes[index] != UInt8(ascii: " ") { index += 1 }
        index += 1
    }
}

/// The composition of kana with their voicing marks, and of Hangul from its letters (Unicode §3.12).
enum Composition {
    /// Returns the composition of two scalars; nil when they do not combine.
    static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        switch second {
        case 0x3099: voiced(first)
        case 0x309A: isH(first) ? first + 2 : nil
        case 0x1161...0x1175 where 0x1100...0x1112 ~= first: 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
        case 0x11A8...0x11C2 where 0xAC00...0xD7A3 ~= first && (first - 0xAC00) % 28 == 0: first + second - 0x11A7
        default: nil
        }
    }

    private static func voiced(_ kana: UInt32) -> UInt32? {
        switch kana {
        case 0x3046: 0x3094
        case 0x30A6: 0x30F4
        case 0x30EF...0x30F2: kana + 8
        case 0x304B...0x3061 where kana % 2 == 1, 0x3064, 0x3066, 0x3068: kana + 1
        case 0x30AB...0x30C1 where kana % 2 == 1, 0x30C4, 0x30C6, 0x30C8: kana + 1
        case 0x309D, 0x30FD: kana + 1
        default: isH(kana) ? kana + 1 : nil
        }
    }

    /// Returns whether a kana is ハ, ヒ, フ, ヘ, ホ or the corresponding hiragana.
    private static func isH(_ kana: UInt32) -> Bool {
        (0x306F...0x307B ~= kana && kana % 3 == 0) || (0x30CF...0x30DB ~= kana && kana % 3 == 0)
    }
}

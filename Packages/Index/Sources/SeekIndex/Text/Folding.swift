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
        for record in records.utf8.split(separator: UInt8(ascii: " ")) { add(record) }
    }

    private mutating func add(_ record: Substring.UTF8View) {
        let sides = record.split(separator: UInt8(ascii: ":"))
        guard sides.count == 2 else { return }
        let targets = sides[1].split(separator: UInt8(ascii: ".")).map { Self.number($0, radix: 16) }
        let source = sides[0].split(separator: UInt8(ascii: "*"))
        let first = Self.number(source[0], radix: 16)
        guard source.count == 2 else {
            if targets.count == 1 { return set(first, to: targets[0]) }
            set(first, to: Self.isSeveral | UInt32(several.count) << 8 | UInt32(targets.count))
            several += targets
            return
        }
        let (step, targetStep) = Self.steps(source[1].last)
        let count = Self.number(source[1].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }, radix: 10)
        for index in 0..<count { set(first + index * step, to: targets[0] + index * targetStep) }
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

    private static func number(_ digits: Substring.UTF8View, radix: UInt32) -> UInt32 {
        digits.reduce(0) { number, digit in
            let value = digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
            return number * radix + UInt32(value)
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

/// The folding of scalars by ``FoldingTable``.
enum Folding {
    /// The replacements of the scalars that are folded, decoded at the first use.
    static let replacements = decode(FoldingTable.records)

    /// Decodes records in the format that ``FoldingTable`` describes.
    private static func decode(_ records: String) -> [UInt32: [UInt32]] {
        var replacements: [UInt32: [UInt32]] = [:]
        replacements.reserveCapacity(6_500)
        for record in records.utf8.split(separator: UInt8(ascii: " ")) {
            var scanner = RecordScanner(record)
            var scalar = scanner.number(radix: 16)
            let count = scanner.skip("*") ? scanner.number(radix: 10) : 1
            // The distances between the folded scalars, and between their replacements.
            let (step, replacementStep): (UInt32, UInt32) =
                scanner.skip("_") ? (1, 0) : scanner.skip("=") ? (2, 2) : (1, 1)
            while scanner.skip(":") || scanner.skip(",") {
                var replacement = [scanner.number(radix: 16)]
                while scanner.skip(".") { replacement.append(scanner.number(radix: 16)) }
                for index in 0..<count {
                    replacements[scalar + index * step] = replacement.map { $0 + index * replacementStep }
                }
                scalar += 1
            }
        }
        return replacements
    }
}

/// A scanner for the numbers and separators of a record. Splitting the record into strings would be slower, and the
/// first non-ASCII text waits until all records are decoded.
private struct RecordScanner {
    private var unread: Substring.UTF8View

    init(_ record: Substring.UTF8View) { unread = record }

    /// Skips the next character if it is the given ASCII character, and returns whether it did so.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard unread.first == UInt8(ascii: character) else { return false }
        unread.removeFirst()
        return true
    }

    /// Reads digits up to the first character that is not one.
    mutating func number(radix: UInt32) -> UInt32 {
        var number: UInt32 = 0
        while let byte = unread.first {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number * radix + UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number * radix + UInt32(byte - UInt8(ascii: "a") + 10)
            default: return number
            }
            unread.removeFirst()
        }
        return number
    }
}

/// The composition of a kana and a voicing mark into one kana, and of Hangul letters into a syllable (Unicode §3.12).
enum Composition {
    /// Returns the composition of two scalars; nil when they do not combine.
    static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        switch second {
        // The voicing marks of kana: dakuten and handakuten.
        case 0x3099: voiced(first)
        case 0x309A: isHRowKana(first) ? first + 2 : nil
        // A Hangul vowel after a leading consonant, and a trailing consonant after a syllable without one.
        case 0x1161...0x1175 where 0x1100...0x1112 ~= first: 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
        case 0x11A8...0x11C2 where 0xAC00...0xD7A3 ~= first && (first - 0xAC00) % 28 == 0: first + second - 0x11A7
        default: nil
        }
    }

    private static func voiced(_ kana: UInt32) -> UInt32? {
        switch kana {
        // う, ウ, and ワ, ヰ, ヱ, ヲ.
        case 0x3046: 0x3094
        case 0x30A6: 0x30F4
        case 0x30EF...0x30F2: kana + 8
        // The rows of か, さ and た, in hiragana and in katakana.
        case 0x304B...0x3061 where kana % 2 == 1, 0x3064, 0x3066, 0x3068: kana + 1
        case 0x30AB...0x30C1 where kana % 2 == 1, 0x30C4, 0x30C6, 0x30C8: kana + 1
        // The iteration marks ゝ and ヽ.
        case 0x309D, 0x30FD: kana + 1
        default: isHRowKana(kana) ? kana + 1 : nil
        }
    }

    /// Returns whether a kana is ハ, ヒ, フ, ヘ, ホ or the corresponding hiragana.
    private static func isHRowKana(_ kana: UInt32) -> Bool {
        (0x306F...0x307B ~= kana && kana % 3 == 0) || (0x30CF...0x30DB ~= kana && kana % 3 == 0)
    }
}

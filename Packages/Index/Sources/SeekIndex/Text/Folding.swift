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

/// The class of a Unicode scalar, which determines how a text is divided into words.
enum CharacterClass {
    /// Part of a word: a letter, a digit, or a mark that distinguishes words.
    case word
    /// A character of a script that does not reliably separate words by spaces, such as Han, kana, Hangul or Thai;
    /// indexed as pairs of adjacent characters.
    case ideograph
    /// A symbol such as an emoji, which is a word by itself.
    case symbol
    /// A scalar that has no meaning for a search and does not end a word: an accent, vowel point or variation selector.
    case ignored
    /// A separator of words: any other scalar.
    case separator

    /// Creates the class of a folded scalar that was not ASCII before folding; ``TokenList`` classifies ASCII itself.
    init(_ scalar: UInt32) {
        switch scalar {
        case 0xC0...0x2FF where scalar != 0xD7 && scalar != 0xF7, 0x370...0x373, 0x3A3...0x481, 0x48A...0x52F:
            self = .word
        case 0x300...0x36F: self = .ignored
        default:
            if Self.isIdeograph(scalar) {
                self = .ideograph
            } else if Self.isIgnored(scalar) {
                self = .ignored
            } else {
                self = Self.byCategory(scalar)
            }
        }
    }

    private static func byCategory(_ scalar: UInt32) -> CharacterClass {
        guard let scalar = Unicode.Scalar(scalar) else { return .separator }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            return .word
        case .otherSymbol: return .symbol
        case .format: return .ignored
        default: return .separator
        }
    }

    /// Returns whether a scalar is Han, kana, bopomofo, Hangul, Thai, Lao, Burmese or Khmer.
    static func isIdeograph(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FF, 0xAC00...0xD7A3,
            0x1100...0x11FF, 0x3005...0x3007, 0x3021...0x3029, 0x3105...0x312F, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF,
            0x31F0...0x31FF, 0x309D...0x309F, 0xE01...0xE3A, 0xE40...0xE4E, 0xE81...0xECD, 0x1000...0x103F,
            0x1780...0x17D3:
            true
        default: false
        }
    }

    private static func isIgnored(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x483...0x487, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x610...0x61A, 0x640,
            0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED, 0x1AB0...0x1AFF,
            0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
            true
        default: false
        }
    }
}

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

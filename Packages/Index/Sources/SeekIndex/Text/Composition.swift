/// Puts together what some texts write in parts: kana and their sound marks, Hangul and its letters (Unicode §3.12).
enum Composition {
    /// One character in place of two; nil where there is none.
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

    /// ハ, ヒ, フ, ヘ, ホ and their hiragana.
    private static func isH(_ kana: UInt32) -> Bool {
        (0x306F...0x307B ~= kana && kana % 3 == 0) || (0x30CF...0x30DB ~= kana && kana % 3 == 0)
    }
}

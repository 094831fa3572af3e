/// Makes text of other systems safe to print on a terminal and to quote to an assistant.
public enum SafeText {
    /// Returns the string on one line without control characters, so that it cannot move the cursor, or recolor or
    /// reorder the line. Line ends and tabs become a space; other control characters and those that embed, override or
    /// isolate a direction become U+FFFD; invisible characters are removed unless a script or an emoji requires them
    /// (`InvisibleCharacters`).
    public static func line(_ text: String) -> String {
        guard mayBeHarmful(text.utf8) else { return text }
        let scalars = Array(text.unicodeScalars)
        guard scalars.indices.contains(where: { isHarmful(scalars, $0) }) else { return text }
        var safe = ""
        for (index, scalar) in scalars.enumerated() {
            if !isHarmful(scalars, index) {
                safe.unicodeScalars.append(scalar)
            } else if scalar.properties.isWhitespace {
                if safe.last != " " { safe.append(" ") }
            } else if isControl(scalar) {
                safe.append("\u{FFFD}")
            }
        }
        return safe
    }

    /// Returns the text with its control characters replaced, except line ends and tabs.
    public static func lines(_ text: String) -> String {
        // `isNewline` also matches `\r\n`, which is a single `Character`.
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { self.line(String($0)) }
                .joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Returns the JSON with harmful scalars escaped, except line feeds.
    public static func json(_ text: String) -> String {
        guard mayBeHarmful(text.utf8) else { return text }
        let scalars = Array(text.unicodeScalars)
        var safe = ""
        for (index, scalar) in scalars.enumerated() {
            if isHarmful(scalars, index), scalar != "\n" {
                for unit in scalar.utf16 {
                    let digits = String(unit, radix: 16)
                    safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Returns whether the bytes include one with which a harmful scalar can start, so that most strings are recognized
    /// as safe without decoding.
    private static func mayBeHarmful(_ bytes: String.UTF8View) -> Bool {
        bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || InvisibleCharacters.leadingBytes.contains($0) }
    }

    /// Returns whether the scalar is a control character, or an invisible character that is not needed.
    private static func isHarmful(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        isControl(scalars[index])
            || InvisibleCharacters.contains(scalars[index]) && !InvisibleCharacters.isNeeded(scalars, at: index)
    }

    /// Returns whether the scalar is a control character (C0, DEL, C1), a line or paragraph separator, or an
    /// embedding, override or isolate of the bidirectional algorithm (UAX #9 §2).
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Characters without a visible glyph: strings that differ only in them look the same.
///
/// These are the scalars with the property `Default_Ignorable_Code_Point` (Unicode, `DerivedCoreProperties.txt`).
enum InvisibleCharacters {
    /// The first UTF-8 bytes of invisible characters. Visible characters can start with these bytes as well.
    static let leadingBytes: Set<UInt8> = [0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3]

    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0xAD: false
        case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
            0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3,
            0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// Returns whether a script or an emoji is displayed correctly only with the invisible scalar at this position.
    static func isNeeded(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        let previous = index > 0 ? scalars[index - 1] : nil
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        guard let previous else { return isDirectionMark(scalars[index]) && next.map(isRightToLeft) == true }
        switch scalars[index].value {
        case 0x200C: return usesJoiners(previous)
        case 0x200D: return usesJoiners(previous) || isEmoji(previous) && next.map(isEmoji) == true
        case 0x200E, 0x200F, 0x61C: return isRightToLeft(previous) || next.map(isRightToLeft) == true
        case 0x180B...0x180D, 0x180F: return 0x1800...0x18AF ~= previous.value
        case 0xFE00...0xFE0F: return !contains(previous)
        // Variants of ideographs (UTS #37).
        case 0xE0100...0xE01EF: return previous.properties.isIdeographic
        // Flags of regions: a black flag, tags, a final tag (UTS #51, ED-14a).
        case 0xE0020...0xE007F: return isInFlag(scalars, index)
        default: return false
        }
    }

    private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        [0x200E, 0x200F, 0x61C].contains(scalar.value)
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFE0F || scalar.value > 0xFF && scalar.properties.isEmoji
    }

    /// Returns whether the scalar belongs to a script that uses joiners to shape letters: Arabic to Tibetan, Myanmar,
    /// Khmer, Mongolian and others.
    private static func usesJoiners(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600..<0x1100, 0x1780..<0x18B0, 0x1A20..<0x1C50, 0xA8E0..<0xA900, 0xFB50..<0xFE00, 0xFE70..<0xFEFF,
            0x11000..<0x11D00:
            !contains(scalar)
        default: false
        }
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isRightToLeft && !isDirectionMark(scalar)
    }

    private static func isInFlag(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        // A black flag and at most seven tags (the ID of a region's subdivision) precede the final tag.
        scalars[max(0, index - 8)..<index].last { !(0xE0020...0xE007E ~= $0.value) }?.value == 0x1F3F4
    }
}

extension Unicode.Scalar {
    /// Whether the scalar belongs to a right-to-left script, such as Hebrew or Arabic, or is U+200F.
    public var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

/// The bytes of a text file that another program may have written.
public enum UnicodeText {
    /// Returns the bytes of a text in UTF-8 without a byte order mark. A text in UTF-16, which editors and shells of
    /// Windows write, is converted if it has a byte order mark. Other bytes are returned unchanged.
    public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]), bytes.count.isMultiple(of: 2) else { return bytes }
        let units = stride(from: 2, to: bytes.count, by: 2).map { index in
            let (high, low) = isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) } ?? bytes
    }

    /// Returns the number of the first line that is not UTF-8, from 1; nil if all are.
    public static func firstInvalidLine(in bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
    }

    /// Returns the line and the position in the line of a byte, both from 1. Lines end with LF, CR or CRLF.
    static func place(of position: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        var (line, start) = (1, 0)
        for index in 0..<min(position, bytes.count) {
            let isBreak =
                bytes[index] == 0x0A || bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
            if isBreak { (line, start) = (line + 1, index + 1) }
        }
        return (line, min(position, bytes.count) - start + 1)
    }
}

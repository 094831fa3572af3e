import CWidth

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How many columns a text takes on a terminal.
///
/// The C library knows the widths of characters (`wcwidth`, Unicode's East Asian Width); what it leaves open is how the
/// scalars of one character add up: as wide as its widest, two for an emoji.
struct DisplayWidth {
    private init() {}

    /// Measures with the C library's tables of UTF-8, whatever the program's own locale: "C" knows ASCII only. They are the
    /// calling thread's for the time of the call.
    static func measuring<Result>(_ work: (DisplayWidth) -> Result) -> Result {
        guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) ?? newlocale(LC_CTYPE_MASK, "en_US.UTF-8", nil)
        else { return work(DisplayWidth()) }
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        return work(DisplayWidth())
    }

    /// The columns of a text without control characters.
    func columns(of text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + columns(of: $1) }
    }

    /// A text cut to a number of columns, with a mark at its end where something was cut off.
    func truncated(_ text: String, to width: Int, ellipsis: String = "…") -> String {
        guard columns(of: text) > width else { return text }
        let room = width - columns(of: ellipsis)
        // Where nothing but the mark has room there is as much of it as has.
        guard room > 0 else { return String(ellipsis.prefix(max(0, width))) }
        var kept = ""
        var used = 0
        for character in text {
            let columns = columns(of: character)
            guard used + columns <= room else { break }
            kept.append(character)
            used += columns
        }
        return kept + ellipsis
    }

    private func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        let isEmoji = scalars.contains { $0 == "\u{FE0F}" } || scalars.first?.properties.isEmojiPresentation == true
        if isEmoji { return 2 }
        return scalars.map { max(0, Int(seek_character_width(wchar_t($0.value)))) }.max() ?? 0
    }
}

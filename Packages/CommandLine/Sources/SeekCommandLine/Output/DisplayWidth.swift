import CWidth

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Measures how many columns of a terminal a string occupies.
///
/// The C library returns the width of a scalar (`wcwidth`, Unicode's East Asian Width). A character is as wide as its
/// widest scalar; emoji have two columns.
struct DisplayWidth {
    private init() {}

    /// Runs the body with a UTF-8 locale for the calling thread. The "C" locale only supports ASCII.
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

    /// Returns the number of columns of a string, which must not contain control characters.
    func columns(of text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The width in columns includes the ellipsis.
    func truncated(_ text: String, to width: Int, ellipsis: String = "…") -> String {
        guard columns(of: text) > width else { return text }
        let room = width - columns(of: ellipsis)
        guard room > 0 else { return String(ellipsis.prefix(max(0, width))) }
        var prefix = ""
        var used = 0
        for character in text {
            let columns = columns(of: character)
            guard used + columns <= room else { break }
            prefix.append(character)
            used += columns
        }
        return prefix + ellipsis
    }

    /// Returns the lines of a string, broken at spaces and around characters of two columns. A word that is longer than
    /// a line is broken anywhere, except for addresses.
    func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var (line, lineColumns) = ("", 0)
        for piece in pieces(of: text).flatMap({ parts(of: $0, to: width) }) {
            let gap = piece.followsSpace && !line.isEmpty ? " " : ""
            if !line.isEmpty, lineColumns + gap.count + piece.columns > width {
                lines.append(line)
                (line, lineColumns) = (piece.text, piece.columns)
            } else {
                line += gap + piece.text
                lineColumns += gap.count + piece.columns
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Returns whether a word is a URL, with or without a scheme, or a path that begins with `/`, `~` or a period. Such
    /// words are not broken, so that they can be copied.
    static func isAddress(_ word: some StringProtocol) -> Bool {
        guard let slash = word.firstIndex(of: "/") else { return false }
        return slash == word.startIndex || word[..<slash].contains { ".:~".contains($0) }
    }

    /// Returns the parts of a piece: several if it is longer than a line and not an address.
    private func parts(of piece: Piece, to width: Int) -> [Piece] {
        guard piece.columns > width, !Self.isAddress(piece.text) else { return [piece] }
        var parts = [Piece(followsSpace: piece.followsSpace)]
        for character in piece.text {
            let columns = columns(of: character)
            if parts[parts.count - 1].columns + columns > width, !parts[parts.count - 1].text.isEmpty {
                parts.append(Piece())
            }
            parts[parts.count - 1].text.append(character)
            parts[parts.count - 1].columns += columns
        }
        return parts
    }

    /// A part of a string: a word, a part of a word, or a character of two columns.
    private struct Piece {
        var text = ""
        var columns = 0
        var followsSpace = false
    }

    private func pieces(of text: String) -> [Piece] {
        var pieces = [Piece()]
        for character in text {
            let columns = columns(of: character)
            if character.isWhitespace {
                pieces.append(Piece(followsSpace: true))
            } else if columns > 1 {
                let followsSpace = pieces[pieces.count - 1].text.isEmpty && pieces[pieces.count - 1].followsSpace
                pieces += [Piece(text: String(character), columns: columns, followsSpace: followsSpace), Piece()]
            } else {
                pieces[pieces.count - 1].text.append(character)
                pieces[pieces.count - 1].columns += columns
            }
        }
        return pieces.filter { !$0.text.isEmpty }
    }

    private func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        let isEmoji = scalars.contains { $0 == "\u{FE0F}" } || scalars.first?.properties.isEmojiPresentation == true
        if isEmoji { return 2 }
        return scalars.map { max(0, Int(seek_character_width(wchar_t($0.value)))) }.max() ?? 0
    }
}

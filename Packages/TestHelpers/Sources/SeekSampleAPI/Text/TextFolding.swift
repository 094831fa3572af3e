/// Removes differences that a search ignores: case and, in the scripts below U+0900, diacritics.
///
/// Foundation's folding requires the full Foundation, which takes longer to load. `Character` compares by canonical
/// equivalence, so a table from composed letters to their bases is sufficient for Latin, Greek and Cyrillic.
enum TextFolding {
    static func fold(_ text: String) -> [Character] {
        text.lowercased().compactMap { $0.isASCII ? $0 : folded($0) }
    }

    private static func folded(_ character: Character) -> Character? {
        if let base = bases[character] { return base }
        guard isBelowU0900(character) else { return character }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: character.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark })
        return scalars.isEmpty ? nil : Character(String(scalars))
    }

    /// Returns whether the first scalar of a character is below U+0900: ASCII, or a script such as Latin, Greek,
    /// Cyrillic, Hebrew or Arabic, all of which separate words by spaces.
    static func isBelowU0900(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { $0.value < 0x900 } ?? false
    }

    private static let bases: [Character: Character] = {
        var bases: [Character: Character] = ["ø": "o", "ł": "l", "đ": "d", "ı": "i", "ð": "d"]
        let marks = (0x0300...0x0331).compactMap(Unicode.Scalar.init).map(Character.init)
        for base in "abcdefghijklmnopqrstuvwxyzαεηιουωаеиоу" {
            for mark in marks { bases[compose(base, mark)] = base }
        }
        // Vietnamese letters have two marks.
        let innerMarks: [Character] = ["\u{302}", "\u{306}", "\u{31B}"]
        let tones: [Character] = ["\u{300}", "\u{301}", "\u{303}", "\u{309}", "\u{323}"]
        for base in "aeou" {
            for first in innerMarks {
                for second in tones { bases[compose(compose(base, first), second)] = base }
            }
        }
        // `й` is a separate letter, not `и` with a diacritic.
        bases["й"] = nil
        return bases
    }()

    private static func compose(_ base: Character, _ mark: Character) -> Character {
        Character(String(base) + String(mark))
    }
}

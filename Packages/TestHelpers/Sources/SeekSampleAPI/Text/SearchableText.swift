/// Text prepared for searches: its folded characters (in lower case, without diacritics), and the words that they form.
struct SearchableText: Sendable {
    private let characters: [Character]
    private let words: [[Character]]

    init(_ text: String) {
        characters = TextFolding.fold(text)
        words = SearchPiece.pieces(of: characters).compactMap { if case .word(let word) = $0 { word } else { nil } }
    }

    func contains(_ piece: SearchPiece) -> Bool {
        switch piece {
        case .word(let word): words.contains { $0.starts(with: word) }
        case .substring(let substring): !substring.isEmpty && characters.contains(substring)
        }
    }
}

/// The smallest unit of a search.
enum SearchPiece: Sendable, Hashable {
    /// The beginning of a word: `swift` matches `SwiftUI`.
    case word([Character])
    /// Characters that match anywhere in the text: a quoted phrase, emoji, or a script without spaces between words.
    case substring([Character])

    /// Splits a folded text into pieces, which must all match. A piece ends at white space, punctuation, a symbol below
    /// U+0900, or a change between words and scripts without spaces. `+` and `#` belong to words (`C++`, `C#`).
    static func pieces(of characters: [Character]) -> [SearchPiece] {
        var pieces: [SearchPiece] = []
        var current: SearchPiece?
        for character in characters {
            let isInWord =
                TextFolding.isBelowU0900(character)
                && (character.isLetter || character.isNumber || character == "+" || character == "#")
            let isInSubstring =
                !TextFolding.isBelowU0900(character) && !character.isWhitespace && !character.isPunctuation
            switch current {
            case .word(let word) where isInWord: current = .word(word + [character])
            case .substring(let substring) where isInSubstring: current = .substring(substring + [character])
            default:
                if let current { pieces.append(current) }
                current = isInWord ? .word([character]) : isInSubstring ? .substring([character]) : nil
            }
        }
        if let current { pieces.append(current) }
        return pieces.filter { piece in
            // A word of only + and # is ignored.
            if case .word(let word) = piece { word.contains { $0.isLetter || $0.isNumber } } else { true }
        }
    }
}

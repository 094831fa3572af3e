/// Text prepared for searches: its folded characters, and the words that they form.
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
        case .run(let run): !run.isEmpty && characters.contains(run)
        }
    }
}

/// The smallest unit of a search.
enum SearchPiece: Sendable, Hashable {
    /// The beginning of a word: `swift` matches `SwiftUI`.
    case word([Character])
    /// Characters that match anywhere in the text: a quoted phrase, emoji, or a script without spaces between words.
    case run([Character])

    /// Splits a folded text into pieces, which must all match. They are separated by white space, punctuation, symbols
    /// below U+0900, and each change between words and runs. `+` and `#` belong to words (`C++`, `C#`).
    static func pieces(of characters: [Character]) -> [SearchPiece] {
        var pieces: [SearchPiece] = []
        var current: SearchPiece?
        for character in characters {
            let isWord =
                TextFolding.isAlphabetic(character)
                && (character.isLetter || character.isNumber || character == "+" || character == "#")
            let isRun = !TextFolding.isAlphabetic(character) && !character.isWhitespace && !character.isPunctuation
            switch current {
            case .word(let word) where isWord: current = .word(word + [character])
            case .run(let run) where isRun: current = .run(run + [character])
            default:
                if let current { pieces.append(current) }
                current = isWord ? .word([character]) : isRun ? .run([character]) : nil
            }
        }
        if let current { pieces.append(current) }
        return pieces.filter { piece in
            // A word of only + and # is ignored.
            if case .word(let word) = piece { word.contains { $0.isLetter || $0.isNumber } } else { true }
        }
    }
}

/// A text made ready to be searched: folded, once as characters and once as words.
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
        case .run(let run): contains(run)
        }
    }

    private func contains(_ run: [Character]) -> Bool {
        guard let first = run.first, run.count <= characters.count else { return false }
        for start in 0...(characters.count - run.count) where characters[start] == first {
            if characters[start..<(start + run.count)].elementsEqual(run) { return true }
        }
        return false
    }
}

/// The smallest thing that is looked for.
enum SearchPiece: Sendable, Hashable {
    /// The beginning of a word: `swift` finds `SwiftUI`.
    case word([Character])
    /// Characters in a row, wherever they stand: Chinese and Japanese put no spaces between words; nor do emoji.
    case run([Character])

    /// The pieces of a folded text, all of which must be found. Punctuation parts them; `+` and `#` do not (`C++`, `C#`).
    static func pieces(of characters: [Character]) -> [SearchPiece] {
        var pieces: [SearchPiece] = []
        var open: SearchPiece?
        for character in characters {
            let isWord =
                TextFolding.isAlphabetic(character)
                && (character.isLetter || character.isNumber || character == "+" || character == "#")
            let isRun = !TextFolding.isAlphabetic(character) && !character.isWhitespace && !character.isPunctuation
            switch open {
            case .word(let word) where isWord: open = .word(word + [character])
            case .run(let run) where isRun: open = .run(run + [character])
            default:
                if let open { pieces.append(open) }
                open = isWord ? .word([character]) : isRun ? .run([character]) : nil
            }
        }
        if let open { pieces.append(open) }
        return pieces.filter { piece in
            // A lone + or # is punctuation after all.
            if case .word(let word) = piece { word.contains { $0.isLetter || $0.isNumber } } else { true }
        }
    }
}

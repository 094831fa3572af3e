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

/// Splits a search text into tokens at white space outside quotation marks.
enum QueryTokens {
    struct Token: Sendable, Hashable {
        /// The text without quotation marks, and without the minus sign of an excluded token.
        var text: String
        /// Whether a minus sign precedes the text. A minus sign within quotation marks belongs to the text.
        var isExcluded = false
        /// Whether the text started with a quotation mark in the query.
        var isQuoted = false
        /// The number of characters in the query, with quotation marks and minus sign.
        var length = 0
    }

    /// Returns the tokens of a query.
    ///
    /// - Parameters:
    ///   - separators: Characters that form tokens of their own outside quotation marks, such as `|`.
    ///   - allowsBackticks: Whether a token may be quoted by backticks as well.
    static func tokens(
        of query: String,
        separators: Set<Character> = [],
        allowsBackticks: Bool = false
    ) -> [Token] {
        var tokens: [Token] = []
        var token = Token(text: "")
        var quotationMark: Character?
        func close() {
            if !token.isQuoted, !token.isExcluded, token.text.count > 1, token.text.hasPrefix("-") {
                token.text.removeFirst()
                token.isExcluded = true
            }
            if !token.text.isEmpty { tokens.append(token) }
            token = Token(text: "")
        }
        for (index, character) in zip(query.indices, query) {
            let isStart = !token.isQuoted && (token.text.isEmpty || token.text == "-")
            let opensBackticks =
                allowsBackticks && isStart && character == "`" && query[query.index(after: index)...].contains("`")
            if let mark = quotationMark {
                token.length += 1
                if character == mark { quotationMark = nil } else { token.text.append(character) }
            } else if character == "\"" || opensBackticks {
                if isStart {
                    token = Token(text: "", isExcluded: token.text == "-", isQuoted: true, length: token.length)
                }
                token.length += 1
                quotationMark = character
            } else if character.isWhitespace {
                close()
            } else if separators.contains(character) {
                close()
                tokens.append(Token(text: String(character), length: 1))
            } else {
                token.length += 1
                token.text.append(character)
            }
        }
        close()
        return tokens
    }

    /// Splits a token into pieces, which must all match. A quoted token is one piece, which matches anywhere in a text.
    static func pieces(of token: Token) -> [SearchPiece] {
        let folded = TextFolding.fold(token.text)
        return token.isQuoted ? [.substring(folded)] : SearchPiece.pieces(of: folded)
    }
}

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

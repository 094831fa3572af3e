/// The tokens of a text: words, and single characters of the class ``CharacterClass/ideograph``. Compatibility forms,
/// case and accents are folded.
///
/// Indexing, queries and highlighting all use this type, so that they agree. A list can be reused for many texts, to
/// save allocations.
struct TokenList {
    struct Token {
        /// The range of the folded characters in ``TokenList/bytes``.
        var foldedRange: Range<Int>
        /// The range in the text, in UTF-8 bytes.
        var textRange: Range<Int>
        /// Whether the token is a single character of the class ``CharacterClass/ideograph``.
        var isIdeograph = false
        /// Whether the token is an ideograph immediately after another one.
        var followsIdeograph = false
    }

    /// The folded characters of all tokens, in UTF-8.
    private(set) var bytes: [UInt8] = []
    private(set) var tokens: [Token] = []

    /// The length in bytes from which a word gets no more scalars; the word can be up to three bytes longer.
    static let maximumWordLength = 96

    /// Whether the last token is a word to which the next scalar can be added.
    private var isWordOpen = false
    /// The plus and number signs after the open word, with their ranges in the text. They belong to the word only if no
    /// letter or digit follows them: `C++` and `C#` are words, but `a+b` is two words.
    private var signs: [(scalar: UInt32, range: Range<Int>)] = []
    /// The last ideograph, which can be composed with a mark or Hangul letter that follows it.
    private var lastIdeograph: UInt32 = 0

    /// Replaces the tokens with those of a text.
    ///
    /// - Parameter limit: The offset in UTF-8 bytes from which no more scalars are read.
    mutating func scan(_ text: String, limit: Int = .max) {
        bytes.removeAll(keepingCapacity: true)
        tokens.removeAll(keepingCapacity: true)
        isWordOpen = false
        var start = 0
        for scalar in text.unicodeScalars {
            guard start < limit else { break }
            let end = start + UTF8.width(scalar)
            scan(scalar, from: start..<end)
            start = end
        }
        endWord()
    }

    func bytes(of token: Token) -> ArraySlice<UInt8> { bytes[token.foldedRange] }

    private mutating func scan(_ scalar: Unicode.Scalar, from range: Range<Int>) {
        if !scalar.isASCII {
            // The table is decoded at its first use, so that ASCII texts do not wait for it.
            for folded in Folding.replacements[scalar.value] ?? [scalar.value] { add(folded, from: range) }
        } else if Self.isAlphanumeric(scalar.value) {
            // Makes letters lowercase; digits do not change.
            addToWord(scalar.value | 0x20, from: range)
        } else {
            addSeparator(scalar.value, from: range)
        }
    }

    /// Ends the open word, including its signs.
    private mutating func endWord() {
        let signs = signs
        self.signs = []
        for (sign, range) in signs { addToWord(sign, from: range) }
        isWordOpen = false
    }

    /// Adds a sign to the open word, or ends the word at another separator. Fullwidth signs are folded.
    private mutating func addSeparator(_ scalar: UInt32, from range: Range<Int>) {
        guard isWordOpen else { return }
        switch scalar {
        case 0x23, 0xFF03: signs.append((0x23, range))
        case 0x2B, 0xFF0B: signs.append((0x2B, range))
        default: endWord()
        }
    }

    /// Returns whether an ASCII character is a letter or a digit.
    private static func isAlphanumeric(_ scalar: UInt32) -> Bool {
        0x30...0x39 ~= scalar || 0x61...0x7A ~= scalar | 0x20
    }

    private mutating func add(_ scalar: UInt32, from range: Range<Int>) {
        if compose(scalar, from: range) { return }
        switch CharacterClass(scalar) {
        case .word: addToWord(scalar, from: range)
        case .ideograph: addIdeograph(scalar, from: range)
        case .symbol:
            endWord()
            addToWord(scalar, from: range)
            isWordOpen = false
        case .ignored: extendLastToken(to: range)
        case .separator: addSeparator(scalar, from: range)
        }
    }

    /// Composes the last ideograph with a mark or Hangul letter that follows it. Returns whether they combine.
    private mutating func compose(_ scalar: UInt32, from range: Range<Int>) -> Bool {
        guard let last = tokens.last, last.isIdeograph, last.textRange.upperBound == range.lowerBound,
            let composed = Composition.compose(lastIdeograph, scalar)
        else { return false }
        lastIdeograph = composed
        bytes.removeSubrange(last.foldedRange)
        append(composed)
        extendLastToken(to: range)
        return true
    }

    private mutating func addIdeograph(_ scalar: UInt32, from range: Range<Int>) {
        // One scalar can fold to several ideographs, which have the same range in the text.
        let followsIdeograph = tokens.last.map {
            $0.isIdeograph && ($0.textRange.upperBound == range.lowerBound || $0.textRange == range)
        }
        endWord()
        lastIdeograph = scalar
        addToken(from: range)
        tokens[tokens.count - 1].isIdeograph = true
        tokens[tokens.count - 1].followsIdeograph = followsIdeograph ?? false
        append(scalar)
    }

    /// Adds a scalar to the open word, or starts a word with it. If signs precede the scalar, the open word
    /// ends before them.
    private mutating func addToWord(_ scalar: UInt32, from range: Range<Int>) {
        if !signs.isEmpty {
            signs.removeAll(keepingCapacity: true)
            isWordOpen = false
        }
        if isWordOpen { extendLastToken(to: range) } else { addToken(from: range) }
        isWordOpen = true
        if tokens[tokens.count - 1].foldedRange.count < Self.maximumWordLength { append(scalar) }
    }

    private mutating func addToken(from range: Range<Int>) {
        tokens.append(Token(foldedRange: bytes.count..<bytes.count, textRange: range))
    }

    /// Extends the range in the text of an open word or of an ideograph to an adjacent scalar.
    private mutating func extendLastToken(to range: Range<Int>) {
        guard let last = tokens.last, isWordOpen || last.isIdeograph, last.textRange.upperBound >= range.lowerBound
        else { return }
        let end = max(last.textRange.upperBound, range.upperBound)
        tokens[tokens.count - 1].textRange = last.textRange.lowerBound..<end
    }

    private mutating func append(_ scalar: UInt32) {
        guard let scalar = Unicode.Scalar(scalar) else { return }
        bytes.append(contentsOf: UTF8.encode(scalar) ?? .encodedReplacementCharacter)
        let start = tokens[tokens.count - 1].foldedRange.lowerBound
        tokens[tokens.count - 1].foldedRange = start..<bytes.count
    }
}

extension TokenList {
    /// Appends the tokens as they are indexed, separated by spaces: each word, each pair of adjacent ideographs, and
    /// the last ideograph of a run alone. A single ideograph is therefore found as the prefix of a pair.
    func appendIndexTokens(to text: inout [UInt8]) {
        for (index, token) in tokens.enumerated() {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text += bytes(of: token)
            if index + 1 < tokens.count, tokens[index + 1].followsIdeograph { text += bytes(of: tokens[index + 1]) }
        }
    }
}

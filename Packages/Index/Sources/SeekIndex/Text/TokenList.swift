/// The tokens of a text: words, and single characters of scripts without spaces. Compatibility forms, case and accents
/// are folded.
///
/// Indexing, queries and highlighting all use this type, so that they agree. A list can be reused for many texts, to
/// save allocations.
struct TokenList {
    struct Token {
        /// The range of the folded characters in ``TokenList/bytes``.
        var bytes: Range<Int32>
        /// The range in the text, in UTF-8 bytes.
        var source: Range<Int32>
        /// Whether the token is a single character of a script without spaces.
        var isIdeograph: Bool
        /// Whether the token is an ideograph immediately after another one.
        var followsIdeograph: Bool
    }

    /// The folded characters of all tokens, in UTF-8.
    private(set) var bytes: [UInt8] = []
    private(set) var tokens: [Token] = []

    /// The maximum length of a word in bytes; a longer one is truncated.
    static let maximumWordLength = 96

    private var isWordOpen = false
    /// The last ideograph, which can be composed with a mark or Hangul letter that follows it.
    private var lastIdeograph: UInt32 = 0

    /// Replaces the tokens with those of a text.
    ///
    /// - Parameter limit: The maximum number of UTF-8 bytes of the text to read.
    mutating func scan(_ text: String, limit: Int = .max) {
        bytes.removeAll(keepingCapacity: true)
        tokens.removeAll(keepingCapacity: true)
        isWordOpen = false
        var text = text
        text.withUTF8 { scan($0, limit: limit) }
        isWordOpen = false
    }

    /// Returns the folded characters of a token.
    func bytes(of token: Token) -> ArraySlice<UInt8> {
        bytes[Int(token.bytes.lowerBound)..<Int(token.bytes.upperBound)]
    }

    private mutating func scan(_ text: UnsafeBufferPointer<UInt8>, limit: Int) {
        var index = 0
        let end = min(text.count, limit)
        while index < end {
            let byte = text[index]
            if Self.isAlphanumeric(byte) {
                index = appendAlphanumerics(from: index, to: end, in: text)
                continue
            }
            if byte < 0x80 {
                appendPunctuation(byte, at: index, in: text)
                index += 1
                continue
            }
            let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            // The limit can be inside a scalar.
            guard index + length <= text.count else { return }
            var scalar = UInt32(byte) & (0x7F >> UInt32(length))
            for offset in 1..<length { scalar = scalar << 6 | UInt32(text[index + offset] & 0x3F) }
            let source = Int32(index)..<Int32(index + length)
            // The table is decoded at its first use, so that ASCII texts do not wait for it.
            if let replacement = Folding.replacements[scalar] {
                for folded in replacement { append(folded: folded, from: source) }
            } else {
                append(folded: scalar, from: source)
            }
            index += length
        }
    }

    /// Adds consecutive ASCII letters and digits, and returns where they end.
    private mutating func appendAlphanumerics(from start: Int, to end: Int, in text: UnsafeBufferPointer<UInt8>) -> Int
    {
        var index = start
        while index < end, Self.isAlphanumeric(text[index]) { index += 1 }
        if openWord(from: Int32(start)..<Int32(index)) {
            let room = Self.maximumWordLength - tokens[tokens.count - 1].bytes.count
            // Makes letters lowercase; digits do not change.
            for byte in text[start..<min(index, start + room)] { bytes.append(byte | 0x20) }
            closeBytes()
        }
        return index
    }

    /// Adds a plus or number sign at the end of a word; any other ASCII character ends the word.
    private mutating func appendPunctuation(_ byte: UInt8, at index: Int, in text: UnsafeBufferPointer<UInt8>) {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "#"):
            // C++ and C# are words; a+b is two words.
            guard isWordOpen, Self.endsWord(text, from: index) else { return isWordOpen = false }
            addToWord(byte, from: Int32(index)..<Int32(index + 1))
        default: isWordOpen = false
        }
    }

    /// Returns whether only plus and number signs remain up to the end of the word.
    private static func endsWord(_ text: UnsafeBufferPointer<UInt8>, from index: Int) -> Bool {
        let next =
            text[index...].prefix(8).first { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "#") } ?? UInt8(ascii: " ")
        return next < 0x80 && !isAlphanumeric(next)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Adds a folded scalar.
    private mutating func append(folded scalar: UInt32, from source: Range<Int32>) {
        if scalar < 0x80 {
            guard Self.isAlphanumeric(UInt8(scalar)) else { return isWordOpen = false }
            return addToWord(UInt8(scalar), from: source)
        }
        if compose(scalar, from: source) { return }
        switch CharacterClass(scalar) {
        case .word: addToWord(scalar, from: source)
        case .ideograph: addIdeograph(scalar, from: source)
        case .symbol:
            isWordOpen = false
            addToWord(scalar, from: source)
            isWordOpen = false
        case .ignored: extendLast(to: source)
        case .separator: isWordOpen = false
        }
    }

    /// Composes the last ideograph with a mark or Hangul letter that follows it. Returns whether they combine.
    private mutating func compose(_ scalar: UInt32, from source: Range<Int32>) -> Bool {
        guard let last = tokens.last, last.isIdeograph, last.source.upperBound == source.lowerBound,
            let composed = Composition.compose(lastIdeograph, scalar)
        else { return false }
        bytes.removeLast(bytes.count - Int(last.bytes.lowerBound))
        append(composed)
        lastIdeograph = composed
        tokens[tokens.count - 1].bytes = last.bytes.lowerBound..<Int32(bytes.count)
        tokens[tokens.count - 1].source = last.source.lowerBound..<source.upperBound
        return true
    }

    private mutating func addIdeograph(_ scalar: UInt32, from source: Range<Int32>) {
        isWordOpen = false
        // One scalar can fold to several ideographs, which have the same source range.
        let followsIdeograph = tokens.last.map {
            $0.isIdeograph && ($0.source.upperBound == source.lowerBound || $0.source == source)
        }
        let start = Int32(bytes.count)
        append(scalar)
        lastIdeograph = scalar
        tokens.append(
            Token(
                bytes: start..<Int32(bytes.count),
                source: source,
                isIdeograph: true,
                followsIdeograph: followsIdeograph ?? false
            )
        )
    }

    private mutating func addToWord(_ byte: UInt8, from source: Range<Int32>) {
        guard openWord(from: source) else { return }
        bytes.append(byte)
        closeBytes()
    }

    private mutating func addToWord(_ scalar: UInt32, from source: Range<Int32>) {
        guard openWord(from: source) else { return }
        append(scalar)
        closeBytes()
    }

    /// Starts a word or continues the current one. Returns false when the word has its maximum length.
    private mutating func openWord(from source: Range<Int32>) -> Bool {
        guard isWordOpen else {
            let start = Int32(bytes.count)
            tokens.append(Token(bytes: start..<start, source: source, isIdeograph: false, followsIdeograph: false))
            isWordOpen = true
            return true
        }
        extendLast(to: source)
        return tokens[tokens.count - 1].bytes.count < Self.maximumWordLength
    }

    private mutating func closeBytes() {
        let last = tokens.count - 1
        tokens[last].bytes = tokens[last].bytes.lowerBound..<Int32(bytes.count)
    }

    private mutating func extendLast(to source: Range<Int32>) {
        guard let last = tokens.last, isWordOpen || last.isIdeograph, last.source.upperBound >= source.lowerBound else {
            return
        }
        tokens[tokens.count - 1].source = last.source.lowerBound..<max(last.source.upperBound, source.upperBound)
    }

    private mutating func append(_ scalar: UInt32) {
        guard let scalar = Unicode.Scalar(scalar) else { return }
        for byte in UTF8.encode(scalar) ?? .encodedReplacementCharacter { bytes.append(byte) }
    }
}

extension TokenList {
    /// Appends the tokens as they are indexed, separated by spaces: words, and each ideograph with the one that follows
    /// it; the last one alone. A single ideograph is therefore found as the prefix of a pair.
    func appendIndexTokens(to text: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            func append(_ token: Token) {
                let range = Int(token.bytes.lowerBound)..<Int(token.bytes.upperBound)
                text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
            }
            for (index, token) in tokens.enumerated() {
                if !text.isEmpty { text.append(UInt8(ascii: " ")) }
                append(token)
                if index + 1 < tokens.count, tokens[index + 1].followsIdeograph { append(tokens[index + 1]) }
            }
        }
    }
}

import Foundation
import Testing

@testable import SeekIndex

@Suite("A token list")
struct TokenListTests {
    private func indexed(_ text: String) -> String {
        var list = TokenList()
        list.scan(text)
        var bytes: [UInt8] = []
        list.appendIndexTokens(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let texts: [(String, String)] = [
        ("Hello, World", "hello world"), ("node.js swift-nio", "node js swift nio"),
        ("C++ & C# a+b #tag", "c++ c# a b tag"), ("C#入門 “C++”、C#… C#é Ｃ＃・Ｃ＋＋", "c# 入門 門 c++ c# c e c# c++"),
        ("f++ x+ +y 1#2", "f++ x+ y 1 2"), ("", ""), ("!?\0\n", ""), ("a\0b", "a b"),
        ("Café CAFÉ cafe\u{301}", "cafe cafe cafe"), ("Straße ﬁn Łódź Øre Æsir", "strasse fin lodz ore aesir"),
        ("Ｓｗｉｆｔ　①② ½ ㏂", "swift 12 1 2 a m"), ("𝓼𝔀𝓲𝓯𝓽 ⅷ", "swift viii"), ("ΣΊΣΥΦΟΣ Ёлка", "σισυφοσ елка"),
        ("東京夜景", "東京 京夜 夜景 景"), ("猫", "猫"), ("Swift入門", "swift 入門 門"), ("東京 夜景", "東京 京 夜景 景"),
        ("йод и\u{306}од ИОД", "иод иод иод"), ("τῷ τῶι", "τω τωι"),
        ("ｶﾞｷﾞﾊﾟ ｶ", "ガギ ギパ パ カ"), ("か\u{3099}は\u{309A}う\u{3099}", "がぱ ぱゔ ゔ"), ("한국어", "한국 국어 어"),
        ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", "한국 국"), ("㈱", "株"),
        ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
        ("हिन्दी", "हिन्दी"), ("🎉party", "🎉 party"), ("สวัสดี", "สว วั ัส สด ดี ี"), ("Ⅳ世", "iv 世"),
    ]

    @Test("contains folded words, and overlapping pairs of Han, kana, Hangul and Thai characters", arguments: texts)
    func tokens(text: String, tokens: String) {
        #expect(indexed(text) == tokens.precomposedStringWithCanonicalMapping)
    }

    /// Returns a scalar folded by Foundation. The library does not use Foundation's normalization, because loading it
    /// delays the start of a program.
    private func foldedByFoundation(_ scalar: Unicode.Scalar) -> String {
        var text = String(scalar)
        // Decomposition and lowercasing can each produce scalars that the other changes.
        for _ in 0..<3 {
            text = text.decomposedStringWithCompatibilityMapping.lowercased().decomposedStringWithCompatibilityMapping
        }
        return text.precomposedStringWithCanonicalMapping
    }

    @Test("folds compatibility forms of letters and digits as Foundation does")
    func compatibility() {
        var differences: [String] = []
        // Fullwidth and halfwidth forms, circled digits and letters, mathematical letters, Roman numerals, ligatures,
        // compatibility ideographs, circled katakana.
        let ranges: [ClosedRange<UInt32>] = [
            0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF66...0xFF9D, 0x2460...0x2468, 0x24B6...0x24E9,
            0x1D400...0x1D433, 0x2160...0x217F, 0xFB00...0xFB06, 0xF900...0xFA0D, 0x32D0...0x32FE,
        ]
        for value in ranges.joined() {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
            var (list, referenceList) = (TokenList(), TokenList())
            list.scan(String(scalar))
            referenceList.scan(foldedByFoundation(scalar))
            if list.bytes != referenceList.bytes { differences.append("\(scalar)") }
        }
        #expect(differences.isEmpty)
    }

    @Test("folds each letter and its canonical decomposition alike")
    func decomposedLetters() {
        var differences: [String] = []
        for value in UInt32(0x80)...0x2_FFFF {
            // The table is of Unicode 14; the system's data may be newer.
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
                scalar.properties.age.map({ $0.major <= 14 }) ?? false
            else { continue }
            let letter = String(scalar)
            // Bytes, because strings are equal if they are canonically equivalent.
            let (composed, decomposed) = (indexed(letter), indexed(letter.decomposedStringWithCanonicalMapping))
            if !composed.utf8.elementsEqual(decomposed.utf8) { differences.append(letter) }
        }
        #expect(differences.isEmpty)
    }

    @Test("has the same tokens if its own tokens are scanned; the range of each token is within the text")
    func idempotence() {
        for _ in 0..<300 {
            let scalars = (0..<40).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x1_F9FF)) }
            let text = String(String.UnicodeScalarView(scalars))
            var list = TokenList()
            list.scan(text)
            let once = list.tokens.map { String(decoding: list.bytes(of: $0), as: UTF8.self) }.joined(separator: " ")
            #expect(list.tokens.allSatisfy { !$0.textRange.isEmpty })
            #expect(list.tokens.allSatisfy { $0.textRange.upperBound <= text.utf8.count })
            list.scan(once)
            let twice = list.tokens.map { String(decoding: list.bytes(of: $0), as: UTF8.self) }.joined(separator: " ")
            #expect(once == twice, "\(scalars.map { String($0.value, radix: 16) })")
        }
    }

    @Test("truncates a very long word, and reads only scalars that begin before the limit in bytes")
    func limits() {
        #expect(indexed(String(repeating: "x", count: 10_000)).count == TokenList.maximumWordLength)
        var list = TokenList()
        list.scan("ab é", limit: 4)
        #expect(list.tokens.count == 2)
        list.scan("ab cd", limit: 2)
        #expect(list.tokens.count == 1)
    }
}

@Suite("Search terms")
struct SearchTermsTests {
    @Test(
        "are words and pairs of ideographs, all required; single ideographs and a last word of 2+ letters are prefixes"
    )
    func expressions() {
        func expression(_ text: String) -> String { SearchTerms(text).expression(in: ["a"]) }
        #expect(expression("Swift NI") == #"{a} : (("swift") AND ("ni" *))"#)
        #expect(expression("swift ") == #"{a} : (("swift"))"#)
        #expect(expression("x") == #"{a} : (("x"))"#)
        #expect(expression("東京夜 猫") == #"{a} : (("東京" AND "京夜") AND ("猫" *))"#)
        #expect(
            SearchTerms("b ").expression(in: ["a"], kinds: ["k", "l"]) == #"({a} : (("b"))) AND (kind : ("k" OR "l"))"#
        )
    }

    @Test("are distinct and limited in number; a long sequence of ideographs becomes several terms")
    func limits() {
        #expect(SearchTerms("a a A ").terms.count == 1)
        #expect(SearchTerms((0..<100).map { "w\($0)" }.joined(separator: " ")).terms.count == SearchTerms.limit)
        #expect(SearchTerms("").terms.isEmpty)
        let ideographs = (0..<40).compactMap { Unicode.Scalar(0x4E00 + $0) }
        #expect(SearchTerms(String(String.UnicodeScalarView(ideographs))).terms.count == 2)
    }
}

@Suite("A highlighted text")
struct HighlightedTextTests {
    private func matched(_ text: String, _ query: String) -> HighlightedText {
        var list = TokenList()
        let matcher = TermMatcher(terms: SearchTerms(query).terms)
        return HighlightedText(text, ranges: matcher.ranges(in: text, using: &list))
    }

    @Test(
        "marks the words as they are written in the text",
        arguments: [
            ("Ｓｗｉｆｔ and SWIFT!", "swift ", "[Ｓｗｉｆｔ] and [SWIFT]!"),
            ("cafe\u{301}s Café", "cafe", "[cafe\u{301}s] [Café]"),
            ("夜の東京タワーと東京", "東京", "夜の[東京]タワーと[東京]"), ("京東", "東京", "京東"), ("ｶﾞｰﾙ", "ガール", "[ｶﾞｰﾙ]"),
            ("swift", "java", "swift"), ("東東東", "東東", "[東東東]"), ("㌢x", "センチ ", "[㌢]x"),
        ]
    )
    func marks(text: String, query: String, marked: String) {
        let highlighted = matched(text, query)
        #expect(highlighted.marked("[", "]") == marked)
        #expect(highlighted.segments.map(\.text).joined() == text)
    }

    @Test("has a snippet around the first match, or from the beginning of the text if there is no match")
    func snippets() {
        let words = (0..<100).map { "word\($0)" }.joined(separator: " ")
        let snippet = matched(words, "word50 ").snippet(limit: 60)
        #expect(snippet.marked("[", "]").contains("[word50]"))
        #expect(snippet.text.hasPrefix("…word"))
        #expect(snippet.text.hasSuffix("…"))
        #expect(matched("short", "x").snippet(limit: 60).text == "short")
        let ideographs = String(repeating: "夜景", count: 100) + "東京" + String(repeating: "夜景", count: 100)
        for limit in 20..<40 {
            let snippet = matched(ideographs, "東京").snippet(limit: limit)
            #expect(snippet.marked("[", "]").contains("[東京]"))
            // Each “…” is added to the limit.
            #expect(snippet.text.utf8.count <= limit + 30)
        }
        #expect(matched(words, "nothing").snippet(limit: 20).text.hasPrefix("word0 word1"))
        #expect(matched(words, "word99 ").snippet(limit: 20).text.hasSuffix("word99"))
    }

    @Test("ignores ranges beyond its end")
    func outOfRange() {
        #expect(HighlightedText("ab", ranges: [5..<9]).segments.map(\.text) == ["ab"])
    }
}

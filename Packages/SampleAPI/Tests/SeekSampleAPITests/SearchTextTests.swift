import Testing

@testable import SeekSampleAPI

@Suite("Folding and splitting of text for searches")
struct TextTests {
    @Test(
        "folding removes case and, in scripts below U+0900, diacritics; other scripts are unchanged",
        arguments: [
            // In Cyrillic, й is a letter of its own.
            ("CAFÉ", "cafe"), ("cafe\u{301}", "cafe"), ("Ålesund", "alesund"), ("phở", "pho"),
            ("Søren Łódź", "soren lodz"),
            ("ậ", "a"), ("Ελλάδα", "ελλαδα"), ("й", "й"), ("H\u{334}e\u{335}", "he"), ("が", "が"), ("か\u{3099}", "が"),
            ("한", "한"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("كِتاب", "كتاب"), ("\u{301}", ""), ("İ", "i"),
        ]
    )
    func folding(text: String, folded: String) {
        #expect(String(TextFolding.fold(text)) == folded)
    }

    @Test(
        "text of scripts with spaces is split into words, other text into substrings",
        arguments: [
            ("swift-nio", ["word swift", "word nio"]), ("C++ & C#", ["word c++", "word c#"]), ("+ # &", []),
            ("100%", ["word 100"]),
            ("東京の夜景", ["substring 東京の夜景"]), ("東京、夜景", ["substring 東京", "substring 夜景"]),
            ("Swiftで", ["word swift", "substring で"]), ("🍜🍜", ["substring 🍜🍜"]),
            ("夜\u{3000}景", ["substring 夜", "substring 景"]), ("a\u{0}b", ["word a", "word b"]), ("", []),
        ]
    )
    func pieces(text: String, expected: [String]) {
        let pieces = SearchPiece.pieces(of: TextFolding.fold(text)).map { piece in
            switch piece {
            case .word(let word): "word \(String(word))"
            case .substring(let substring): "substring \(String(substring))"
            }
        }
        #expect(pieces == expected)
    }

    @Test(
        "a query is split at white space and separators, except within quotation marks",
        arguments: [
            ("a \"b c\" d", ["a", "b c", "d"]), ("language:\"Vim Script\"", ["language:Vim Script"]),
            ("\"open end", ["open end"]), ("`a b`", ["`a", "b`"]), ("a|b", ["a", "|", "b"]), ("\"a|b\"", ["a|b"]),
            ("  ", []),
        ]
    )
    func tokens(text: String, expected: [String]) {
        #expect(QueryTokens.tokens(of: text, separators: ["|"]).map(\.text) == expected)
    }

    @Test(
        "a word matches the beginning of a word; in scripts without spaces, text matches anywhere",
        arguments: [
            ("SwiftUI", "swift", true), ("SwiftUI", "swiftui", true), ("learn SwiftUI", "swift", true),
            ("SwiftUI", "ui", false), ("SwiftUI", "swiftuikit", false), ("swift-nio", "nio", true),
            ("東京の夜景", "夜景", true), ("東京の夜景", "夜京", false),
        ]
    )
    func wordPrefixes(text: String, term: String, isMatch: Bool) {
        let pieces = SearchPiece.pieces(of: TextFolding.fold(term))
        #expect(pieces.map(SearchableText(text).contains) == [isMatch])
    }
}

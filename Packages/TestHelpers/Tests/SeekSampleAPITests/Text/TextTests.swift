import Testing

@testable import SeekSampleAPI

@Suite("Text made ready to be searched")
struct TextTests {
    @Test(
        "folding takes case and diacritics from alphabets, and leaves other scripts alone",
        arguments: [
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
        "pieces are words and runs",
        arguments: [
            ("swift-nio", ["word swift", "word nio"]), ("C++ & C#", ["word c++", "word c#"]), ("+ # &", []),
            ("100%", ["word 100"]),
            ("東京の夜景", ["run 東京の夜景"]), ("東京、夜景", ["run 東京", "run 夜景"]), ("Swiftで", ["word swift", "run で"]),
            ("🍜🍜", ["run 🍜🍜"]), ("夜\u{3000}景", ["run 夜", "run 景"]), ("a\u{0}b", ["word a", "word b"]), ("", []),
        ]
    )
    func pieces(text: String, expected: [String]) {
        let pieces = SearchPiece.pieces(of: TextFolding.fold(text)).map { piece in
            switch piece {
            case .word(let word): "word \(String(word))"
            case .run(let run): "run \(String(run))"
            }
        }
        #expect(pieces == expected)
    }

    @Test(
        "tokens keep quoted parts whole",
        arguments: [
            ("a \"b c\" d", ["a", "b c", "d"]), ("language:\"Vim Script\"", ["language:Vim Script"]),
            ("\"open end", ["open end"]), ("a|b", ["a", "|", "b"]), ("\"a|b\"", ["a|b"]), ("  ", []),
        ]
    )
    func tokens(text: String, expected: [String]) {
        #expect(QueryTokens.tokens(of: text, separators: ["|"]).map(\.text) == expected)
    }

    @Test(
        "points in time",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("2026-03-22T12:00:00Z", 1_774_180_800),
            ("2026-03-22t21:00:00+09:00", 1_774_180_800),
            ("2026-03-22T04:30:00.5-07:30", 1_774_180_800.5), ("1969-12-31T23:59:59Z", -1),
            ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("0000-03-01T00:00:00Z", -62_162_035_200),
        ]
    )
    func dates(text: String, seconds: Double) {
        #expect(RFC3339.seconds(text) == seconds)
    }

    @Test(
        "what is no point in time",
        arguments: [
            "", "2026-03-22", "2026-03-22T12:00:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-03-22T24:00:00Z", "2026-03-22T12:00:00.Z", "2026-03-22T12:00:00+9",
            "2026-03-22T12:00:00+09:0x", "2026/03/22T12:00:00Z", "2026-03-22T12-00-00Z", "+026-03-22T12:00:00Z",
        ]
    )
    func noDates(text: String) {
        #expect(RFC3339.seconds(text) == nil)
    }

    @Test("days and dates are each other's inverse")
    func days() {
        for day in stride(from: -800_000, to: 200_000, by: 997) {
            #expect(CivilDate(daysSince1970: day).daysSince1970 == day)
        }
        #expect(CivilDate(daysSince1970: 20534) == CivilDate(year: 2026, month: 3, day: 22))
        #expect(CivilDate.days(inMonth: 2, of: 1900) == 28 && CivilDate.days(inMonth: 2, of: 2000) == 29)
    }

    @Test("durations", arguments: [("PT1H2M44S", 3764), ("P0D", 0), ("PT40S", 40), ("P1DT1S", 86401), ("PT", 0)])
    func durations(text: String, seconds: Int) {
        #expect(VideoDuration.seconds(text) == seconds)
    }

    @Test("what is no duration", arguments: ["", "1H", "PT5", "P5X", "PTxS", "PS"])
    func noDurations(text: String) {
        #expect(VideoDuration.seconds(text) == nil)
    }
}

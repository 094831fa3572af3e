import SeekBasics
import Testing

@Suite("External text")
struct SafeTextTests {
    @Test(
        "becomes one line without control characters",
        arguments: [
            ("plain 東京 👩‍💻 עברית", "plain 東京 👩‍💻 עברית"),
            ("red \u{1B}[31m", "red \u{FFFD}[31m"), ("a\tb\r\nc", "a b c"), ("a\n\n b", "a  b"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("\u{202E}moc", "\u{FFFD}moc"), ("a\u{2028}b", "a b"),
            ("nul\0", "nul\u{FFFD}"), ("\u{7F}", "\u{FFFD}"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
        ]
    )
    func safeLine(text: String, safe: String) {
        #expect(SafeText.line(text) == safe)
        #expect(SafeText.line(safe) == safe)
    }

    @Test(
        "loses invisible characters that no script or emoji requires",
        arguments: [
            // Zero-width space, byte order mark, word joiner, soft hyphen, Hangul filler.
            ("pay\u{200B}pal", "paypal"), ("\u{FEFF}a\u{2060}b\u{AD}c\u{3164}", "abc"),
            ("a\u{200D}b\u{200C}c", "abc"), ("\u{200E}left\u{200F}", "left"), ("a\u{61C}b", "ab"),
            // Tags encode invisible text.
            ("a\u{E0041}\u{E0042}\u{E007F}b", "ab"),
            // U+FE00 to U+FE0F remain after a visible character, U+E0100 to U+E01EF after an ideograph.
            ("\u{FE0F}a\u{FE0F}\u{FE0F}", "a\u{FE0F}"), ("\u{E0100}", ""),
            // Required: joiners in Persian, Hindi and emoji; marks next to Hebrew and Arabic; flags; variants of
            // ideographs.
            ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"),
            ("👩\u{200D}👩\u{200D}👧 ❤\u{FE0F}\u{200D}🔥", "👩\u{200D}👩\u{200D}👧 ❤\u{FE0F}\u{200D}🔥"),
            ("שלום\u{200F}!", "שלום\u{200F}!"), ("\u{200E}عربي", "\u{200E}عربي"), ("٣\u{61C}%", "٣\u{61C}%"),
            (
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
            ),
            ("葛\u{E0100}", "葛\u{E0100}"), ("ᠠ\u{180B}", "ᠠ\u{180B}"),
        ]
    )
    func invisibleCharacters(text: String, safe: String) {
        #expect(Array(SafeText.line(text).unicodeScalars) == Array(safe.unicodeScalars))
    }

    @Test("keeps its lines and tabs where they are allowed, and has harmful characters escaped in JSON")
    func lines() {
        #expect(SafeText.lines("a\tb\r\nc\u{1B}\n") == "a\tb\nc\u{FFFD}\n")
        #expect(SafeText.json("\"a\u{202E}\u{E0041}\"\n") == "\"a\\u202e\\udb40\\udc41\"\n")
    }
}

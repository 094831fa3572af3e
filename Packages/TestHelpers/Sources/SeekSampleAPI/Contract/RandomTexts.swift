/// Texts of the kinds that encoders, servers and terminals treat differently, for generated requests.
public enum RandomTexts {
    /// Characters that have a meaning in URLs, queries, HTML and shells; encoded texts; other scripts, composed and
    /// decomposed letters, emoji and text from right to left; controls; spaces at the ends; long texts.
    public static let all =
        [
            "swift", "C++ & C#", "100%", "a=b", "what?", "a#b", "a/b", "a:b", "a;b", "me@home", "a, b",
            "\"quoted words\"",
            "<b>bold</b>", "a|b", #"a\b"#, "-excluded", "~{x}[y]^`$!'()*", "%2520", "videos%3AbatchGetStats", "a+b",
            "caf\u{E9}", "cafe\u{301}", "東京 夜景", "👩‍💻🇳🇿", "שלום עולם", "مرحبا", "\u{202E}reversed", "\u{FEFF}mark",
            "  padded  ", "\u{3000}全角\u{3000}", "a\u{A0}b", "line\nbreak", "tab\tbed", "nul\u{0}", "escape\u{1B}[31m",
            "\u{85}next", "AND", "x OR y", "NOT z", "", " ",
        ] + [String(repeating: "long ", count: 60), String(repeating: "é", count: 300)]

    /// Returns one of the texts, or several joined to one.
    public static func text(using generator: inout some RandomNumberGenerator) -> String {
        let count = [1, 1, 1, 2, 3].randomElement(using: &generator) ?? 1
        let separator = Bool.random(using: &generator) ? " " : ""
        return (0..<count).compactMap { _ in all.randomElement(using: &generator) }.joined(separator: separator)
    }
}

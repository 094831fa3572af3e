import Testing

@testable import SeekTestHelpers

@Suite("Regular expressions from untrusted input", .timeLimit(.minutes(1)))
struct LinearPatternTests {
    @Test(
        "a pattern matches whole strings only",
        arguments: [
            ("", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false), ("a.c", "abc", true),
            ("a.c", "a\nc", false), ("[0-9]+", "2024", true), ("[0-9]+", "20x4", false), ("[^/]*", "a b", true),
            ("[^/]*", "a/b", false), ("[a-z ]+", "slow swift", true), ("[]a]+", "]a", true),
            (#"[\d_-]+"#, "1_-2", true),
            ("a|bc|", "bc", true), ("a|bc|", "", true), ("(ab)*", "abab", true), ("(?:ab)+c?", "abab", true),
            ("a{2}", "aa", true), ("a{2}", "aaa", false), ("a{2,}", "aaaa", true), ("a{1,2}", "aaa", false),
            ("(a|b){0,2}", "ba", true), ("a+?b*?", "aab", true), ("^a$", "a", true), ("a^b", "ab", false),
            (#"\w+\s\W"#, "é_9 !", true), (#"\d\D\S"#, "1xy", true), (#"\.\*\[\\"#, #".*[\"#, true), ("東.", "東京", true),
            ("(a*)*b", "aab", true), ("(|a)+", "aaa", true), ("(()|a){3}", "a", true),
            ("(a{100}){100}", String(repeating: "a", count: 10_000), true), ("(a{100}){100}", "a", false),
            ("a*b?", String(repeating: "a", count: 40_000), true), ("(((a*)*)*)*", "aaaa", true),
            ("(((){999}){999}){999}", "a", false),
        ]
    )
    func matches(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try LinearPattern(pattern).matches(text) == isMatch)
    }

    @Test(
        "a malformed, unsupported or oversized pattern is rejected",
        arguments: [
            "(?=a)", "(?i)a", "(?<name>a)", #"(a)\1"#, #"\ba"#, "(a", "a)", "[a", "[", "[b-a]", "[[:alpha:]]", "*",
            "a**",
            "a++", "a{", "a{x}", "a{2,1}", "a{99999999999999999999}", "a{1001}", "\\",
            #"\p{L}"#,
            String(repeating: "(", count: 60) + String(repeating: ")", count: 60), String(repeating: "a", count: 257),
        ]
    )
    func invalid(pattern: String) {
        #expect(throws: LinearPattern.Invalid.self) { try LinearPattern(pattern) }
    }

    @Test(
        "a pattern with catastrophic backtracking is rejected or matched in bounded time",
        arguments: [
            "(a+)+$", "(a|a)*", "(a*)*", "([a-z]+)*", "(.*)*x", "a?{30}a", ".*.*.*.*.*x", "(a{1,30}){1,30}",
            "(" + String(repeating: "b{1000}|", count: 20) + ".)*x",
        ]
    )
    func catastrophic(pattern: String) throws {
        guard let pattern = try? LinearPattern(pattern) else { return }
        #expect(!pattern.matches(String(repeating: "a", count: 2_000) + "!"))
    }

    @Test("random patterns match the same strings as Swift's regular expressions", arguments: 0..<300 as Range<UInt64>)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func pattern(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 3 ? 3 : 9), using: &random) {
            case 0: "a"
            case 1: "b"
            case 2: "."
            case 3: "(?:\(pattern(depth + 1))|\(pattern(depth + 1)))"
            case 4: "(?:\(pattern(depth + 1)))*"
            case 5: "(?:\(pattern(depth + 1)))?"
            case 6: "(?:\(pattern(depth + 1))){1,2}"
            case 7: "[^a]"
            default: pattern(depth + 1) + pattern(depth + 1)
            }
        }
        let text = pattern(0)
        let regex = try Regex(text)
        let linear = try LinearPattern(text)
        for _ in 0..<5 {
            let word = String(
                (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in "ab".randomElement(using: &random) }
            )
            #expect(linear.matches(word) == (try regex.wholeMatch(in: word) != nil), "/\(text)/ and '\(word)'")
        }
    }
}

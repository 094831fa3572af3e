import Testing

@testable import RepoTools

@Suite struct GlobTests {
    @Test(
        "a pattern matches the whole path or, if it ends with a slash, everything below the folder",
        arguments: [
            ("a/b", "a/b", true), ("a/b", "a/b/c", false), ("a/*", "a/b", true), ("a/*", "a/b/c", false),
            ("a/**", "a/b/c", true), ("a/", "a/b/c", true), ("a/", "ab", false), ("**/x", "x", true),
            ("**/x", "a/b/x", true), ("a/**/x", "a/x", true), ("a/**/x", "a/b/c/x", true), ("*.md", "a.md", true),
            ("*.md", "a/b.md", false), ("?.md", "a.md", true), ("?.md", "/.md", false), ("", "", true),
            ("", "a", false),
        ]
    )
    func matches(pattern: String, path: String, expected: Bool) {
        #expect(Glob(pattern).matches(path) == expected)
    }
}

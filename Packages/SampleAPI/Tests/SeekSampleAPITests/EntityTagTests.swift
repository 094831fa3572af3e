import Testing

@testable import SeekSampleAPI

@Suite("Entity tags")
struct EntityTagTests {
    @Test("digests are hexadecimal, differ for different strings and are the same for equal strings")
    func digests() {
        let digests = Set(["", "a", "b", "ab", "ba", "夜"].map(EntityTag.digest))
        #expect(digests.count == 6)
        #expect(digests.allSatisfy { $0.allSatisfy(\.isHexDigit) })
        #expect(EntityTag.digest(of: "seek") == EntityTag.digest(of: "seek"))
    }

    @Test(
        "If-None-Match matches * and any tag of its list, by weak comparison",
        arguments: [
            ("\"a\"", true), ("W/\"a\"", true), ("\"b\" , W/\"a\"", true), ("*", true), ("\"b\"", false), ("a", false),
            ("", false),
        ]
    )
    func matching(field: String, isMatch: Bool) {
        #expect(EntityTag.matches("\"a\"", ifNoneMatch: field) == isMatch)
        #expect(EntityTag.matches("W/\"a\"", ifNoneMatch: field) == isMatch)
        #expect(!EntityTag.matches("\"a\"", ifNoneMatch: nil))
    }
}

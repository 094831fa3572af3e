#if os(Linux)
import Foundation
import SeekTestHelpers
import Testing

/// Runs the program in the situations of `Fixtures/world`.
@Suite("World cases", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct WorldTests {
    @Test("does what is right in a situation that others have reported", arguments: try WorldCase.all())
    func situation(worldCase: WorldCase) async throws {
        guard (worldCase.requires ?? []).allSatisfy({ ChildProgram.find($0) != nil }) else { return }
        #expect(!worldCase.sources.isEmpty, "a case needs a source")
        try await WorldRun(worldCase).perform()
    }

    @Test(
        "a pattern is compared byte by byte; an asterisk matches any bytes",
        arguments: [
            ("a", "a", true), ("a", "ab", false), ("a*", "ab", true), ("*b", "ab", true), ("a*b*c", "a1b2c", true),
            ("a*b*c", "acb", false), ("ab*ba", "aba", false), ("%3A", ":", false), ("\u{E9}", "e\u{301}", false),
            ("*", "", true),
        ]
    )
    func patterns(pattern: String, text: String, matches: Bool) {
        #expect(BytePattern(pattern).matches(Data(text.utf8)) == matches)
    }
}
#endif

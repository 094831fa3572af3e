import Testing

@testable import SeekBasics

@Suite struct SeekVersionTests {
    private static let hash = "0123456789abcdef0123456789abcdef01234567"

    @Test(
        "the commit is known only if git archive has replaced the placeholder with a full hash",
        arguments: [(hash, hash), ("$Format:%H$", nil), ("", nil), (String(hash.dropLast()), nil)]
    )
    func commit(placeholder: String, expected: String?) {
        #expect(SeekVersion.commit(archived: placeholder) == expected)
    }

    @Test(
        "the description names the commit, or states that the build is not a release",
        arguments: [(hash, "1.2.3 (commit 0123456789ab)"), (nil, "1.2.3 (not a release build)")]
    )
    func description(commit: String?, expected: String) {
        #expect(SeekVersion.description(of: "1.2.3", commit: commit) == expected)
    }
}

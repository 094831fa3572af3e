/// The version of Seek. This is the only place that defines it; `Scripts/repo release check` finds outdated mentions.
public enum SeekVersion {
    /// The version of this release in the form of semver.org.
    public static let current = "0.1.0"

    /// The hash of the commit from which a release was built, or nil in a build of a working copy.
    static let commit = commit(archived: "$Format:%H$")

    /// The version and its origin: `0.1.0 (commit 0123456789ab)` or `0.1.0 (not a release build)`.
    public static var description: String { description(of: current, commit: commit) }

    /// Returns the string if it is a commit hash; nil for the placeholder, which `git archive` replaces with the hash
    /// (the attribute `export-subst`), or for any other string.
    static func commit(archived hash: String) -> String? {
        hash.count == 40 && hash.allSatisfy(\.isHexDigit) ? hash : nil
    }

    static func description(of version: String, commit: String?) -> String {
        "\(version) (\(commit.map { "commit \($0.prefix(12))" } ?? "not a release build"))"
    }
}

/// The release notes: for the first release a description from the READMEs, for a later one the changes from the
/// changelogs of the packages.
struct ReleaseNotes: Equatable {
    var name: String
    var version: String
    /// The text of the root's README above its first section or code block; nil if a changelog lists another version.
    var introduction: String?
    /// The packages with entries in their changelogs, in the order of their folders.
    var packages: [Package] = []

    struct Package: Equatable {
        var name: String
        /// The first paragraph of its README.
        var summary: String
        /// The entries of its changelog, as Markdown.
        var entries: String
    }

    init(version: String, root: String, configuration: RepoConfiguration) throws(RepoError) {
        name = configuration.release.name
        self.version = version
        let released = Repository.packageFolders(root: root, patterns: configuration.packages)
            .filter { !configuration.isStandalone($0) }
        var isFirst = true
        for folder in released.sorted() {
            guard let text = try? Files.text("\(root)/\(folder)/CHANGELOG.md") else { continue }
            if Self.releases(in: text).contains(where: { $0 != version }) { isFirst = false }
            let entries = Self.entries(of: version, in: text)
            guard !entries.isEmpty else { continue }
            let readme = (try? Files.text("\(root)/\(folder)/README.md")) ?? ""
            let summary = Self.introduction(of: readme).split(separator: "\n\n").first.map(String.init) ?? ""
            packages.append(Package(name: Files.name(of: folder), summary: summary, entries: entries))
        }
        if isFirst { introduction = Self.introduction(of: (try? Files.text("\(root)/README.md")) ?? "") }
    }

    /// Returns the text of the sections `## Unreleased` and `## VERSION`. A date may follow the version, and the title
    /// may be in brackets: `## [Unreleased]`.
    static func entries(of version: String, in changelog: String) -> String {
        var lines: [Substring] = []
        var isWanted = false
        for line in changelog.split(separator: "\n", omittingEmptySubsequences: false) {
            if let title = title(line) {
                isWanted = title.lowercased() == "unreleased" || title == version
            } else if isWanted {
                lines.append(line)
            }
        }
        return lines.drop { $0.isEmpty }.joined(separator: "\n").trimmed
    }

    /// Returns the versions in the titles of sections, except one marked as unreleased: `## 0.1.0 (unreleased)`.
    static func releases(in changelog: String) -> [Substring] {
        changelog.split(separator: "\n").filter { !$0.lowercased().contains("unreleased") }.compactMap(title)
            .filter { $0.wholeMatch(of: /\d+\.\d+\.\d+.*/) != nil }
    }

    /// Returns the first word of the title of a section, or nil if the line is not such a title.
    private static func title(_ line: Substring) -> Substring? {
        line.hasPrefix("## ") ? line.dropFirst(3).split { " []".contains($0) }.first ?? "" : nil
    }

    /// Returns the text between the title of a README and its first section or code, without links to files of the
    /// repository, which do not work on the page of a release.
    static func introduction(of readme: String) -> String {
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("# ") }
            .dropFirst().drop { $0.isEmpty }.prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("```") }
        // Links alone in parentheses are removed. Of others, the text remains.
        return lines.joined(separator: "\n")
            .replacing(/\s*\((?:(?:, )?\[[^\]]*\]\((?!https?:)[^)]*\))+\)/, with: "")
            .replacing(/!?\[([^\]]*)\]\((?!https?:)[^)]*\)/) { $0.1 }
            .trimmed
    }

    var markdown: String {
        guard let introduction else {
            return "# \(name) \(version)\n" + packages.map { "\n## \($0.name)\n\n\($0.entries)\n" }.joined()
        }
        let summaries = packages.map { "- **\($0.name):** \($0.summary.replacing("\n", with: "\n  "))\n" }
        return "# \(name) \(version)\n\nThe first release.\n\n\(introduction)\n\n## Packages\n\n" + summaries.joined()
    }
}

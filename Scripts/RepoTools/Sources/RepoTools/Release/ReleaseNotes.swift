/// The changes of a release, from the changelogs of the packages.
struct ReleaseNotes: Equatable {
    var name: String
    var version: String
    /// The entries of each package that has some, in the order of the packages' names.
    var packages: [Package] = []

    struct Package: Equatable {
        var name: String
        /// Markdown.
        var entries: String
    }

    init(version: String, root: String, configuration: RepoConfiguration) throws(RepoError) {
        name = configuration.release.name
        self.version = version
        let released = Repository.packageFolders(root: root, patterns: configuration.packages)
            .filter { !configuration.standalone.contains($0) }
        for folder in released.sorted() {
            guard let text = try? Files.text("\(root)/\(folder)/CHANGELOG.md") else { continue }
            let entries = Self.entries(of: version, in: text)
            if !entries.isEmpty { packages.append(Package(name: Files.name(of: folder), entries: entries)) }
        }
    }

    /// Returns the text of the sections `## Unreleased` and `## VERSION`, which may be followed by a date.
    static func entries(of version: String, in changelog: String) -> String {
        var lines: [Substring] = []
        var isWanted = false
        for line in changelog.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") {
                let title = line.dropFirst(3).split(separator: " ").first ?? ""
                isWanted = title == "Unreleased" || title == version
            } else if isWanted {
                lines.append(line)
            }
        }
        let text = lines.drop { $0.isEmpty }.joined(separator: "\n")
        return text.trimmed
    }

    var markdown: String {
        "# \(name) \(version)\n" + packages.map { "\n## \($0.name)\n\n\($0.entries)\n" }.joined()
    }
}

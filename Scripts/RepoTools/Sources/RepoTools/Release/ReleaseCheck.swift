import SeekBasics

/// Compares the version of a release with the sources, the tags and the changelogs.
struct ReleaseCheck {
    var version: String
    var root: String
    var configuration: RepoConfiguration

    /// Creates a check.
    /// - Throws: `UsageError` if `version` does not consist of three numbers; `RepoError` if the configuration
    ///   cannot be loaded or defines no release.
    init(version: String, root: String) throws {
        guard version.wholeMatch(of: /(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)/) != nil else {
            throw UsageError("“\(version)” is not a version; give three numbers, such as 1.2.3")
        }
        self.version = version
        self.root = root
        configuration = try RepoConfiguration.load(root: root)
        guard !configuration.release.version.isEmpty else {
            throw RepoError("\(RepoConfiguration.file) has no “release”; add it with the file that defines the version")
        }
    }

    func findings() throws(RepoError) -> [Finding] {
        try versionFindings() + mentionFindings() + tagFindings() + changelogFindings()
    }

    /// Returns a finding if the file that `release.version` in `repo.json` names defines no version or a different one.
    private func versionFindings() throws(RepoError) -> [Finding] {
        let file = configuration.release.version
        let lines = try Files.text("\(root)/\(file)").split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let defined = line.firstMatch(of: /= "(\d+\.\d+\.\d+)"/)?.1 else { continue }
            guard defined != version else { return [] }
            let message = "defines the version \(defined), but the release is \(version); change one of them"
            return [Finding(file: file, line: index + 1, message: message)]
        }
        return [
            Finding(file: file, message: "defines no version; add a line such as: static let current = \"\(version)\"")
        ]
    }

    /// Returns findings for the listed files that do not contain the version.
    private func mentionFindings() throws(RepoError) -> [Finding] {
        var findings: [Finding] = []
        for file in configuration.release.mentions where try !Files.text("\(root)/\(file)").containsWord(version) {
            findings.append(Finding(file: file, message: "does not mention the version \(version); update it"))
        }
        return findings
    }

    /// Returns a finding if the version has a tag, and the tag is not the checked-out commit. There is no finding if
    /// `git` fails, for example because there is no such tag.
    private func tagFindings() -> [Finding] {
        let git = Git(folder: root)
        guard let tagged = try? git.commit("refs/tags/\(version)"), let head = try? git.commit("HEAD"), tagged != head
        else { return [] }
        let message = "the tag \(version) is the commit \(tagged.prefix(12)), not \(head.prefix(12)); check out the tag"
        return [Finding(file: configuration.release.version, message: message)]
    }

    private func changelogFindings() throws(RepoError) -> [Finding] {
        let notes = try ReleaseNotes(version: version, root: root, configuration: configuration)
        guard notes.packages.isEmpty else { return [] }
        let message = "no package's CHANGELOG.md has entries below “## Unreleased” or “## \(version)”; add them"
        return [Finding(file: configuration.release.version, message: message)]
    }
}

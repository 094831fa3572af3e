import SeekBasics
import Testing

@Suite struct ReleaseCheckTests {
    /// Returns a repository whose version is 1.2.3.
    private func repo() throws -> TempRepo {
        let repo = try FivePackageRepo.copy()
        let release = #""release": {"name": "Acme", "version": "libs/Base/Version.swift", "mentions": ["README.md"]},"#
        try repo.replace("\"topLevel\"", with: "\(release)\n  \"topLevel\"", in: "Scripts/repo.json")
        try repo.write("libs/Base/Version.swift", "enum Version {\n    static let current = \"1.2.3\"\n}\n")
        try repo.write("README.md", "# Acme\n\nAdd version 1.2.3.\n")
        try repo.write("libs/Base/CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- New.\n")
        try repo.commit()
        return repo
    }

    @Test("the check passes for the version that the sources define")
    func passes() throws {
        let outcome = try repo().run("release", "check", "1.2.3")
        #expect(outcome.out == "")
        #expect(outcome.err == "repo release: 1.2.3 is the version of the sources\n")
        #expect(outcome.status == 0)
    }

    @Test(
        "a wrong or missing version in the sources, a README without the version, and missing entries are findings",
        arguments: [
            (
                "libs/Base/Version.swift", "\nlet current = \"1.3.0\"",
                "libs/Base/Version.swift:2: defines the version 1.3.0, but the release is 1.2.3; change one of them\n"
            ),
            ("libs/Base/Version.swift", "", "libs/Base/Version.swift:1: defines no version; add a line such as:"),
            ("README.md", "version 11.2.3", "README.md:1: does not mention the version 1.2.3; update it\n"),
            (
                "libs/Base/CHANGELOG.md", "## 1.2.2\n\n- Old.\n",
                "libs/Base/Version.swift:1: no package's CHANGELOG.md has"
            ),
        ]
    )
    func finding(file: String, text: String, expected: String) throws {
        let repo = try repo()
        try repo.write(file, text)
        let outcome = repo.run("release", "check", "1.2.3")
        #expect(outcome.status == 1)
        #expect(outcome.out.hasPrefix(expected), "\(outcome.out)")
        #expect(outcome.out.split(separator: "\n").count == 1)
    }

    @Test("the tag of the version, if there is one, must point to the commit that is checked out")
    func tag() throws {
        let repo = try repo()
        try repo.git("tag", "1.2.3")
        #expect(repo.run("release", "check", "1.2.3").status == 0)
        try repo.commit("later")
        let outcome = repo.run("release", "check", "1.2.3")
        #expect(outcome.status == 1)
        #expect(outcome.out.hasPrefix("libs/Base/Version.swift:1: the tag 1.2.3 is the commit "), "\(outcome.out)")
    }

    @Test(
        "an argument that is not a version is a usage error",
        arguments: ["v1.2.3", "1.2", "1.2.3-beta", "01.2.3", "1.2.3.4", "", "latest"]
    )
    func usage(version: String) throws {
        let repo = try repo()
        let outcome = repo.run(["release", "check", version])
        #expect(outcome.status == 2)
        #expect(outcome.err.contains("“\(version)” is not a version; give three numbers, such as 1.2.3"))
    }

    @Test("without the rule “release”, the error describes what to add")
    func noRules() throws {
        let outcome = try FivePackageRepo.copy().run("release", "check", "1.2.3")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("Scripts/repo.json has no “release”; add it"))
    }

    @Test(
        "the installation instructions of a release name all libraries that a minimal Debian lacks",
        .enabled(if: ThisRepository.root != nil)
    )
    func instructions() throws {
        let text = try ThisRepository.text("Scripts/Packaging/INSTALL.md")
        let rules = try decode(JSONValue.self, ThisRepository.text("Scripts/repo.json"))
        let packages = try #require(rules["release"]["packages"].object)
        let libraries = packages.flatMap { $0.value["libraries"].array ?? [] }.compactMap(\.string)
        #expect(!libraries.isEmpty)
        let minimal: Set = ["libc6", "libgcc-s1", "libstdc++6"]
        let command = text.split(separator: "\n").first { $0.hasPrefix("apt-get install ") } ?? ""
        #expect(Set(libraries).subtracting(minimal).isSubset(of: Set(command.split(separator: " ").map(String.init))))
    }
}

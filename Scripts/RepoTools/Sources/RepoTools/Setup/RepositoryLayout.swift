import SeekBasics

/// The packages of a repository without `Scripts/repo.json`, found by their manifests, and the text of that file for
/// them.
struct RepositoryLayout: Equatable {
    enum Root: Equatable {
        /// There is no root manifest, or it has no targets.
        case none
        /// The root manifest declares the targets of the packages again.
        case umbrella
        /// The root is a package of its own.
        case package(targets: Int, tests: Int)
    }

    private(set) var root = Root.none
    /// The folders of the packages other than the root, sorted.
    private(set) var packages: [String] = []
    /// The folders with a manifest that belong to another package or are data of tests.
    private(set) var leftOut: [String] = []
    /// The value of `packages` in `repo.json`.
    private(set) var patterns: [String] = []
    /// Documents and settings that no build and no test reads, as patterns.
    private(set) var inert: [String] = []

    /// - Parameter files: The files of the repository, relative to the root.
    init(files: [String], manifest: Manifest?) {
        let folders = files.filter { Files.name(of: $0) == "Package.swift" }.map(Files.parent).sorted()
        let tools = "Scripts/RepoTools"
        for folder in folders where folder != "." && folder != tools && !Files.contains(tools, folder) {
            let isData = folder.split(separator: "/").contains { Self.dataFolders.contains(String($0)) }
            if isData || packages.contains(where: { Files.contains($0, folder) }) {
                leftOut.append(folder)
            } else {
                packages.append(folder)
            }
        }
        if let targets = manifest?.targets, !targets.isEmpty {
            let declaresOwnTargets = targets.contains { target in
                !packages.contains { Files.contains($0, target.folder) }
            }
            root =
                declaresOwnTargets ? .package(targets: targets.count, tests: targets.count(where: \.isTest)) : .umbrella
        }
        patterns = Self.patterns(of: packages, files: files)
        if case .package = root { patterns.insert(".", at: 0) }
        inert = Self.documents(in: files, packages: packages)
    }

    /// The names of folders whose manifests are data of tests.
    private static let dataFolders: Set = ["Tests", "Fixtures", "TestData", "Resources"]

    /// Returns `Folder/*` for a folder with several packages and no other subfolders; other packages by their folders.
    private static func patterns(of packages: [String], files: [String]) -> [String] {
        let groups = Dictionary(grouping: packages, by: Files.parent)
        return groups.flatMap { parent, folders -> [String] in
            guard parent != ".", folders.count > 1 else { return folders }
            let inside = files.filter { $0.hasPrefix(parent + "/") }.map { $0.dropFirst(parent.count + 1) }
            let subfolders = Set(inside.filter { $0.contains("/") }.map { "\(parent)/\($0.prefix { $0 != "/" })" })
            return subfolders == Set(folders) ? ["\(parent)/*"] : folders
        }.sorted()
    }

    private static let documents: Set = [
        ".editorconfig", ".gitignore", ".mailmap", ".spi.yml", ".swift-format", ".swiftlint.yml",
        "AUTHORS.md", "CHANGELOG.md", "CODEOWNERS", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "CONTRIBUTORS.txt",
        "LICENSE", "LICENSE.md", "LICENSE.txt", "NOTICE.txt", "README.md", "SECURITY.md",
    ]

    private static func documents(in files: [String], packages: [String]) -> [String] {
        let parents = Set(packages + [".", ".github"])
        let listed = files.filter { documents.contains(Files.name(of: $0)) && parents.contains(Files.parent(of: $0)) }
        let folders = ["Documentation", "docs", ".github/ISSUE_TEMPLATE"].filter { folder in
            files.contains { $0.hasPrefix(folder + "/") }
        }
        return listed.sorted() + folders.map { $0 + "/**" }
    }

    /// The text of `repo.json`, or nil if there is no package.
    var rules: String? {
        guard !patterns.isEmpty else { return nil }
        func list(_ items: [String]) -> String { items.map { JSONValue.string($0).text() }.joined(separator: ", ") }
        let unread = (inert + Self.tools).map { "    \(JSONValue.string($0).text())" }.joined(separator: ",\n")
        return """
            {
              "packages": [\(list(patterns))],
              "inert": [
            \(unread)
              ],
              "coverage": { "threshold": 0 }
            }

            """
    }

    /// The files of the tools, which no package uses.
    static let tools = ["Scripts/RepoTools/**", "Scripts/repo"]

    var description: [String] {
        var lines: [String] = []
        switch root {
        case .none: break
        case .umbrella: lines.append("a root manifest that declares the targets of the packages again")
        case .package(let targets, let tests):
            lines.append("a root package with \(targets) targets, \(tests) of them tests (“.” in the rules)")
        }
        if !packages.isEmpty {
            let names = packages.map { Files.name(of: $0) }.sorted().joined(separator: ", ")
            lines.append("\(packages.count) package\(packages.count == 1 ? "" : "s"): \(names)")
        }
        if !leftOut.isEmpty {
            lines.append(
                "left out, because they are inside packages or data of tests: \(leftOut.joined(separator: ", "))"
            )
        }
        if !inert.isEmpty {
            lines.append("documents whose changes affect no test: \(inert.joined(separator: ", "))")
        }
        return lines
    }
}

/// Compares the layout of the working copy with the rules (`Scripts/repo.json`): the files at the root and the contents
/// of each package folder.
struct LayoutCheck {
    private let repository: Repository

    init(_ repository: Repository) {
        self.repository = repository
    }

    func findings() throws(RepoError) -> [Finding] {
        let files = try Git(folder: repository.root).files()
        return topLevelFindings(files) + collisionFindings(files) + folderFindings() + sharedFileFindings()
            + repository.packages.flatMap(packageFindings)
    }

    /// Returns findings for missing and unexpected files and folders at the root. Hidden files, and files that Git
    /// ignores, are not checked.
    private func topLevelFindings(_ files: [String]) -> [Finding] {
        let expected = Set(repository.configuration.topLevel)
        guard !expected.isEmpty else { return [] }
        let present = Set(files.map { String($0.prefix { $0 != "/" }) }.filter { !$0.hasPrefix(".") })
        let list = expected.sorted().joined(separator: ", ")
        let surplus = present.subtracting(expected).sorted().map { name in
            Finding(file: name, message: "the root contains exactly \(list); move \(name) into one of its folders")
        }
        let missing = expected.subtracting(present).sorted().map { name in
            Finding(file: name, message: "is missing; the root contains exactly \(list)")
        }
        return surplus + missing
    }

    /// Returns findings for paths that differ only in case, which most file systems of macOS cannot distinguish.
    private func collisionFindings(_ files: [String]) -> [Finding] {
        var names: Set<String> = []
        for file in files { Files.insert(file, andParentsInto: &names) }
        let alike = Dictionary(grouping: names) { $0.lowercased() }.values.filter { $0.count > 1 }.map { $0.sorted() }
        return alike.sorted { $0[0] < $1[0] }.map { names in
            let others = names.dropFirst().joined(separator: ", ")
            let message = "differs from \(others) only in case, which most disks of macOS ignore; rename one"
            return Finding(file: names[0], message: message)
        }
    }

    private func folderFindings() -> [Finding] {
        let parents = repository.configuration.packages.filter { $0.hasSuffix("/*") }.map { $0.dropLast(2) }
        return parents.flatMap { parent in
            Files.names(in: "\(repository.root)/\(parent)").filter { !$0.hasPrefix(".") }.compactMap { name in
                let folder = "\(parent)/\(name)"
                guard !repository.packages.contains(where: { $0.folder == folder }) else { return nil }
                return Finding(file: folder, message: "has no Package.swift; every folder in \(parent) is a package")
            }
        }
    }

    /// Returns findings for shared files that a package lacks, or whose content differs from that in the first package
    /// that contains them.
    private func sharedFileFindings() -> [Finding] {
        repository.configuration.sharedFiles.flatMap { name -> [Finding] in
            guard let (original, text) = repository.sharedFile(name) else {
                return [Finding(file: name, message: "no package contains it; add it to every package")]
            }
            return repository.packages.compactMap { package in
                let file = package.path(name)
                let own = try? Files.text("\(repository.root)/\(file)")
                guard own != text else { return nil }
                let message =
                    own == nil
                    ? "is missing; run: cp \(original) \(file)" : "differs from \(original); make both the same"
                return Finding(file: file, message: message)
            }
        }
    }

    private func packageFindings(_ package: Repository.Package) -> [Finding] {
        // The root contains the files of the whole repository, so the rules for package folders do not apply to it.
        guard package.folder != "." else { return [] }
        let folder = "\(repository.root)/\(package.folder)"
        let missing = package.manifest.targets.filter { target in
            let otherDefaults = target.path == nil ? ["Source", "src", "srcs"].map { "\($0)/\(target.name)" } : []
            return target.type != "binary" && Files.isFolder("\(folder)/\(Files.parent(of: target.folder))")
                && !([target.folder] + otherDefaults).contains { Files.isFolder("\(folder)/\($0)") }
        }
        let manifest = ManifestSource("\(package.folder)/Package.swift", root: repository.root)
        let missingFolders = missing.map { target in
            let path = "\(package.folder)/\(target.folder)"
            let message = "the target \(target.name) has no folder \(path); add it or correct the path"
            return manifest.finding(ofTarget: target.name, message)
        }
        var findings =
            missingFolders
            + ["Sources", "Tests"].filter { !Files.isFolder("\(folder)/\($0)") }.map { name in
                Finding(file: "\(package.folder)/\(name)", message: "is missing; add the folder and what belongs in it")
            }
        let file = "\(package.folder)/README.md"
        guard let text = try? Files.text("\(folder)/README.md") else {
            let message = "is missing; write what the package is for, an example, its owner and its Design notes"
            return findings + [Finding(file: file, message: message)]
        }
        let sections = Self.sections(of: text)
        if sections.last?.title != "Design notes" {
            let message =
                "the last section must be “## Design notes”; "
                + (sections.contains { $0.title == "Design notes" } ? "move it to the end" : "add it")
            findings.append(Finding(file: file, line: sections.last?.line, message: message))
        }
        return findings
    }

    /// Returns the second-level headings of a Markdown text, without those in code blocks.
    private static func sections(of text: String) -> [(line: Int, title: String)] {
        var sections: [(line: Int, title: String)] = []
        var isCode = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, line.hasPrefix("## ") { sections.append((index + 1, String(line.dropFirst(3)))) }
        }
        return sections
    }
}

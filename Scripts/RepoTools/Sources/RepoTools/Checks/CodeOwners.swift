/// The rules of `CODEOWNERS`, GitHub's file with the owners of paths.
struct CodeOwners: Equatable {
    struct Rule: Equatable {
        var pattern: String
        var owners: [String]
        var line: Int
    }

    var rules: [Rule]

    static let file = ".github/CODEOWNERS"

    init(text: String) {
        rules = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let pattern = words.first else { return nil }
            return Rule(pattern: pattern, owners: Array(words.dropFirst()), line: index + 1)
        }
    }

    /// Returns findings for packages without a line, patterns that match everything, and lines that have no owner or
    /// name a path that does not exist.
    func findings(in repository: Repository) -> [Finding] {
        var findings: [Finding] = []
        for folder in repository.packages.flatMap({ unownedFolders(of: $0, in: repository) }) {
            let message = "no line names \(folder)/; add “/\(folder)/ @organization/team”"
            findings.append(Finding(file: Self.file, message: message))
        }
        for rule in rules {
            if rule.pattern.allSatisfy({ $0 == "/" || $0 == "*" }) {
                let message =
                    "“\(rule.pattern)” owns everything, so a new folder would have no owner of its own; "
                    + "give each folder its line"
                findings.append(Finding(file: Self.file, line: rule.line, message: message))
            } else if !rule.pattern.contains("*"), !Files.exists("\(repository.root)/\(rule.pattern)") {
                let message = "there is nothing at \(rule.pattern); remove the line or correct the path"
                findings.append(Finding(file: Self.file, line: rule.line, message: message))
            }
            if rule.owners.isEmpty {
                let message = "\(rule.pattern) has no owner; add “@organization/team”"
                findings.append(Finding(file: Self.file, line: rule.line, message: message))
            }
        }
        return findings.sorted()
    }

    /// Returns the folder of a package if no line covers it; for a root package, the folders of its targets without a
    /// line. A target of the root package and a package that is not part of the root manifest (standalone) may be
    /// covered by the line of a parent folder.
    private func unownedFolders(of package: Repository.Package, in repository: Repository) -> [String] {
        let isRoot = package.folder == "."
        let mayUseParent = isRoot || repository.configuration.isStandalone(package.folder)
        let folders = isRoot ? package.manifest.targets.map(\.folder) : [package.folder]
        return folders.filter { folder in
            !rules.contains { rule in
                let path = Files.normalized(rule.pattern)
                return path == "/\(folder)" || mayUseParent && path.count > 1 && "/\(folder)".hasPrefix(path + "/")
            }
        }
    }
}

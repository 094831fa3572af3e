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

    /// Returns the folder of a package if no line covers it; for a root package, the folders of its targets without an
    /// owner.
    private func unownedFolders(of package: Repository.Package, in repository: Repository) -> [String] {
        guard package.folder == "." else {
            return rules.contains { covers($0, package.folder, in: repository) } ? [] : [package.folder]
        }
        // Any file in the folder: a rule applies to files, whatever their names.
        return package.manifest.targets.map(\.folder).filter { rule(for: "\($0)/file")?.owners.isEmpty != false }
    }

    /// Returns whether a rule covers a package. A package in the root manifest needs its own line. A package that is
    /// not part of the root manifest (standalone) may be covered by a line for a parent folder.
    private func covers(_ rule: Rule, _ folder: String, in repository: Repository) -> Bool {
        let path = Files.normalized(rule.pattern)
        if path == "/" + folder { return true }
        return repository.configuration.isStandalone(folder) && path.count > 1
            && "/\(folder)".hasPrefix(path + "/")
    }

    // MARK: Owners of paths

    /// Returns the rule that applies to a path, relative to the root: the last one that matches.
    func rule(for path: String) -> Rule? {
        rules.last { Self.matches($0.pattern, path) }
    }

    /// Returns the rules that apply to any of the files, sorted by line, and the files without an owner.
    func ownership(of files: [String]) -> (rules: [Rule], unowned: [String]) {
        var rules: [Int: Rule] = [:]
        var unowned: [String] = []
        for file in files {
            if let rule = rule(for: file), !rule.owners.isEmpty {
                rules[rule.line] = rule
            } else {
                unowned.append(file)
            }
        }
        return (rules.sorted { $0.key < $1.key }.map(\.value), unowned)
    }

    /// Returns whether a pattern matches a path. Patterns follow the rules of `.gitignore`: a slash at the start or
    /// in the middle anchors a pattern at the root, and a folder includes everything below it.
    static func matches(_ pattern: String, _ path: String) -> Bool {
        var pattern = pattern
        let isFolder = pattern.hasSuffix("/")
        if isFolder { pattern.removeLast() }
        let isAnchored = pattern.contains("/")
        if pattern.hasPrefix("/") { pattern.removeFirst() }
        let globs = isAnchored ? [pattern] : [pattern, "**/\(pattern)"]
        // `docs/*` matches the files in a folder, but not those below its subfolders.
        return globs.contains { glob in
            (!isFolder && Glob(glob).matches(path))
                || ((isFolder || glob.last != "*") && Glob("\(glob)/**").matches(path))
        }
    }
}

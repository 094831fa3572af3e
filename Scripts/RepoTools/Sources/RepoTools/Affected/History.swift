/// Two states of a repository, the last common commit of `base` and `head` and `head` itself, and what differs.
struct History {
    /// One state: what of it decides who is affected.
    struct State {
        var rules: RepoConfiguration
        /// The folder of each package → the hash of its manifest.
        var manifests: [String: String] = [:]
        /// Every folder that holds a file, at any depth.
        var folders: Set<String> = []

        init(rules: RepoConfiguration) { self.rules = rules }

        /// Takes in a file.
        mutating func take(_ path: String, blob: @autoclosure () -> String) {
            var folder = Files.parent(of: path)
            if path.utf8.count == folder.utf8.count + "/Package.swift".utf8.count, path.hasSuffix("/Package.swift"),
                Repository.isPackageFolder(folder, patterns: rules.packages)
            {
                manifests[folder] = blob()
            }
            while folder != ".", folders.insert(folder).inserted { folder = Files.parent(of: folder) }
        }
    }

    private(set) var base: State
    private(set) var head: State
    /// The paths that differ, and the symbolic links that lead to them.
    let changes: [Git.Change]
    /// Whether manifests, or where files lie, can differ between the states.
    let differInShape: Bool
    var remarks: [String] = []

    /// Joins what differs to what both had.
    ///
    /// - Parameter entries: the files of the last common commit.
    init(
        _ changes: [Git.Change],
        common: State,
        entries: [Git.Entry],
        git: Git
    ) throws(RepoError) {
        if let (first, second) = Self.caseOnly(changes) {
            throw RepoError("\(first) and \(second) differ in case only, which a Mac's disk does not tell apart")
        }
        if let path = changes.first(where: \.isSpecial)?.path {
            throw RepoError("\(path) is a symbolic link or a submodule")
        }
        let links = entries.filter(\.isSymbolicLink)
        self.changes = try Self.followed(changes, links: links, rules: common.rules, git: git)
        base = common
        head = common
        // An edited file, manifests aside, leaves all as it was.
        var added = Set(self.changes.filter { $0.mode != nil }.map(\.path))
        let gone = Set(self.changes.filter { $0.mode == nil }.map(\.path))
        if !added.isEmpty { for entry in entries { added.remove(entry.path) } }
        differInShape =
            !gone.isEmpty || !added.isEmpty || self.changes.contains { $0.path.hasSuffix("Package.swift") }
        guard differInShape else { return }
        head = State(rules: common.rules)
        for entry in entries where !gone.contains(entry.path) { head.take(entry.path, blob: entry.blob) }
        for change in self.changes where change.mode != nil { head.take(change.path, blob: change.blob ?? "") }
        try hashManifests(git)
    }

    /// Manifests of the working copy that git has not stored get the name it would give them.
    private mutating func hashManifests(_ git: Git) throws(RepoError) {
        let open = head.manifests.filter { $0.value.isEmpty }.keys.sorted()
        let hashes = try git.hashes(of: open.map { "\(git.folder)/\($0)/Package.swift" })
        for (folder, hash) in zip(open, hashes) { head.manifests[folder] = hash }
    }

    /// Two changed paths that are one but for case.
    private static func caseOnly(_ changes: [Git.Change]) -> (String, String)? {
        var seen: [String: String] = [:]
        for change in changes {
            if let other = seen.updateValue(change.path, forKey: change.path.lowercased()), other != change.path {
                return (other, change.path)
            }
        }
        return nil
    }

    /// A file that is read through a symbolic link changes where the link lies, too.
    private static func followed(
        _ changes: [Git.Change],
        links: [Git.Entry],
        rules: RepoConfiguration,
        git: Git
    ) throws(RepoError) -> [Git.Change] {
        var leads: [(link: String, target: String)] = []
        for link in links where !rules.inert.contains(where: { Glob($0).matches(link.path) }) {
            let target = try git.text(of: link.blob)
            let path = Files.normalized("\(Files.parent(of: link.path))/\(target)")
            guard !target.hasPrefix("/"), path != "..", !path.hasPrefix("../") else {
                throw RepoError("\(link.path) is a symbolic link out of the repository")
            }
            leads.append((link.path, path))
        }
        guard !leads.isEmpty else { return changes }
        var found = Set(changes)
        var open = changes
        // Links may lead to links; a circle of them would go on for ever.
        for _ in 0..<8 where !open.isEmpty {
            open = open.flatMap { change in
                leads.compactMap { lead -> Git.Change? in
                    guard lead.target.isEmpty || (change.path + "/").hasPrefix(lead.target + "/") else { return nil }
                    var alias = change
                    alias.path = lead.link + change.path.dropFirst(lead.target.count)
                    return found.insert(alias).inserted ? alias : nil
                }
            }
        }
        guard open.isEmpty else { throw RepoError("symbolic links lead to each other in a circle") }
        return found.sorted()
    }
}

extension String {
    /// Without line breaks at its end.
    var trimmed: String {
        var text = self
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}

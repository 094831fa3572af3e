/// Two states of a repository, the last common commit of `base` and `head` and `head` itself, and what differs.
struct History {
    /// One state: what of it decides who is affected.
    struct State {
        var rules: RepoConfiguration
        /// The folder of each package → the hash of its manifest.
        var manifests: [String: String] = [:]
        /// Every folder that holds a file, at any depth.
        var folders: Set<String> = []
    }

    var base: State
    var head: State
    /// The paths that differ, and the symbolic links that lead to them.
    var changes: [Git.Change]
    /// Whether manifests, or where files lie, can differ between the states.
    var differInShape: Bool
    var remarks: [String] = []

    /// Reads both states.
    ///
    /// - Parameter head: a revision, nil for the working copy.
    /// - Throws: what makes it impossible to tell.
    init(base: String, head: String?, root: String) throws(RepoError) {
        let git = Git(folder: root)
        // What takes longest is asked first and answered last.
        let untracked = try git.ask(Git.untrackedFiles)
        let hidden = try git.ask(["ls-files", "-v", "-z"])
        for revision in [base, head ?? "HEAD"] where revision.hasPrefix("-") {
            throw RepoError("“\(revision)” is no revision")
        }
        let known = try git.output(
            ["rev-parse", "--is-shallow-repository", "\(base)^{commit}", "\(head ?? "HEAD")^{commit}"]
        ).split(separator: "\n").map(String.init)
        guard known.count == 3 else { throw RepoError("“\(base)” and “\(head ?? "HEAD")” name no two commits") }
        guard known[0] == "false" else { throw RepoError("the clone is shallow: fetch its whole history") }
        let staged = try git.ask(["diff-index", "--cached", "--raw", known[2], "--"])
        let common = known[1] == known[2] ? known[1] : try git.output(["merge-base", known[1], known[2]]).trimmed
        let listing = try git.ask(["ls-tree", "-r", "-z", common])
        var changes = try git.trackedChanges(from: common, to: head == nil ? nil : known[2])
        let entries = try Git.entries(inTree: try listing.answer())
        let unseen = Git.hidden(inList: try hidden.answer())
        let isStaged = !(try staged.answer().isEmpty)
        let added = Git.untracked(in: try untracked.answer())
        if head == nil {
            if let path = unseen.first { throw RepoError("git was told not to see changes of \(path)") }
            changes += added
            if isStaged || changes.contains(where: { $0.mode != nil && $0.blob == nil }) {
                remarks.append("what is not committed counts as changed")
            }
        } else if let path = try (added + git.trackedChanges(from: "HEAD", to: nil)).first?.path {
            throw RepoError("the working copy is not what was committed (\(path)); commit, or leave --head out")
        }
        if let (first, second) = Self.caseOnly(changes) {
            throw RepoError("\(first) and \(second) differ in case only, which a Mac's disk does not tell apart")
        }
        if let path = changes.first(where: \.isSpecial)?.path {
            throw RepoError("\(path) is a symbolic link or a submodule")
        }

        let rules =
            head == nil
            ? try RepoConfiguration.load(root: root)
            : try RepoConfiguration.parse(try git.text(of: "\(known[2]):\(RepoConfiguration.file)"))
        self.changes = try Self.followed(changes, links: entries.filter(\.isSymbolicLink), rules: rules, git: git)
        let old = Set(changes.isEmpty ? [] : entries.map(\.path))
        differInShape = changes.contains { change in
            change.path.hasSuffix("Package.swift") || change.mode == nil || !old.contains(change.path)
        }
        self.base = State(rules: rules)
        self.head = State(rules: rules)
        let gone = Set(changes.filter { $0.mode == nil }.map(\.path))
        for entry in entries {
            // Where nothing came or went the two are one.
            if differInShape { self.base.take(entry.path, blob: String(entry.blob)) }
            if !gone.contains(entry.path) { self.head.take(entry.path, blob: String(entry.blob)) }
        }
        for change in changes where change.mode != nil { self.head.take(change.path, blob: change.blob ?? "") }
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
            let target = try git.text(of: String(link.blob))
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

extension History.State {
    /// Takes in a file.
    fileprivate mutating func take(_ path: String, blob: String) {
        if path.hasSuffix("/Package.swift") {
            let folder = String(path.dropLast("/Package.swift".count))
            if Repository.isPackageFolder(folder, patterns: rules.packages) { manifests[folder] = blob }
        }
        var folder = Files.parent(of: path)
        while folder != ".", folders.insert(folder).inserted { folder = Files.parent(of: folder) }
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

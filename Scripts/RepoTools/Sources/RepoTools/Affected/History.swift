/// The two states of a repository that are compared, a merge base and `head`, and their differences.
struct History {
    /// The part of a state that determines the affected packages.
    struct State {
        var rules: RepoConfiguration
        /// The hash of each package's manifest, by folder. It is empty for a manifest that Git has not stored, until
        /// ``History`` computes it.
        var manifests: [String: String] = [:]
        /// The hash of the root manifest; nil if there is none or if the root is a package.
        var rootManifest: String?
        /// Every folder that contains a file, at any depth.
        var folders: Set<String> = []
        /// The symbolic links, each with the hash of its content.
        var links: [(path: String, blob: String)] = []

        init(_ files: CommitFiles, rules: RepoConfiguration) throws(RepoError) {
            self.rules = rules
            let packages = PackagePatterns(rules.packages)
            let manifest = Array("Package.swift".utf8)
            // Files in the same folder are mostly adjacent, so a repeated folder is skipped.
            var lastParent: ArraySlice<UInt8> = []
            try files.forEach { entry in
                if entry.isSymbolicLink {
                    links.append(
                        (String(decoding: entry.path, as: UTF8.self), String(decoding: entry.blob, as: UTF8.self))
                    )
                }
                let parent = entry.path.lastIndex(of: UInt8(ascii: "/")).map { entry.path[..<$0] } ?? []
                if !parent.elementsEqual(lastParent) {
                    lastParent = parent
                    Files.insert(String(decoding: parent, as: UTF8.self), andParentsInto: &folders)
                }
                guard entry.path.count == manifest.count + (parent.isEmpty ? 0 : parent.count + 1),
                    entry.path.suffix(manifest.count) == manifest[...]
                else { return }
                let folder = parent.isEmpty ? "." : String(decoding: parent, as: UTF8.self)
                let blob = String(decoding: entry.blob, as: UTF8.self)
                if packages.matches(folder) {
                    manifests[folder] = blob
                } else if folder == "." {
                    rootManifest = blob
                }
            }
        }

    }

    private(set) var base: State
    private(set) var head: State
    /// The changed paths, and the symbolic links that resolve to them.
    let changes: [Git.Change]
    /// Whether manifests or the locations of files can differ between the states.
    let hasStructuralChanges: Bool
    var warnings: [String] = []

    /// Creates both states from the files of the merge base and the changes.
    init(_ changes: [Git.Change], mergeBase: State, files: CommitFiles, git: Git) throws(RepoError) {
        if let (first, second) = Self.caseOnly(changes) {
            throw RepoError("\(first) and \(second) differ only in case, which most disks of macOS do not distinguish")
        }
        if let path = changes.first(where: \.isSpecial)?.path {
            throw RepoError("\(path) is a symbolic link or a submodule")
        }
        self.changes = try Self.withLinks(changes, links: mergeBase.links, rules: mergeBase.rules, git: git)
        base = mergeBase
        head = mergeBase
        // Editing a file other than a manifest does not change the graph.
        hasStructuralChanges = self.changes.contains {
            $0.old == nil || $0.new == nil || $0.path.hasSuffix("Package.swift")
        }
        guard hasStructuralChanges else { return }
        head = try State(files.after(self.changes), rules: mergeBase.rules)
        try hashManifests(git)
    }

    /// Adds the hashes of the manifests in the working copy that git has not stored.
    private mutating func hashManifests(_ git: Git) throws(RepoError) {
        let packages = head.manifests.filter { $0.value.isEmpty }.keys.sorted()
        let root = head.rootManifest == "" ? ["."] : []
        let hashes = try git.hashes(
            of: (packages + root).map { "\(git.folder)/\(Files.path("Package.swift", in: $0))" }
        )
        for (folder, hash) in zip(packages, hashes) { head.manifests[folder] = hash }
        if !root.isEmpty { head.rootManifest = hashes.last }
    }

    /// Returns two changed paths that differ only in case, or nil.
    private static func caseOnly(_ changes: [Git.Change]) -> (String, String)? {
        var seen: [String: String] = [:]
        for change in changes {
            if let other = seen.updateValue(change.path, forKey: change.path.lowercased()), other != change.path {
                return (other, change.path)
            }
        }
        return nil
    }

    /// Returns the changes and, for each symbolic link that resolves to a changed file, a change at the link.
    private static func withLinks(
        _ changes: [Git.Change],
        links: [(path: String, blob: String)],
        rules: RepoConfiguration,
        git: Git
    ) throws(RepoError) -> [Git.Change] {
        var resolved: [(link: String, target: String)] = []
        for link in links where !rules.inert.contains(where: { Glob($0).matches(link.path) }) {
            let target = try git.text(of: link.blob)
            let path = Files.normalized("\(Files.parent(of: link.path))/\(target)")
            guard !target.hasPrefix("/"), path != "..", !path.hasPrefix("../") else {
                throw RepoError("\(link.path) is a symbolic link to a file outside the repository")
            }
            resolved.append((link.path, path))
        }
        guard !resolved.isEmpty else { return changes }
        var changesAndAliases = Set(changes)
        var unresolved = changes
        // Links may refer to links. The limit ends cycles.
        for _ in 0..<8 where !unresolved.isEmpty {
            unresolved = unresolved.flatMap { change in
                resolved.compactMap { link -> Git.Change? in
                    guard Files.contains(link.target, change.path + "/") else { return nil }
                    var alias = change
                    let below = link.target == "." ? "/\(change.path)" : change.path.dropFirst(link.target.count)
                    alias.path = link.link + below
                    return changesAndAliases.insert(alias).inserted ? alias : nil
                }
            }
        }
        guard unresolved.isEmpty else { throw RepoError("symbolic links form a cycle, or a chain of eight or more") }
        return changesAndAliases.sorted()
    }
}

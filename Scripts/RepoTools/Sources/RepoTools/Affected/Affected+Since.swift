extension Affected {
    /// Decides for what differs between `head` (nil: the working copy) and its last common commit with `base`.
    ///
    /// What makes it impossible to tell (no such revision, a manifest that cannot be read) selects everything.
    ///
    /// - Throws: only when the rules cannot be read: then nobody knows what the packages are.
    static func since(
        _ base: String,
        head: String?,
        root: String,
        dump: @escaping @Sendable (String) throws(RepoError) -> String = ManifestLoader.swiftDump
    ) throws(RepoError) -> Affected {
        var packages: [String]?
        do throws(RepoError) {
            let history = try History(base: base, head: head, root: root)
            packages = history.head.manifests.keys.map(Files.name)
            return try since(history, outlines: .standard(root: root, dump: dump))
        } catch {
            let rules = try RepoConfiguration.load(root: root)
            let folders = Repository.packageFolders(root: root, patterns: rules.packages)
            let reason = packages == nil ? "it cannot be told what changed since \(base) (\(error))" : error.message
            return Affected(everythingIn: packages ?? folders.map(Files.name), because: reason)
        }
    }

    private static func since(_ history: History, outlines store: OutlineStore) throws(RepoError) -> Affected {
        var places: [String: Set<String>] = [:]
        for state in [history.base, history.head] {
            for (folder, blob) in state.manifests { places[blob, default: []].insert("\(folder)/Package.swift") }
        }
        let outlines = try store.outlines(of: places)
        let head = try graph(history.head, outlines)
        if let cycle = head.cycle {
            throw RepoError("the targets \(cycle.joined(separator: " → ")) need each other in a circle")
        }
        let base = history.differInShape ? try graph(history.base, outlines) : nil
        var affected = Affected(
            paths: history.changes.map(\.path),
            classifiers: [PathClassifier(history.head.rules, head)]
                + (base.map { [PathClassifier(history.base.rules, $0)] } ?? []),
            graph: base.map { head.joined(with: $0) } ?? head,
            packages: head.packages.keys.sorted()
        )
        affected.remarks = history.remarks
        return affected
    }

    private static func graph(
        _ state: History.State,
        _ outlines: [String: Outline]
    ) throws(RepoError) -> TargetGraph {
        let packages = state.manifests.sorted { $0.key < $1.key }.compactMap { folder, blob in
            outlines[blob].map { (folder: folder, outline: $0) }
        }
        return try TargetGraph(packages, folders: state.folders)
    }
}

extension OutlineStore {
    /// The one kept with the working copy.
    static func standard(
        root: String,
        dump: @escaping @Sendable (String) throws(RepoError) -> String
    ) -> OutlineStore {
        let git = Git(folder: root)
        return OutlineStore(
            file: "\(root)/\(Repository.buildFolder)/repo-tools/outlines",
            text: { blob, place throws(RepoError) in
                // Git has not stored what is not committed.
                if let text = try? git.text(of: blob) { return text }
                return try Files.text("\(root)/\(place)")
            },
            dump: dump
        )
    }
}

extension Affected {
    /// Creates the selection for the changes between `head` (nil: the working copy) and its merge base with `base`.
    ///
    /// If the changes cannot be determined (unknown revision, unreadable manifest), everything is selected.
    ///
    /// - Throws: An error if the rules, and therefore the packages, cannot be read.
    static func since(
        _ base: String,
        head: String?,
        root: String,
        dump: @escaping @Sendable (String) throws(RepoError) -> String = ManifestLoader.swiftDump
    ) throws(RepoError) -> Affected {
        var packages: [String]?
        do throws(RepoError) {
            let reader = try HistoryReader(base: base, head: head, root: root)
            packages = reader.common.manifests.keys.map(Files.name)
            let store = OutlineStore.standard(root: root, dump: dump)
            // Runs while `git status` runs in the background.
            let common = try? graphs(of: [reader.common], store).first
            let history = try reader.history()
            packages = history.head.manifests.keys.map(Files.name)
            return try since(history, common: history.hasStructuralChanges ? nil : common, outlines: store)
        } catch {
            let rules = try RepoConfiguration.load(root: root)
            let folders = Repository.packageFolders(root: root, patterns: rules.packages)
            // Without packages the selection is an error, not “everything”.
            guard !(packages ?? folders).isEmpty else { throw RepoError(Repository.noPackage(rules.packages)) }
            let reason = packages == nil ? "the changes since \(base) cannot be determined: \(error)" : error.message
            return Affected(everythingIn: packages ?? folders.map(Files.name), reason: reason)
        }
    }

    /// - Parameter common: The graph of both states; nil if their graphs may differ or it is unknown.
    private static func since(
        _ history: History,
        common: TargetGraph?,
        outlines store: OutlineStore
    ) throws(RepoError) -> Affected {
        var graphs = common.map { [$0] } ?? []
        if graphs.isEmpty {
            graphs = try self.graphs(
                of: history.hasStructuralChanges ? [history.head, history.base] : [history.head],
                store
            )
        }
        let head = graphs[0]
        guard !head.packages.isEmpty else { throw RepoError(Repository.noPackage(history.head.rules.packages)) }
        if let cycle = head.cycle {
            throw RepoError("the targets \(cycle.joined(separator: " → ")) form a dependency cycle")
        }
        let base = graphs.count > 1 ? graphs[1] : nil
        var affected = Affected(
            paths: history.changes.map(\.path),
            classifiers: [PathClassifier(history.head.rules, head)]
                + (base.map { [PathClassifier(history.base.rules, $0)] } ?? []),
            graph: base.map { head.union($0) } ?? head,
            packages: head.packages.keys.sorted()
        )
        affected.warnings = history.warnings
        return affected
    }

    private static func graphs(of states: [History.State], _ store: OutlineStore) throws(RepoError) -> [TargetGraph] {
        var paths: [String: Set<String>] = [:]
        for state in states {
            for (folder, blob) in state.manifests { paths[blob, default: []].insert("\(folder)/Package.swift") }
        }
        let outlines = try store.outlines(of: paths)
        var graphs: [TargetGraph] = []
        for state in states {
            let packages = state.manifests.sorted { $0.key < $1.key }.compactMap { folder, blob in
                outlines[blob].map { (folder: folder, outline: $0) }
            }
            graphs.append(try TargetGraph(packages, folders: state.folders))
        }
        return graphs
    }
}

extension OutlineStore {
    /// Returns the store in the build folder of the working copy.
    static func standard(
        root: String,
        dump: @escaping @Sendable (String) throws(RepoError) -> String
    ) -> OutlineStore {
        let git = Git(folder: root)
        return OutlineStore(
            file: "\(root)/\(Repository.buildFolder)/repo-tools/outlines",
            text: { blob, path throws(RepoError) in
                // An uncommitted manifest is not stored by Git, so it is read from the working copy.
                if let text = try? git.text(of: blob) { return text }
                return try Files.text("\(root)/\(path)")
            },
            dump: dump
        )
    }
}

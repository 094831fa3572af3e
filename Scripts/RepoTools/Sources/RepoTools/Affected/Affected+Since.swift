extension Affected {
    /// Creates the selection for the changes between `head` (nil: the working copy) and its merge base with `base`.
    ///
    /// If the changes cannot be determined (unknown revision, unreadable manifest), everything is selected.
    ///
    /// - Throws: An error if the rules cannot be read or match no package.
    static func since(
        _ base: String,
        head: String?,
        root: String,
        dump: @escaping @Sendable (String) throws(RepoError) -> String = ManifestLoader.swiftDump
    ) throws(RepoError) -> Affected {
        // The packages of the last state that was read, which are selected if the changes cannot be determined.
        var folders: [String]?
        do throws(RepoError) {
            let reader = try HistoryReader(base: base, head: head, root: root)
            folders = reader.mergeBase.manifests.keys.sorted()
            let store = OutlineStore.standard(root: root, dump: dump)
            // Reading the declarations here saves time, because `git status` still runs in the background. An error is
            // ignored: the declarations are read again below.
            let declarations = try? Declarations.of([reader.mergeBase], store).first
            let history = try reader.history()
            folders = history.head.manifests.keys.sorted()
            if !history.hasStructuralChanges, let declarations {
                return try Affected(history, [declarations], Git(folder: root))
            }
            let states = history.hasStructuralChanges ? [history.head, history.base] : [history.head]
            return try Affected(history, Declarations.of(states, store), Git(folder: root))
        } catch {
            let rules = try RepoConfiguration.load(root: root)
            let current = Repository.packageFolders(root: root, patterns: rules.packages)
            // Without packages the selection is an error, not “everything”.
            guard !(folders ?? current).isEmpty else { throw RepoError(Repository.noPackageMessage(rules.packages)) }
            let reason = folders == nil ? "the changes since \(base) cannot be determined: \(error)" : error.message
            var affected = Affected(everythingIn: folders ?? current, reason: reason)
            affected.mustBuildRootManifest =
                !(folders ?? current).contains(".") && Files.exists("\(root)/Package.swift")
            return affected
        }
    }

    /// - Parameter states: The declarations of `head` and, if they may differ, of the merge base.
    private init(_ history: History, _ states: [Declarations], _ git: Git) throws(RepoError) {
        let head = states[0].graph
        guard !head.packages.isEmpty else { throw RepoError(Repository.noPackageMessage(history.head.rules.packages)) }
        if let cycle = head.cycle {
            throw RepoError("the targets \(cycle.joined(separator: " → ")) form a dependency cycle")
        }
        let base = states.count > 1 ? states[1].graph : nil
        let changed = try ChangedDeclarations(history, head: states[0], base: states.count > 1 ? states[1] : nil, git)
        // A path is classified only for a state in which it exists: the graph of the merge base does not contain a new
        // package.
        var classified = [
            (history.changes.filter { $0.new != nil }.map(\.path), Self.classifier(history.head, head, changed))
        ]
        if let base {
            classified.append(
                (history.changes.filter { $0.old != nil }.map(\.path), Self.classifier(history.base, base, changed))
            )
        }
        self.init(classified, graph: base.map { head.union($0) } ?? head, packages: head.packages)
        // A removed target has no test that could be run.
        targets.removeAll { head.index(of: TargetReference(package: $0.package, target: $0.name)) == nil }
        mustBuildRootManifest =
            history.head.rootManifest != nil && (everythingReason != nil || changed.concernRootManifest)
        warnings = history.warnings
    }

    private static func classifier(
        _ state: History.State,
        _ graph: TargetGraph,
        _ changed: ChangedDeclarations
    ) -> PathClassifier {
        PathClassifier(state.rules, graph, declarations: changed.classes)
    }
}

/// The manifests of the merge base or of `head`.
struct Declarations {
    var graph: TargetGraph
    /// The outline of each package's manifest (the dependencies that it declares, and hashes of the rest), by folder.
    var outlines: [String: Outline]
    /// The outline of the root manifest; nil if there is none, if the root is a package, or if both states have the
    /// same root manifest.
    var rootManifest: Outline?

    /// Returns the declarations of each state.
    static func of(_ states: [History.State], _ store: OutlineStore) throws(RepoError) -> [Declarations] {
        var paths: [String: Set<String>] = [:]
        for state in states {
            for (folder, blob) in state.manifests {
                paths[blob, default: []].insert(Files.path("Package.swift", in: folder))
            }
        }
        let rootManifests = Set(states.map(\.rootManifest))
        if rootManifests.count > 1 {
            rootManifests.compactMap(\.self).forEach { paths[$0, default: []].insert("Package.swift") }
        }
        let outlines = try store.outlines(of: paths)
        var declarations: [Declarations] = []
        for state in states {
            let packages = state.manifests.sorted { $0.key < $1.key }.compactMap { folder, blob in
                outlines[blob].map { (folder: folder, outline: $0) }
            }
            declarations.append(
                Declarations(
                    graph: try TargetGraph(packages, folders: state.folders),
                    outlines: Dictionary(uniqueKeysWithValues: packages.map { ($0.folder, $0.outline) }),
                    rootManifest: state.rootManifest.flatMap { outlines[$0] }
                )
            )
        }
        return declarations
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

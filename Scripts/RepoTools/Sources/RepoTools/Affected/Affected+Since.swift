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
        loader: ManifestLoader? = nil
    ) throws(RepoError) -> Affected {
        let loader = loader ?? .standard(root: root)
        do throws(RepoError) {
            var changes: Changes
            do throws(RepoError) { changes = try Changes(since: base, head: head, root: root) } catch {
                throw RepoError("the changes since \(base) cannot be determined: \(error)")
            }
            return try selection(&changes, root: root, loader: loader)
        } catch {
            return try Affected(everythingIn: root, reason: error.message, loader: loader)
        }
    }

    private static func selection(
        _ changes: inout Changes,
        root: String,
        loader: ManifestLoader
    ) throws(RepoError) -> Affected {
        // A commit is read from a checkout, the working copy in place.
        let checkout = try changes.head.map { commit throws(RepoError) in try Checkout(commit, of: root) }
        defer { checkout?.remove() }
        let folder = checkout?.folder ?? root
        try changes.add((checkout?.git ?? Git(folder: root)).links(in: folder))
        // If the commit contains no rules, those of the working copy are used.
        let hasRules = Files.exists("\(folder)/\(RepoConfiguration.file)")
        let rules = try RepoConfiguration.load(root: hasRules ? folder : root)
        let head = try state(of: folder, rules, loader)
        guard !head.packages.isEmpty else { throw RepoError(Repository.noPackageMessage(rules.packages)) }
        var base: Repository?
        var baseCheckout: Checkout?
        defer { baseCheckout?.remove() }
        let readsFiles = head.graphPackages.contains { !$0.manifest.text.isSelfContained }
        if changes.paths.contains(where: ManifestLoader.isManifest) || readsFiles && !changes.paths.isEmpty {
            let checkout = try Checkout(changes.mergeBase, of: root)
            baseCheckout = checkout
            base = try state(of: checkout.folder, rules, loader)
        }
        return try Affected(changes, head: head, base: base, git: Git(folder: root))
    }

    private static func state(
        of folder: String,
        _ rules: RepoConfiguration,
        _ loader: ManifestLoader
    ) throws(RepoError) -> Repository {
        let folders = Repository.packageFolders(root: folder, patterns: rules.packages)
        do throws(RepoError) {
            return try Repository.load(root: folder, rules, folders: folders, loader: loader)
        } catch {
            // The location of a checkout tells the reader nothing.
            throw RepoError(error.message.replacing("\(folder)/", with: ""))
        }
    }

    /// - Parameter base: The state of the merge base; nil if its manifests equal those of `head`.
    private init(_ changes: Changes, head: Repository, base: Repository?, git: Git) throws(RepoError) {
        var graph = TargetGraph(head)
        if let cycle = graph.cycle {
            throw RepoError("the targets \(cycle.joined(separator: " → ")) form a dependency cycle")
        }
        if let base { graph = graph.union(TargetGraph(base)) }
        var changed = base.map { Self.changedDeclarations(from: $0, to: head) } ?? []
        var concernsRoot = head.rootManifest != nil && changes.paths.contains { Self.isRootManifest($0) }
        for state in [head, base].compactMap(\.self) {
            let classes = PathClasses(state)
            for path in changes.paths where path != RepoConfiguration.file {
                // The graph of one state does not contain the packages that only the other has.
                let other = state.root == head.root ? base : head
                if let other, !Files.isPresent("\(state.root)/\(path)"), Files.isPresent("\(other.root)/\(path)") {
                    continue
                }
                changed += try classes.targets(of: path, isLinked: changes.linked.contains(path)).map { ($0, path) }
            }
        }
        if changes.paths.contains(RepoConfiguration.file) {
            let old = try? git.text(of: "\(changes.mergeBase):\(RepoConfiguration.file)")
            let concerned = try old.map { text throws(RepoError) in
                try head.targetsConcerned(byRulesChangedFrom: RepoConfiguration.parse(text))
            }
            // Without earlier rules, the current ones were used for both states.
            changed += (concerned ?? []).map { ($0, RepoConfiguration.file) }
            concernsRoot = concernsRoot || concerned?.isEmpty == false
        }
        self.init(
            changed,
            graph: graph,
            packages: Dictionary(uniqueKeysWithValues: head.packages.map { ($0.name, $0.folder) })
        )
        // A removed target has no test that could be run.
        let current = TargetGraph(head)
        targets.removeAll { current.index(of: TargetReference(package: $0.package, target: $0.name)) == nil }
        mustBuildRootManifest = head.rootManifest != nil && concernsRoot
        if changes.areUncommitted { warnings.append("uncommitted changes are included") }
    }

    private static func isRootManifest(_ path: String) -> Bool {
        ManifestLoader.isManifest(path) && Files.parent(of: path) == "."
    }

    /// Returns the targets whose declarations differ, each with the path of the manifest; all targets of a package that is
    /// new or removed, or if the difference may concern all.
    private static func changedDeclarations(
        from base: Repository,
        to head: Repository
    ) -> [(target: TargetReference, path: String)] {
        let old = Dictionary(base.graphPackages.map { ($0.folder, $0) }) { first, _ in first }
        let new = Dictionary(head.graphPackages.map { ($0.folder, $0) }) { first, _ in first }
        return Set(old.keys).union(new.keys).sorted().flatMap { folder -> [(TargetReference, String)] in
            let packages = [new[folder], old[folder]].compactMap(\.self)
            let names =
                packages.count == 2 ? packages[0].manifest.changedTargets(since: packages[1].manifest) : nil
            return packages.flatMap { package in
                package.manifest.targets.map(\.name).filter { names?.contains($0) != false }
                    .map { (TargetReference(package: package.name, target: $0), package.path("Package.swift")) }
            }
        }
    }
}

/// The effect of changed paths on the targets of a state, by the rules (`Scripts/repo.json`) and then by the owners.
struct PathClasses {
    private let owners: PathOwners
    private let targets: [String: [TargetReference]]
    private let tests: [TargetReference]
    private let readBy: [(Glob, [String])]
    private let inert: [Glob]
    private let global: [Glob]
    private let manifestFolders: Set<String>
    private let hasRootManifest: Bool

    init(_ state: Repository) {
        let rules = state.configuration
        owners = state.pathOwners
        let graph = TargetGraph(state)
        targets = Dictionary(grouping: graph.targets.map(\.reference), by: \.package)
        tests = graph.targets.filter(\.isTest).map(\.reference)
        readBy = rules.readBy.sorted { $0.key < $1.key }.map { (Glob($0.key), $0.value) }
        inert = rules.inert.map(Glob.init)
        global = rules.global.map(Glob.init)
        manifestFolders = Set(state.graphPackages.map(\.folder))
        hasRootManifest = state.rootManifest != nil
    }

    /// Returns the targets that a path affects, without their dependents. Throws the reason why it affects everything.
    ///
    /// - Parameter isLinked: Whether a symbolic link leads to the path, so that its readers are the owners of the link.
    func targets(of path: String, isLinked: Bool = false) throws(RepoError) -> [TargetReference] {
        let readers = Set(readBy.filter { $0.0.matches(path) }.flatMap(\.1)).sorted()
        if !readers.isEmpty {
            var tests: [TargetReference] = []
            for reader in readers { tests += try self.tests(of: reader) }
            return tests
        }
        if inert.contains(where: { $0.matches(path) }) { return [] }
        if let pattern = global.first(where: { $0.matches(path) }) {
            throw RepoError("\(path) affects everything (\(pattern.pattern))")
        }
        // The declarations of manifests are compared.
        if ManifestLoader.isManifest(path) {
            let folder = Files.parent(of: path)
            if manifestFolders.contains(folder) || (folder == "." && hasRootManifest) { return [] }
        }
        switch owners.owner(of: path) {
        case .targets(let targets): return targets
        case .package(let package): return targets[package] ?? []
        case .nothing where isLinked: return []
        case .nothing:
            let isRoot = manifestFolders.contains(".")
            throw RepoError("\(path) belongs to no \(isRoot ? "target" : "package")")
        }
    }

    /// Returns the tests of a package, or the test target with this name.
    private func tests(of reader: String) throws(RepoError) -> [TargetReference] {
        let readingTests = tests.filter { $0.package == reader || $0.target == reader }
        guard readingTests.isEmpty, targets[reader] == nil else { return readingTests }
        throw RepoError("\(RepoConfiguration.file) contains the unknown package or test target \(reader) in readBy")
    }
}

extension Repository {
    /// Returns the targets of the packages that a change of the rules concerns. Throws the reason why it concerns all.
    fileprivate func targetsConcerned(
        byRulesChangedFrom old: RepoConfiguration
    ) throws(RepoError) -> [TargetReference] {
        if let rule = configuration.generalDifference(from: old) {
            throw RepoError("\(RepoConfiguration.file) changes “\(rule)”, which concerns every package")
        }
        let oldFolders = Set(Self.packageFolders(root: root, patterns: old.packages))
        return packages.flatMap { package in
            let names = package.manifest.targets.map(\.name)
            func lines(_ rules: RepoConfiguration) -> String {
                rules.lines(concerning: package.name, folder: package.folder, targets: names)
            }
            let isSame = lines(configuration) == lines(old) && oldFolders.contains(package.folder)
            return isSame ? [] : names.map { TargetReference(package: package.name, target: $0) }
        }
    }
}

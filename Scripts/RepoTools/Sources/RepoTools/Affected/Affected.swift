/// The targets that a change can affect, with reasons. If the effect is unknown, everything is selected.
struct Affected: Equatable {
    /// Why everything is selected, or nil.
    var everythingReason: String?
    /// The affected packages, each with the reason: ``everythingReason``, or the shortest chain to a changed path.
    ///
    /// The chain is the path if the package contains or reads it, otherwise `Dependency ← … ← path`, where a target of
    /// the package depends on `Dependency`. If that target is a test, the chain begins with its name:
    /// `AppTests ← Dependency ← … ← path`.
    var reasons: [String: String] = [:]
    /// The affected targets, sorted by package and name; all targets, as far as they are known, if everything is
    /// selected.
    var targets: [SelectedTarget] = []
    /// The folders of the affected packages, by name.
    var folders: [String: String] = [:]
    /// Whether the root manifest must be built because the manifest or a rule about its packages changed, or because
    /// everything is selected. False if the root is a package or has no manifest.
    var mustBuildRootManifest = false
    var warnings: [String] = []

    /// A target that a change can affect.
    struct SelectedTarget: Equatable {
        var package: String
        var name: String
        /// The name that `swift test --filter` compares.
        var module: String
        var isTest: Bool
        /// The chain of dependencies from the target to the changed path, without the target itself.
        var reason: String
    }

    /// The affected packages, sorted.
    var packages: [String] { reasons.keys.sorted() }

    /// The packages with an affected test, sorted. If everything is selected and a manifest cannot be read, its package
    /// counts as one with tests.
    var packagesToTest: [String] {
        packages.filter { package in
            let own = targets.filter { $0.package == package }
            return own.isEmpty || own.contains(where: \.isTest)
        }
    }

    /// The packages with an affected target other than tests, sorted.
    var packagesToBuild: [String] {
        packages.filter { package in
            let own = targets.filter { $0.package == package }
            return own.isEmpty || own.contains { !$0.isTest }
        }
    }

    /// Creates a selection of all packages in the working copy.
    init(everythingIn root: String, reason: String, loader: ManifestLoader? = nil) throws(RepoError) {
        let rules = try RepoConfiguration.load(root: root)
        let folders = Repository.packageFolders(root: root, patterns: rules.packages)
        // Without packages the selection is an error, not “everything”.
        guard !folders.isEmpty else { throw RepoError(Repository.noPackageMessage(rules.packages)) }
        everythingReason = reason
        for (folder, name) in Repository.names(of: folders) {
            self.folders[name] = folder
            reasons[name] = reason
            // Packages without tests are only built. The reason for the selection can be an unreadable manifest.
            let loader = loader ?? .standard(root: root)
            guard let manifest = try? loader.manifest(of: Files.absolute(folder, from: root)) else { continue }
            targets += manifest.targets.map {
                SelectedTarget(package: name, name: $0.name, module: $0.module, isTest: $0.isTest, reason: reason)
            }
        }
        targets.sort { ($0.package, $0.name) < ($1.package, $1.name) }
        mustBuildRootManifest = !folders.contains(".") && Files.exists("\(root)/Package.swift")
    }

    /// Creates a selection from changed targets, each with a changed path, and the targets that depend on these.
    ///
    /// - Parameters:
    ///   - changed: In the order in which reasons are preferred.
    ///   - graph: The union of the graphs of both states.
    ///   - packages: The packages to select from: name → folder.
    init(_ changed: [(target: TargetReference, path: String)], graph: TargetGraph, packages: [String: String]) {
        var chains: [Int: String] = [:]
        var discovered: [Int] = []
        for (target, path) in changed {
            guard let index = graph.index(of: target), chains[index] == nil else { continue }
            chains[index] = Self.escaped(path)
            discovered.append(index)
        }
        let directCount = discovered.count
        // Breadth first, so that each chain is as short as possible.
        let dependents = graph.dependents
        var next = 0
        while next < discovered.count {
            let changed = discovered[next]
            next += 1
            for dependent in dependents[changed] where chains[dependent] == nil {
                chains[dependent] = "\(graph.targets[changed].name) ← \(chains[changed, default: ""])"
                discovered.append(dependent)
            }
        }
        // In the order of discovery, so that the reason is the shortest chain.
        for (position, index) in discovered.enumerated() {
            let target = graph.targets[index]
            guard let folder = packages[target.package] else { continue }
            let chain = chains[index, default: ""]
            let isDependentTest = target.isTest && position >= directCount
            reasons[target.package] = reasons[target.package] ?? (isDependentTest ? "\(target.name) ← \(chain)" : chain)
            folders[target.package] = folder
            targets.append(
                SelectedTarget(
                    package: target.package,
                    name: target.name,
                    module: target.module,
                    isTest: target.isTest,
                    reason: chain
                )
            )
        }
        targets.sort { ($0.package, $0.name) < ($1.package, $1.name) }
    }

    /// Returns a path with line breaks and tabs escaped, so that it fits on one line.
    private static func escaped(_ path: String) -> String {
        path.replacing("\n", with: "\\n").replacing("\r", with: "\\r").replacing("\t", with: "\\t")
    }
}

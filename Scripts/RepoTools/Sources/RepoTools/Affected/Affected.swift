/// The packages that a change can affect, with reasons. If the effect is unknown, everything is selected.
struct Affected: Equatable {
    /// Why everything is selected, or nil.
    var everythingReason: String?
    /// The packages to test, each with the reason: ``everythingReason``, or the shortest chain to a changed path.
    ///
    /// The chain is the path if the package contains or reads it, otherwise `Dependency ← … ← path`, where a target of
    /// the package depends on `Dependency`. If that target is a test, the chain begins with its name:
    /// `AppTests ← Dependency ← … ← path`.
    var reasons: [String: String]
    /// The packages with an affected target other than tests, sorted.
    var packagesToBuild: [String]
    /// The affected targets, sorted by package and name; empty if everything is selected.
    var targets: [SelectedTarget] = []
    /// The folders of the packages to test, by name.
    var folders: [String: String]
    /// Whether the root manifest must be built because the manifest or a rule about its packages changed, or because
    /// everything is selected. False if the root is a package or has no manifest. Only ``since(_:head:root:dump:)``
    /// sets it to true.
    var mustBuildRootManifest = false
    var warnings: [String] = []

    /// A target that a change can affect.
    struct SelectedTarget: Equatable {
        var package: String
        var name: String
        var isTest: Bool
        /// The chain of dependencies from the target to the changed path, without the target itself.
        var reason: String
    }

    /// The packages to test, sorted.
    var packagesToTest: [String] { reasons.keys.sorted() }

    /// Creates a selection of everything, from the folders of the packages.
    init(everythingIn folders: some Sequence<String>, reason: String) {
        everythingReason = reason
        // `Repository` rejects packages with the same name.
        self.folders = Dictionary(folders.map { (Files.name(of: $0), $0) }) { first, _ in first }
        reasons = self.folders.mapValues { _ in reason }
        packagesToBuild = reasons.keys.sorted()
    }

    /// Creates a selection from changed paths: the targets that contain or read them, and the targets that depend on
    /// these.
    ///
    /// - Parameters:
    ///   - states: The changed paths that exist in `head` and, if the graphs can differ, those that exist in the merge
    ///     base, each list with the classifier for that state. A path that exists in both is classified twice.
    ///   - graph: The union of the graphs of both states.
    ///   - packages: The packages to select from, with their folders.
    init(
        _ states: [(paths: [String], classifier: PathClassifier)],
        graph: TargetGraph,
        packages: [String: String]
    ) {
        var chains: [Int: String] = [:]
        var discovered: [Int] = []
        for (paths, classifier) in states {
            for path in paths {
                switch classifier.classify(path) {
                case .inert: break
                case .everything(let reason):
                    self = Affected(everythingIn: packages.values, reason: reason)
                    return
                case .targets(let targets):
                    for index in targets.compactMap(graph.index) where chains[index] == nil {
                        chains[index] = Self.escaped(path)
                        discovered.append(index)
                    }
                }
            }
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
        reasons = [:]
        folders = [:]
        var built: Set<String> = []
        // In the order of discovery, so that the reason is the shortest chain.
        for (position, index) in discovered.enumerated() {
            let target = graph.targets[index]
            guard packages[target.package] != nil else { continue }
            let chain = chains[index, default: ""]
            let isDependentTest = target.isTest && position >= directCount
            reasons[target.package] = reasons[target.package] ?? (isDependentTest ? "\(target.name) ← \(chain)" : chain)
            folders[target.package] = packages[target.package]
            if !target.isTest { built.insert(target.package) }
            targets.append(
                SelectedTarget(package: target.package, name: target.name, isTest: target.isTest, reason: chain)
            )
        }
        packagesToBuild = built.sorted()
        targets.sort { ($0.package, $0.name) < ($1.package, $1.name) }
    }

    /// Returns a path with line breaks and tabs escaped, so that it fits on one line.
    private static func escaped(_ path: String) -> String {
        path.replacing("\n", with: "\\n").replacing("\r", with: "\\r").replacing("\t", with: "\\t")
    }
}

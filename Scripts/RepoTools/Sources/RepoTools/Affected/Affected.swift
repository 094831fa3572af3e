/// The packages that a change can affect, with reasons. If the effect is unknown, everything is selected.
struct Affected: Equatable {
    /// Why everything is selected, or nil.
    var everythingReason: String?
    /// The packages to test, each with the reason: the chain of dependencies from it to the changed path.
    var reasons: [String: String]
    /// The packages with an affected target other than tests, sorted.
    var build: [String]
    /// Warnings for the user.
    var warnings: [String] = []

    /// The packages to test, sorted.
    var names: [String] { reasons.keys.sorted() }

    /// Creates a selection of everything.
    init(everythingIn packages: [String], reason: String) {
        everythingReason = reason
        reasons = Dictionary(packages.map { ($0, reason) }) { first, _ in first }
        build = packages.sorted()
    }

    /// Creates a selection from changed paths: the targets that contain them, and the targets that depend on those.
    ///
    /// - Parameters:
    ///   - classifiers: The classifiers of both states; a path counts in each.
    ///   - graph: The joined graph of both states.
    ///   - packages: The packages to select from.
    init(paths: [String], classifiers: [PathClassifier], graph: TargetGraph, packages: [String]) {
        var chains: [Int: String] = [:]
        var waiting: [Int] = []
        for path in paths {
            for classifier in classifiers {
                switch classifier.classify(path) {
                case .inert: break
                case .everything(let reason):
                    self = Affected(everythingIn: packages, reason: reason)
                    return
                case .targets(let targets):
                    for index in targets.compactMap(graph.index) where chains[index] == nil {
                        chains[index] = Self.escaped(path)
                        waiting.append(index)
                    }
                }
            }
        }
        // Breadth first, so that each chain is as short as possible.
        let dependents = graph.dependents
        var next = 0
        while next < waiting.count {
            let changed = waiting[next]
            next += 1
            for dependent in dependents[changed] where chains[dependent] == nil {
                chains[dependent] = "\(graph.targets[changed].name) ← \(chains[changed, default: ""])"
                waiting.append(dependent)
            }
        }
        let known = Set(packages)
        reasons = [:]
        var built: Set<String> = []
        // In the order of discovery, so that the reason is the shortest chain.
        for index in waiting {
            let target = graph.targets[index]
            guard known.contains(target.package) else { continue }
            let chain = chains[index, default: ""]
            let isOwnTest = target.isTest && chain.contains(" ← ")
            reasons[target.package] = reasons[target.package] ?? (isOwnTest ? "\(target.name) ← \(chain)" : chain)
            if !target.isTest { built.insert(target.package) }
        }
        build = built.sorted()
    }

    /// Returns a path with line breaks and tabs escaped, so that it fits on one line.
    private static func escaped(_ path: String) -> String {
        path.replacing("\n", with: "\\n").replacing("\r", with: "\\r").replacing("\t", with: "\\t")
    }
}

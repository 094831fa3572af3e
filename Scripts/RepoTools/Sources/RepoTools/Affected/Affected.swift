/// Which packages a change can affect, and why. Never too few: a doubt selects everything.
struct Affected: Equatable {
    /// Why everything is selected; nil when the selection is narrow.
    var everythingBecause: String?
    /// Package to test → the chain that led to it.
    var because: [String: String]
    /// The packages of which something but tests is made anew, sorted.
    var build: [String]
    /// What a reader should know beside the answer.
    var remarks: [String] = []

    /// The packages to test, sorted: those whose tests or whose products are affected.
    var names: [String] { because.keys.sorted() }

    /// Everything, for one reason.
    init(everythingIn packages: [String], because reason: String) {
        everythingBecause = reason
        because = Dictionary(packages.map { ($0, reason) }) { first, _ in first }
        build = packages.sorted()
    }

    /// Follows changed paths through the graph: each target they are part of, and all that is built from it.
    ///
    /// - Parameters:
    ///   - classifiers: those of both states: a path counts for whom it belonged to and for whom it belongs to.
    ///   - graph: that of both states joined.
    ///   - packages: those to choose from.
    init(paths: [String], classifiers: [PathClassifier], graph: TargetGraph, packages: [String]) {
        var chains: [Int: String] = [:]
        var waiting: [Int] = []
        for path in paths {
            for classifier in classifiers {
                switch classifier.classify(path) {
                case .inert: break
                case .everything(let reason):
                    self = Affected(everythingIn: packages, because: reason)
                    return
                case .targets(let targets):
                    for place in targets.compactMap(graph.place) where chains[place] == nil {
                        chains[place] = Self.shown(path)
                        waiting.append(place)
                    }
                }
            }
        }
        // Breadth first, so that each chain is a shortest one.
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
        because = [:]
        var built: Set<String> = []
        // In the order they were found: what is nearest to the change tells best why.
        for place in waiting {
            let target = graph.targets[place]
            guard known.contains(target.package) else { continue }
            let chain = chains[place, default: ""]
            let isOwnTest = target.isTest && chain.contains(" ← ")
            because[target.package] = because[target.package] ?? (isOwnTest ? "\(target.name) ← \(chain)" : chain)
            if !target.isTest { built.insert(target.package) }
        }
        build = built.sorted()
    }

    /// A path on one line.
    private static func shown(_ path: String) -> String {
        path.replacing("\n", with: "\\n").replacing("\r", with: "\\r").replacing("\t", with: "\\t")
    }
}

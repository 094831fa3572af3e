/// Which packages a change can affect, and why. Never too few: a doubt selects everything.
struct Affected: Equatable {
    /// Why everything is selected; nil when the selection is narrow.
    var everythingBecause: String?
    /// Selected package → the chain that led to it.
    var because: [String: String]

    /// Sorted.
    var names: [String] { because.keys.sorted() }

    private init(everythingBecause: String?, because: [String: String]) {
        self.everythingBecause = everythingBecause
        self.because = because
    }

    /// Everything, for one reason.
    init(everythingIn packages: [String], because reason: String) {
        let reasons = Dictionary(uniqueKeysWithValues: packages.map { ($0, reason) })
        self.init(everythingBecause: reason, because: reasons)
    }

    /// Decides for a list of changes.
    ///
    /// A changed product reaches all packages built from it, by any number of steps, and the tests of packages that
    /// use it in tests only. Changed tests, and data read by tests, reach only the tests that read them.
    init(changes: [Git.Change], classifier: PathClassifier, graph: PackageGraph) {
        self.init(everythingBecause: nil, because: [:])
        var products: [String: String] = [:]
        var tests: [String: String] = [:]
        for change in changes {
            switch classifier.classify(change) {
            case .everything(let reason):
                self = Affected(everythingIn: graph.packages, because: reason)
                return
            case .inert: break
            case .product(let package): products[package] = products[package] ?? change.path
            case .tests(let readers):
                for package in readers { tests[package] = tests[package] ?? change.path }
            }
        }
        var waiting = products.keys.sorted()
        while let changed = waiting.popLast() {
            let reason = products[changed, default: ""]
            for dependent in graph.productDependents(of: changed) where products[dependent] == nil {
                products[dependent] = "\(changed) ← \(reason)"
                waiting.append(dependent)
            }
            for dependent in graph.testDependents(of: changed) where tests[dependent] == nil {
                tests[dependent] = "\(changed) (in its tests) ← \(reason)"
            }
        }
        let known = Set(graph.packages)
        if let stranger = tests.keys.sorted().first(where: { !known.contains($0) }) {
            let reason = "\(RepoConfiguration.file) names the package \(stranger), which does not exist"
            self = Affected(everythingIn: graph.packages, because: reason)
            return
        }
        because = tests.merging(products) { _, product in product }
    }
}

extension Affected {
    /// Decides for what differs between `head` (nil: the working copy) and its last common commit with `base`.
    ///
    /// A manifest that cannot be read leaves no graph to reason with, so it selects everything too.
    static func since(_ base: String, head: String?, root: String) throws(RepoError) -> Affected {
        do throws(RepoError) {
            return since(base, head: head, in: try Repository.load(root: root))
        } catch {
            let rules = try RepoConfiguration.load(root: root)
            let folders = Repository.packageFolders(root: root, patterns: rules.packages)
            return Affected(everythingIn: folders.map(Files.name), because: error.message)
        }
    }

    static func since(_ base: String, head: String?, in repository: Repository) -> Affected {
        let graph = PackageGraph(repository)
        let git = Git(folder: repository.root)
        do throws(RepoError) {
            let end = try git.commit(head ?? "HEAD")
            let common = try git.mergeBase(try git.commit(base), end)
            if let head, let path = try git.changes(from: end, to: nil).first(where: { decidesGraph($0.path) }) {
                let reason = "\(path.path) is another one in the working copy than in \(head); check \(head) out first"
                return Affected(everythingIn: graph.packages, because: reason)
            }
            let changes = try git.changes(from: common, to: head == nil ? nil : end)
            return Affected(changes: changes, classifier: PathClassifier(repository), graph: graph)
        } catch {
            let shallow = (try? git.isShallow()) == true ? "; the clone is shallow: fetch its whole history" : ""
            let reason = "it cannot be told what changed since \(base) (\(error)\(shallow))"
            return Affected(everythingIn: graph.packages, because: reason)
        }
    }

    /// Whether the graph of packages is read from this file.
    private static func decidesGraph(_ path: String) -> Bool {
        path == RepoConfiguration.file || Files.name(of: path) == "Package.swift"
    }
}

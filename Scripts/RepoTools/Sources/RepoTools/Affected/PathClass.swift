/// The effect of a changed path on the targets.
enum PathClass: Equatable {
    /// Everything may be affected, for the reason given.
    case everything(String)
    /// No build and no test reads the path.
    case inert
    /// These targets contain the path, read it as test data, or belong to its package if no target contains it.
    case targets([TargetReference])
}

/// Classifies paths by the rules (`Scripts/repo.json`) and then by the packages' folders. An unknown path affects
/// everything.
struct PathClassifier {
    /// The names of the packages and test targets that read the paths of a pattern.
    private let readBy: [(Glob, [String])]
    /// The paths that no build and no test reads.
    private let inert: [Glob]
    /// The paths that affect everything.
    private let global: [Glob]
    private let packages: [(name: String, folder: String)]
    private let targets: [String: [TargetGraph.Target]]
    private let declarations: [String: PathClass]

    /// - Parameter declarations: The effect of changed manifests and rules, by path.
    init(_ rules: RepoConfiguration, _ graph: TargetGraph, declarations: [String: PathClass] = [:]) {
        self.declarations = declarations
        readBy = rules.readBy.sorted { $0.key < $1.key }.map { (Glob($0.key), $0.value) }
        inert = rules.inert.map(Glob.init)
        global = rules.global.map(Glob.init)
        // A package may be located inside the folder of another, so the longest folder is the first, and the root is
        // the last.
        func length(_ folder: String) -> Int { folder == "." ? 0 : folder.utf8.count }
        packages = graph.packages.map { ($0.key, $0.value) }.sorted { length($0.folder) > length($1.folder) }
        targets = Dictionary(grouping: graph.targets, by: \.package)
    }

    func classify(_ path: String) -> PathClass {
        if path == RepoConfiguration.file {
            return declarations[path] ?? .everything("\(path) contains the rules")
        }
        let readers = Set(readBy.filter { $0.0.matches(path) }.flatMap(\.1)).sorted()
        if !readers.isEmpty { return classify(path, readers: readers) }
        if inert.contains(where: { $0.matches(path) }) { return .inert }
        if let pattern = global.first(where: { $0.matches(path) }) {
            return .everything("\(path) affects everything (\(pattern.pattern))")
        }
        if let declared = declarations[path] { return declared }
        guard let package = packages.first(where: { Files.contains($0.folder, path) }) else {
            return .everything("\(path) belongs to no package")
        }
        let packageTargets = targets[package.name] ?? []
        let owners = packageTargets.filter { target in target.folder.map { Files.contains($0, path) } ?? false }
        // Every package is below the root, so any of them may read a file of the root.
        if owners.isEmpty, package.folder == "." { return .everything("\(path) belongs to no target") }
        return .targets((owners.isEmpty ? packageTargets : owners).map(\.reference))
    }

    private func classify(_ path: String, readers: [String]) -> PathClass {
        let allTests = targets.values.joined().filter(\.isTest)
        var tests: [TargetGraph.Target] = []
        for reader in readers {
            let readingTests = allTests.filter { $0.package == reader || $0.name == reader }
            guard !readingTests.isEmpty || packages.contains(where: { $0.name == reader }) else {
                return .everything(
                    "\(RepoConfiguration.file) contains the unknown package or test target \(reader) in readBy"
                )
            }
            tests += readingTests
        }
        return .targets(tests.map(\.reference))
    }
}

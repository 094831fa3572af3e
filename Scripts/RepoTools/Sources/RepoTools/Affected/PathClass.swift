/// The effect of a changed path on the targets.
enum PathClass: Equatable {
    /// Everything may be affected, for the reason given.
    case everything(String)
    /// No build and no test reads the path.
    case inert
    /// These targets contain the path or, for test data, read it.
    case targets([TargetReference])
}

/// Classifies paths by the rules and then by the packages' folders. An unknown path affects everything.
struct PathClassifier {
    private let readBy: [(Glob, [String])]
    private let inert: [Glob]
    private let global: [Glob]
    private let packages: [(name: String, folder: String)]
    private let targets: [String: [TargetGraph.Target]]

    init(_ rules: RepoConfiguration, _ graph: TargetGraph) {
        readBy = rules.readBy.sorted { $0.key < $1.key }.map { (Glob($0.key), $0.value) }
        inert = rules.inert.map(Glob.init)
        global = rules.global.map(Glob.init)
        // The longest folder first, because a package may be located inside the folder of another.
        packages = graph.packages.map { ($0.key, $0.value) }.sorted { $0.folder.count > $1.folder.count }
        targets = Dictionary(grouping: graph.targets, by: \.package)
    }

    func classify(_ path: String) -> PathClass {
        if path == RepoConfiguration.file { return .everything("\(path) contains the rules") }
        let readers = Set(readBy.filter { $0.0.matches(path) }.flatMap(\.1)).sorted()
        if !readers.isEmpty { return classify(path, readers: readers) }
        if inert.contains(where: { $0.matches(path) }) { return .inert }
        if let pattern = global.first(where: { $0.matches(path) }) {
            return .everything("\(path) affects everything (\(pattern.pattern))")
        }
        guard let package = packages.first(where: { path.hasPrefix($0.folder + "/") }) else {
            return .everything("\(path) belongs to no package")
        }
        let all = targets[package.name] ?? []
        let owners = all.filter { target in target.folder.map { path.hasPrefix($0 + "/") } ?? false }
        return .targets((owners.isEmpty ? all : owners).map { TargetReference(package: $0.package, target: $0.name) })
    }

    private func classify(_ path: String, readers: [String]) -> PathClass {
        if let unknown = readers.first(where: { reader in !packages.contains { $0.name == reader } }) {
            return .everything("\(RepoConfiguration.file) contains the unknown package \(unknown) in readBy")
        }
        let tests = readers.flatMap { targets[$0] ?? [] }.filter(\.isTest)
        return .targets(tests.map { TargetReference(package: $0.package, target: $0.name) })
    }
}

/// What a changed path means for the packages.
enum PathClass: Equatable {
    /// Everything may be affected, for the reason given.
    case everything(String)
    /// Nothing that is built or tested reads it.
    case inert
    /// Sources or manifest of a package: its products change.
    case product(of: String)
    /// Only the tests of these packages see it.
    case tests(of: [String])
}

/// Tells what a path means, by the rules first and the packages' folders then. What is known to neither concerns all.
struct PathClassifier {
    private let configuration: RepoConfiguration
    private let packages: [Repository.Package]

    init(_ repository: Repository) {
        configuration = repository.configuration
        // The longest folder first, so that a package inside another's folder gets its own files.
        packages = repository.packages.sorted { $0.folder.count > $1.folder.count }
    }

    func classify(_ change: Git.Change) -> PathClass {
        let path = change.path
        if change.isSpecial { return .everything("\(path) is a symbolic link or a submodule") }
        let readers = configuration.readBy.filter { Glob($0.key).matches(path) }.values.flatMap(\.self)
        if !readers.isEmpty { return .tests(of: Set(readers).sorted()) }
        if let pattern = configuration.inert.first(where: { Glob($0).matches(path) }), !pattern.isEmpty {
            return .inert
        }
        if let pattern = configuration.global.first(where: { Glob($0).matches(path) }) {
            return .everything("\(path) concerns everything (\(pattern))")
        }
        guard let package = packages.first(where: { path.hasPrefix($0.folder + "/") }) else {
            return .everything("\(path) belongs to no package")
        }
        let isTest = package.manifest.targets.contains { target in
            target.isTest && path.hasPrefix("\(package.folder)/\(target.folder)/")
        }
        return isTest ? .tests(of: [package.name]) : .product(of: package.name)
    }
}

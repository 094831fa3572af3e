/// Where each package is built to be tested.
///
/// Packages that are built from each other share one folder, so that a module is compiled once for all of them; one that
/// has nothing to do with the others has its own, and is built beside them. The package manager locks a folder: what shares
/// one is built and tested in turn.
struct SharedBuildFolder {
    private let root: String
    private let graph: PackageGraph

    init(_ repository: Repository) {
        root = repository.root
        graph = PackageGraph(repository)
    }

    /// The full path.
    func path(of package: String) -> String { "\(root)/\(Repository.buildFolder)/packages/\(name(of: package))" }

    /// What is equal for packages that share one.
    func name(of package: String) -> String { graph.isAlone(package) ? package : "shared" }
}

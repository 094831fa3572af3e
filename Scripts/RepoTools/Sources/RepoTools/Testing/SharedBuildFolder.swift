/// The build folders for the tests of packages.
///
/// Packages that depend on each other share a folder, so that a module is compiled once. An independent package has its
/// own and can be built in parallel. SwiftPM locks a folder, so packages that share one are built one after the other.
struct SharedBuildFolder {
    private let root: String
    private let graph: PackageGraph

    init(_ repository: Repository) {
        root = repository.root
        graph = PackageGraph(repository)
    }

    /// Returns the full path of a package's build folder.
    func path(of package: String) -> String { "\(root)/\(Repository.buildFolder)/packages/\(name(of: package))" }

    /// Returns a key that is equal for packages that share a folder.
    func name(of package: String) -> String { graph.isAlone(package) ? package : "shared" }
}

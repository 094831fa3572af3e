/// A drawing of the package graph. An arrow means “depends on”; dependencies of tests are omitted.
struct GraphDrawing {
    private let packages: Set<String>
    /// The edges, sorted. An edge that is implied by others is omitted.
    private(set) var edges: [(from: String, to: String)] = []

    init(_ graph: PackageGraph, packages: Set<String>) {
        self.packages = packages
        func needs(_ package: String) -> Set<String> { graph.productEdges[package, default: []].intersection(packages) }
        var reachable: [String: Set<String>] = [:]
        for package in graph.inBuildOrder where packages.contains(package) {
            let direct = needs(package)
            reachable[package] = direct.reduce(into: direct) { $0.formUnion(reachable[$1, default: []]) }
        }
        for package in packages.sorted() {
            let direct = needs(package)
            let indirect = direct.reduce(into: Set<String>()) { $0.formUnion(reachable[$1, default: []]) }
            edges += direct.subtracting(indirect).sorted().map { (package, $0) }
        }
    }

    init(_ repository: Repository) {
        self.init(PackageGraph(repository), packages: Set(repository.mainPackages.map(\.name)))
    }

    var mermaid: String {
        let alone = packages.filter { name in !edges.contains { $0.from == name || $0.to == name } }
        return "graph TD\n"
            + edges.map { "    \(Repository.fileName(of: $0.from)) --> \(Repository.fileName(of: $0.to))\n" }.joined()
            + alone.sorted().map { "    \(Repository.fileName(of: $0))\n" }.joined()
    }
}

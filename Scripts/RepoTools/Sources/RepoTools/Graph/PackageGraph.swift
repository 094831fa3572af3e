/// The dependencies between packages. Dependencies of products and of tests are separate, because only the former are
/// transitive.
struct PackageGraph: Equatable {
    /// Sorted.
    var packages: [String]
    /// The packages that each package's products depend on.
    var productEdges: [String: Set<String>]
    /// The packages that each package's tests depend on.
    var testEdges: [String: Set<String>]

    init(packages: [String], productEdges: [String: Set<String>], testEdges: [String: Set<String>] = [:]) {
        self.packages = packages.sorted()
        self.productEdges = productEdges
        self.testEdges = testEdges
    }

    init(_ repository: Repository) {
        var productEdges: [String: Set<String>] = [:]
        var testEdges: [String: Set<String>] = [:]
        for package in repository.packages {
            for target in package.manifest.targets {
                let needed = target.dependencies.flatMap { repository.targets(of: $0, in: package) }
                let others = Set(needed.map(\.package)).subtracting([package.name])
                if target.isTest {
                    testEdges[package.name, default: []].formUnion(others)
                } else {
                    productEdges[package.name, default: []].formUnion(others)
                }
            }
        }
        self.init(packages: repository.packages.map(\.name), productEdges: productEdges, testEdges: testEdges)
    }

    /// Returns whether a package has no dependencies and no dependents.
    func isIndependent(_ package: String) -> Bool {
        [productEdges, testEdges].allSatisfy { edges in
            edges.allSatisfy { $0.key == package ? $0.value.isEmpty : !$0.value.contains(package) }
        }
    }

    /// The packages with dependencies before dependents. Those of a cycle, and their dependents, are last, by name.
    var inBuildOrder: [String] {
        var ordered: [String] = []
        var remaining = packages
        while let next = remaining.firstIndex(where: { package in
            productEdges[package, default: []].allSatisfy { ordered.contains($0) || !packages.contains($0) }
        }) {
            ordered.append(remaining.remove(at: next))
        }
        return ordered + remaining
    }

    /// A dependency cycle of products, its first package repeated at the end, or nil.
    var cycle: [String]? {
        let dependencies = packages.map { package in
            packages.indices.filter { productEdges[package, default: []].contains(packages[$0]) }
        }
        return Adjacency(dependencies: dependencies).cycle?.map { packages[$0] }
    }
}

/// The build folders for the tests of packages.
///
/// All packages that have a dependency or a dependent share one folder, so that a module is compiled once. Each other
/// package has its own and can be built in parallel. SwiftPM locks a folder, so packages that share one are built one
/// after the other.
struct BuildFolders {
    private let root: String
    private let graph: PackageGraph

    init(_ repository: Repository) {
        root = repository.root
        graph = PackageGraph(repository)
    }

    func path(of package: String) -> String { "\(root)/\(Repository.buildFolder)/packages/\(name(of: package))" }

    /// Returns the name of a package's build folder: `shared` for packages that share one.
    func name(of package: String) -> String {
        graph.isIndependent(package) ? Repository.fileName(of: package) : "shared"
    }
}

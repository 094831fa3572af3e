import Testing

@testable import RepoTools

@Suite struct PackageGraphTests {
    @Test("dependencies of products and of tests are distinguished")
    func edges() throws {
        let graph = PackageGraph(try FivePackageRepo.copy().repository)
        #expect(graph.packages == FivePackageRepo.packages)
        #expect(graph.productEdges["App"] == ["Store", "Web"])
        #expect(graph.productEdges["Base"] == [])
        #expect(graph.testEdges["Base"] == ["Kit"])
    }

    @Test("the build order puts dependencies first and packages of a cycle last")
    func order() throws {
        let graph = PackageGraph(try FivePackageRepo.copy().repository)
        #expect(graph.inBuildOrder == ["Base", "Kit", "Store", "Web", "App"])
        let cyclic = PackageGraph(packages: ["A", "B", "C"], productEdges: ["A": ["B"], "B": ["A"]])
        #expect(cyclic.inBuildOrder == ["C", "A", "B"])
    }

    @Test(
        "a cycle is reported without its dependents",
        arguments: [
            ([:], nil),
            (["A": ["B"], "B": ["C"]], nil),
            (["A": ["B"], "B": ["C"], "C": ["A"]], ["A", "B", "C", "A"]),
            (["A": ["B"], "B": ["C"], "C": ["B"]], ["B", "C", "B"]),
        ] as [([String: Set<String>], [String]?)]
    )
    func cycle(edges: [String: Set<String>], expected: [String]?) {
        #expect(PackageGraph(packages: ["A", "B", "C"], productEdges: edges).cycle == expected)
    }
}

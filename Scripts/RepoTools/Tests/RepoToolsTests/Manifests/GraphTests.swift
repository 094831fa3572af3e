import Testing

@testable import RepoTools

@Suite struct GraphTests {
    @Test("dependencies of products and of tests are distinguished")
    func edges() throws {
        let graph = PackageGraph(try FivePackageRepo.loaded().repository)
        #expect(graph.packages == FivePackageRepo.packages)
        #expect(graph.productEdges["App"] == ["Store", "Web"])
        #expect(graph.productEdges["Base"] == [])
        #expect(graph.testEdges["Base"] == ["Kit"])
    }

    @Test("the build order puts dependencies first and packages of a cycle last")
    func order() throws {
        let graph = PackageGraph(try FivePackageRepo.loaded().repository)
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

    @Test("edges that others imply are omitted")
    func mermaid() {
        let graph = PackageGraph(
            packages: ["App", "Base", "Web", "Alone", "Tool"],
            productEdges: ["App": ["Web", "Base"], "Web": ["Base"], "Tool": ["Base"]]
        )
        let drawing = GraphDrawing(graph, packages: ["App", "Base", "Web", "Alone"])
        #expect(drawing.mermaid == "graph TD\n    App --> Web\n    Web --> Base\n    Alone\n")
        #expect(GraphDrawing(graph, packages: []).mermaid == "graph TD\n")
    }

    @Test("an outdated graph is reported and rewritten, and a graph is printed")
    func current() throws {
        let repo = try FivePackageRepo.copy()
        #expect(repo.run("check", "graph").status == 0)
        try repo.write("README.md", "# Acme\n\n<!-- graph -->\nold\n<!-- /graph -->\n\nMore.\n")
        let stale = repo.run("check", "graph")
        #expect(stale.out.contains("README.md:3: the package graph does not match"))
        #expect(repo.run("graph", "--write").err == "repo graph: wrote README.md\n")
        #expect(repo.run("graph", "--write").err == "repo graph: already current\n")
        #expect(repo.run("check", "graph").status == 0)
        let text = try repo.text("README.md")
        #expect(text.contains("<!-- graph -->\n```mermaid\ngraph TD\n    App --> Store\n"))
        #expect(text.hasSuffix("```\n<!-- /graph -->\n\nMore.\n"))
        #expect(repo.run("graph").out.hasPrefix("graph TD\n"))
    }

    // MARK: Targets

    /// Returns the graph of a package whose targets have these dependencies.
    private func graph(_ dependencies: [(String, [String])]) throws -> TargetGraph {
        let targets = dependencies.map { Dump.target($0, dependencies: $1.map(Dump.byName)) }
        let manifest = try ManifestLoader.parse(Dump.manifest(targets: targets), of: "/p")
        let package = Repository.Package(name: "p", folder: "p", manifest: manifest)
        return TargetGraph(
            Repository(root: "/", configuration: RepoConfiguration(packages: []), packages: [package])
        )
    }

    @Test("a union contains the targets and dependencies of both graphs, and a cycle is returned by name")
    func joined() throws {
        let old = try graph([("A", ["B"]), ("B", []), ("Gone", ["B"])])
        let new = try graph([("A", []), ("B", []), ("New", ["A"])])
        let both = new.union(old)
        #expect(both.targets.map(\.name) == ["A", "B", "New", "Gone"])
        #expect(both.dependencies == [[1], [], [0], [1]])
        #expect(both.cycle == nil)
        #expect(try graph([("A", ["B"]), ("B", ["C"]), ("C", ["B"])]).cycle == ["B", "C", "B"])
    }
}

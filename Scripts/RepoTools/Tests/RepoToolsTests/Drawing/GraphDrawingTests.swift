import Testing

@testable import RepoTools

@Suite struct GraphDrawingTests {
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
        let repo = try FivePackageRepo.copy().repo
        #expect(repo.run("check", "graph").status == 0)
        try repo.write("README.md", "# Acme\n\n<!-- graph -->\nold\n<!-- /graph -->\n\nMore.\n")
        let stale = repo.run("check", "graph")
        #expect(stale.out.contains("README.md:3: the package graph does not match"))
        #expect(repo.run("graph", "--write").err == "repo graph: wrote README.md\n")
        #expect(repo.run("graph", "--write").err == "repo graph: already current\n")
        #expect(repo.run("check", "graph").status == 0)
        let text = try Files.text("\(repo.root)/README.md")
        #expect(text.contains("<!-- graph -->\n```mermaid\ngraph TD\n    App --> Store\n"))
        #expect(text.hasSuffix("```\n<!-- /graph -->\n\nMore.\n"))
        #expect(repo.run("graph").out.hasPrefix("graph TD\n"))
    }
}

import Testing

@testable import RepoTools

@Suite struct TargetGraphTests {
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

import Testing

@testable import RepoTools

@Suite struct TargetGraphTests {
    @Test(
        "an outline (the targets of a package) is read from a manifest and from a line of text; other text is rejected"
    )
    func outline() throws {
        let manifest = try decode(
            Manifest.self,
            #"""
            {"name": "A", "platforms": [], "toolsVersion": {"_version": "6.0.0"},
             "dependencies": [{"fileSystem": [{"identity": "web", "nameForTargetDependencyResolutionOnly": "Net",
                               "path": "/x/Web"}]}],
             "products": [{"name": "P", "targets": ["A", "B"], "type": {"library": ["automatic"]}}],
             "targets": [
               {"name": "A", "type": "regular", "path": "./Sources/../In", "exclude": [], "settings": [], "resources": [],
                "dependencies": [{"product": ["W", "net", null, null]}, {"byName": ["B", null]}],
                "pluginUsages": [{"plugin": ["Gen", "tools"]}, {"plugin": ["Own", null]}]},
               {"name": "B", "type": "binary", "exclude": [], "settings": [], "resources": [], "dependencies": []},
               {"name": "G", "type": "plugin", "exclude": [], "settings": [], "resources": [], "dependencies": []},
               {"name": "AT", "type": "test", "exclude": [], "settings": [], "resources": [], "dependencies": []}]}
            """#
        )
        let outline = Outline(manifest)
        #expect(outline.targets.map(\.kind) == [.ordinary, .remote, .ordinary, .test])
        #expect(outline.targets.map(\.path) == ["In", nil, "Plugins/G", nil])
        #expect(
            outline.targets[0].dependencies == [
                .init(name: "W", package: "Web"), .init(name: "B"), .init(name: "Gen", package: "tools"),
                .init(name: "Own"),
            ]
        )
        let line = try #require(outline.line)
        #expect(Outline(line: line[...]) == outline)
        #expect(Outline(line: "x\u{1F}y\u{1F}z") == nil)
        #expect(Outline(line: "p\u{1F}y") == nil)
        var multiline = outline
        multiline.targets[0].name = "a\nb"
        #expect(multiline.line == nil)
    }

    @Test("a target's folder is found where SwiftPM looks; a missing folder and a package name used twice are errors")
    func folders() throws {
        func target(_ name: String, _ kind: Outline.Target.Kind = .ordinary) -> Outline.Target {
            .init(name: name, kind: kind, path: nil, dependencies: [])
        }
        let two = Outline(targets: [target("A"), target("B"), target("T", .test)], products: [])
        let graph = try TargetGraph(
            [(folder: "p", outline: two)],
            folders: ["p/Source/A", "p/src/B", "p/Tests"]
        )
        #expect(graph.targets.map(\.folder) == ["p/Source/A", "p/src/B", "p/Tests"])
        let error = #expect(throws: RepoError.self) {
            try TargetGraph([(folder: "p", outline: two)], folders: ["p/Sources", "p/Sources/A", "p/Tests/T"])
        }
        #expect(error?.message.contains("the target B of p/Package.swift has no folder p/Sources/B") == true)
        let one = Outline(targets: [target("C")], products: [])
        let sameName = #expect(throws: RepoError.self) {
            try TargetGraph(
                [(folder: "a/P", outline: two), (folder: "b/p", outline: one)],
                folders: ["a/P/Sources/A", "a/P/Sources/B", "a/P/Tests/T", "b/p/Sources/C"]
            )
        }
        #expect(sameName?.message.contains("a/P and b/p have the same name") == true)
    }

    @Test("a union contains the targets and dependencies of both graphs, and a cycle is returned by name")
    func joined() throws {
        func graph(_ dependencies: [(String, [String])]) throws -> TargetGraph {
            let targets = dependencies.map { name, dependencies in
                Outline.Target(
                    name: name,
                    kind: .ordinary,
                    path: nil,
                    dependencies: dependencies.map { .init(name: $0) }
                )
            }
            let folders = Set(dependencies.map { "p/Sources/\($0.0)" })
            return try TargetGraph([(folder: "p", outline: Outline(targets: targets, products: []))], folders: folders)
        }
        let old = try graph([("A", ["B"]), ("B", []), ("Gone", ["B"])])
        let new = try graph([("A", []), ("B", []), ("New", ["A"])])
        let both = new.union(old)
        #expect(both.targets.map(\.name) == ["A", "B", "New", "Gone"])
        #expect(both.dependencies == [[1], [], [0], [1]])
        #expect(both.cycle == nil)
        #expect(try graph([("A", ["B"]), ("B", ["C"]), ("C", ["B"])]).cycle == ["B", "C", "B"])
    }
}

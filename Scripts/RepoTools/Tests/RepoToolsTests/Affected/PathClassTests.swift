import Testing

@testable import RepoTools

@Suite struct PathClassTests {
    @Test("rules take precedence over folders, and a path belongs to the innermost package")
    func classes() throws {
        var rules = RepoConfiguration(packages: ["libs/*"])
        rules.readBy = ["data/*.json": ["Web"], "data/**": ["App"]]
        rules.inert = ["README.md"]
        let web = Outline(
            targets: [
                .init(name: "W", kind: .ordinary, path: nil, dependencies: []),
                .init(name: "WTests", kind: .test, path: nil, dependencies: []),
            ],
            products: []
        )
        let app = Outline(
            targets: [
                .init(name: "A", kind: .ordinary, path: nil, dependencies: []),
                .init(name: "ATests", kind: .test, path: nil, dependencies: []),
                .init(name: "Far", kind: .remote, path: nil, dependencies: []),
            ],
            products: []
        )
        let folders: Set = [
            "App/Sources/A", "App/Tests/ATests", "App/Sources/A/Web/Sources", "App/Sources/A/Web/Tests",
        ]
        let graph = try TargetGraph(
            [(folder: "App", outline: app), (folder: "App/Sources/A/Web", outline: web)],
            folders: folders
        )
        let classifier = PathClassifier(rules, graph)
        func targets(_ names: (String, String)...) -> PathClass {
            .targets(names.map { TargetReference(package: $0.0, target: $0.1) })
        }
        #expect(classifier.classify("data/a.json") == targets(("App", "ATests"), ("Web", "WTests")))
        #expect(classifier.classify("data/deep/a.json") == targets(("App", "ATests")))
        #expect(classifier.classify("README.md") == .inert)
        #expect(classifier.classify("App/Sources/A/Web/Sources/x") == targets(("Web", "W")))
        #expect(classifier.classify("App/Sources/A/x") == targets(("App", "A")))
        #expect(classifier.classify("App/Tests/ATests/x") == targets(("App", "ATests")))
        // A file outside all targets may be read by any target of its package.
        #expect(classifier.classify("App/Tests/x") == targets(("App", "A"), ("App", "ATests"), ("App", "Far")))
        #expect(classifier.classify("Apple/x") == .everything("Apple/x belongs to no package"))
    }
}

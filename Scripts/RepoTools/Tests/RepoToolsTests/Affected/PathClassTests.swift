import Testing

@testable import RepoTools

@Suite struct PathClassTests {
    @Test("rules come before folders, and the longest folder owns a path")
    func classes() throws {
        var repository = try FiveRepo.copy().repository
        repository.configuration.readBy = ["data/*.json": ["Web"], "data/**": ["App"]]
        var inner = repository.packages[repository.index("Web")]
        inner.folder = "libs/Base/Sources/Web"
        repository.packages[repository.index("Web")] = inner
        let classifier = PathClassifier(repository)
        func classify(_ path: String) -> PathClass { classifier.classify(Git.Change(path: path)) }
        #expect(classify("data/a.json") == .tests(of: ["App", "Web"]))
        #expect(classify("data/deep/a.json") == .tests(of: ["App"]))
        #expect(classify("README.md") == .inert)
        #expect(classify("libs/Base/Sources/Web/x") == .product(of: "Web"))
        #expect(classify("libs/Base/Sources/x") == .product(of: "Base"))
        #expect(classify("libs/Base/Tests/AcmeBaseTests/x") == .tests(of: ["Base"]))
        #expect(classify("libs/Base/Tests/x") == .product(of: "Base"))
        #expect(classify("libs/Basement/x") == .everything("libs/Basement/x belongs to no package"))
    }
}

import SeekBasics
import Testing

@testable import RepoTools

@Suite struct ManifestLoaderTests {
    @Test("a manifest is read from the cache until it changes or its cache entry is corrupt")
    func cache() throws {
        let repo = try TempRepo()
        let count = Mutex(0)
        let loader = ManifestLoader(cacheFolder: repo.root + "/cache") { _ throws(RepoError) in
            count.withLock { $0 += 1 }
            return Dump.manifest()
        }
        try repo.write("A/Package.swift", "one")
        #expect(try loader.manifest(of: repo.root + "/A").name == "A")
        #expect(try loader.manifests(of: [repo.root + "/A"]).map(\.name) == ["A"])
        #expect(count.withLock { $0 } == 1)
        try repo.write("A/Package.swift", "two")
        _ = try loader.manifest(of: repo.root + "/A")
        #expect(count.withLock { $0 } == 2)
        for entry in Files.names(in: repo.root + "/cache") { try repo.write("cache/\(entry)", "{") }
        _ = try loader.manifest(of: repo.root + "/A")
        #expect(count.withLock { $0 } == 3)
    }

    @Test("output that is not a manifest is an error that names the file")
    func invalidOutput() throws {
        let repo = try TempRepo()
        try repo.write("A/Package.swift", "one")
        let loader = ManifestLoader(cacheFolder: repo.root + "/cache") { _ throws(RepoError) in "{}" }
        let error = #expect(throws: RepoError.self) { try loader.manifests(of: [repo.root + "/A"]) }
        #expect(error?.message.contains("A/Package.swift") == true)
    }

    @Test("a manifest that does not compile is an error with the compiler's reason")
    func doesNotCompile() throws {
        let repo = try TempRepo()
        try repo.write(
            "A/Package.swift",
            "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Nothing()\n"
        )
        let error = #expect(throws: RepoError.self) { try ManifestLoader.swiftDump(repo.root + "/A") }
        #expect(error?.message.contains("cannot read \(repo.root)/A/Package.swift") == true)
        #expect(error?.message.contains("Nothing") == true)
    }

    @Test("the line of a target is that of its declaration, even if a product has the same name")
    func lines() {
        let text = """
            .library(name: "A", targets: ["A"])
            .product(name: "B", package: "B")
            .target(name: "A"),
            tests("F", ["G"])
            """
        let source = ManifestSource(file: "Package.swift", text: text)
        #expect(source.line(ofTarget: "A") == 3)
        #expect(source.line(ofProduct: "A") == 1)
        #expect(source.line(ofTarget: "G") == 4)
        #expect(source.line(ofTarget: "X") == nil)
        #expect(source.line(with: "(\"F\"") == 4)
    }

    @Test(
        "a dependency is read in each of its forms",
        arguments: [
            (#"{"byName": ["A", null]}"#, TargetDependency(name: "A")),
            (
                #"{"target": ["A", {"platformNames": ["linux"]}]}"#,
                TargetDependency(name: "A", condition: .object(["platformNames": .array([.string("linux")])]))
            ),
            (#"{"product": ["A", "B", null, null]}"#, TargetDependency(name: "A", package: "B")),
        ]
    )
    func dependency(json: String, expected: TargetDependency) throws {
        #expect(try decode(TargetDependency.self, json) == expected)
    }

    @Test("a dependency without a name is an error")
    func nameless() {
        #expect(throws: DecodingError.self) { try decode(TargetDependency.self, #"{"byName": [null]}"#) }
    }
}

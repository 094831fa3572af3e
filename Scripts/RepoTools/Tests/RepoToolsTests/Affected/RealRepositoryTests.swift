import Testing

/// Repositories with manifests as real projects write them, each with a change and the tests that must be selected.
@Suite struct RealRepositoryTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        /// The files besides those of ``files(_:)``.
        var files: [String: String]
        /// The changed file with its new text.
        var change: (path: String, text: String)
        /// The output of `affected --targets`.
        var arguments: String
        var rules = #"{"packages": ["."]}"#
    }

    private static func manifest(_ body: String, tools: String = "6.0", imports: String = "") -> String {
        "// swift-tools-version: \(tools)\n\(imports)import PackageDescription\nlet package = Package(name: \"Shop\", \(body))\n"
    }

    private static let core = #".target(name: "Core"), .testTarget(name: "CoreTests", dependencies: ["Core"])"#
    private static let coreSource = "Sources/Core/Core.swift"
    private static let coreLibrary = manifest(
        #"products: [.library(name: "Core", targets: ["Core"])], targets: [\#(core)]"#
    )

    private static func app(usingCoreOf path: String) -> String {
        manifest(
            #"dependencies: [.package(path: "\#(path)")], targets: [.testTarget(name: "AppTests", dependencies: [.product(name: "Core", package: "Kit")])]"#
        )
    }

    static let cases: [Case] = [
        Case(
            testDescription: "the manifest for newer compilers declares a dependency (apple/swift-collections)",
            files: [
                "Package.swift": manifest(
                    "targets: [\(core), .target(name: \"Net\"), .testTarget(name: \"NetTests\", dependencies: [\"Net\"])]",
                    tools: "5.9"
                ),
                "Package@swift-6.0.swift": manifest(
                    "targets: [\(core), .target(name: \"Net\", dependencies: [\"Core\"]), .testTarget(name: \"NetTests\", dependencies: [\"Net\"])]"
                ),
                coreSource: "", "Sources/Net/a.swift": "", "Tests/CoreTests/a.swift": "", "Tests/NetTests/a.swift": "",
            ],
            change: (coreSource, "// new"),
            arguments: "--package-path . --filter ^CoreTests[.] --filter ^NetTests[.]\n"
        ),
        Case(
            testDescription: "names with hyphens are those of modules in filters (swiftlang/vscode-swift#779)",
            files: [
                "Package.swift": manifest(
                    #"targets: [.target(name: "shop-core"), .testTarget(name: "1-tests", dependencies: ["shop-core"])]"#
                ),
                "Sources/shop-core/a.swift": "", "Tests/1-tests/a.swift": "",
            ],
            change: ("Sources/shop-core/a.swift", "// new"),
            arguments: "--package-path . --filter ^_1_tests[.]\n"
        ),
        Case(
            testDescription: "a target is declared only if its folder exists (tree-sitter/tree-sitter#5362)",
            files: [
                "Package.swift": manifest(#"targets: [.target(name: "Core")]"#, imports: "import Foundation\n")
                    + #"""
                    if FileManager.default.fileExists(atPath: Context.packageDirectory + "/Tests") {
                        package.targets.append(.testTarget(name: "CoreTests", dependencies: ["Core"]))
                    }
                    """#,
                coreSource: "", "Tests/CoreTests/a.swift": "",
            ],
            change: (coreSource, "// new"),
            arguments: "--package-path . --filter ^CoreTests[.]\n"
        ),
        Case(
            testDescription: "a nested package depends on the root under another name (swiftlang/swift-syntax)",
            files: [
                "Package.swift": coreLibrary,
                coreSource: "", "Tests/CoreTests/a.swift": "",
                "Examples/Package.swift": manifest(
                    #"dependencies: [.package(name: "renamed", path: "../")], targets: [.testTarget(name: "DemoTests", dependencies: [.product(name: "Core", package: "renamed")])]"#
                ),
                "Examples/Tests/DemoTests/a.swift": "",
            ],
            change: (coreSource, "// new"),
            arguments: "--package-path . --filter ^CoreTests[.]\n--package-path Examples --filter ^DemoTests[.]\n",
            rules: #"{"packages": [".", "Examples"]}"#
        ),
        Case(
            testDescription: "the folder contains a space and quotation marks (mikeger/XcodeSelectiveTesting#80)",
            files: [
                "It's \"my\" lib/Package.swift": manifest("targets: [\(core)]"),
                "It's \"my\" lib/\(coreSource)": "", "It's \"my\" lib/Tests/CoreTests/a.swift": "",
            ],
            change: ("It's \"my\" lib/\(coreSource)", "// new"),
            arguments: #"--package-path It\'s\ \"my\"\ lib --filter ^CoreTests[.]"# + "\n",
            rules: #"{"packages": ["It's \"my\" lib"]}"#
        ),
        Case(
            testDescription: "a binary target is a file (swiftlang/swift-package-manager#3746)",
            files: [
                "Package.swift": manifest(
                    #"targets: [\#(core), .binaryTarget(name: "Tool", path: "Artifacts/tool.artifactbundle.zip"), .testTarget(name: "ToolTests", dependencies: ["Tool"])]"#
                ),
                coreSource: "", "Tests/CoreTests/a.swift": "", "Tests/ToolTests/a.swift": "",
                "Artifacts/tool.artifactbundle.zip": "PK",
            ],
            change: ("Artifacts/tool.artifactbundle.zip", "PK2"),
            arguments: "--package-path . --filter ^ToolTests[.]\n"
        ),
        Case(
            testDescription:
                "C finds headers in the folder of a target it does not depend on (firebase/firebase-ios-sdk)",
            files: [
                "Package.swift": manifest(
                    #"targets: [.target(name: "CShared"), .target(name: "CNet", cSettings: [.headerSearchPath("../CShared/include")]), .testTarget(name: "NetTests", dependencies: ["CNet"])]"#
                ),
                "Sources/CShared/include/a.h": "", "Sources/CShared/a.c": "", "Sources/CNet/include/b.h": "",
                "Sources/CNet/b.c": "", "Tests/NetTests/a.swift": "",
            ],
            change: ("Sources/CShared/include/a.h", "// new"),
            arguments: "--package-path . --filter ^NetTests[.]\n"
        ),
        Case(
            testDescription: "two targets share a folder and list their sources",
            files: [
                "Package.swift": manifest(
                    #"targets: [.target(name: "Core", path: "All", sources: ["a"]), .testTarget(name: "CoreTests", dependencies: ["Core"]), .testTarget(name: "AllTests", path: "All", sources: ["t"])]"#
                ),
                "All/a/a.swift": "", "All/t/t.swift": "", "Tests/CoreTests/a.swift": "",
            ],
            change: ("All/a/a.swift", "// new"),
            arguments: "--package-path . --filter ^CoreTests[.]\n"
        ),
        Case(
            testDescription: "a test copies resources from outside its folder",
            files: [
                "Package.swift": manifest(
                    #"targets: [\#(core), .testTarget(name: "DataTests", resources: [.copy("../../Fixtures/prices")])]"#
                ),
                coreSource: "", "Tests/CoreTests/a.swift": "", "Tests/DataTests/a.swift": "",
                "Fixtures/prices/a.json": "1",
            ],
            change: ("Fixtures/prices/a.json", "2"),
            arguments: "--package-path . --filter ^DataTests[.]\n"
        ),
        Case(
            testDescription: "the attributes of a checkout change the contents of files",
            files: [
                "Package.swift": manifest("targets: [\(core)]"), coreSource: "", "Tests/CoreTests/a.swift": "",
                ".gitattributes": "*.png binary\n",
            ],
            change: (".gitattributes", "*.txt text eol=crlf\n"),
            arguments: "--package-path .\n"
        ),
        Case(
            testDescription: "a test inside the folder of its target (realm/realm-swift)",
            files: [
                "Package.swift": manifest(
                    #"targets: [.target(name: "Core", path: "Core", exclude: ["Tests"]), .testTarget(name: "CoreTests", dependencies: ["Core"], path: "Core/Tests"), .testTarget(name: "MoreTests", dependencies: ["Core"])]"#
                ),
                "Core/a.swift": "", "Core/Tests/a.swift": "", "Tests/MoreTests/a.swift": "",
            ],
            change: ("Core/Tests/a.swift", "// new"),
            arguments: "--package-path . --filter ^CoreTests[.]\n"
        ),
        Case(
            testDescription:
                "a package without tests is not tested, also if everything is selected (davecom/SwiftPriorityQueue#13)",
            files: [
                "libs/Icons/Package.swift": manifest(#"targets: [.target(name: "Icons")]"#),
                "libs/Icons/Sources/Icons/a.swift": "",
                "libs/Core/Package.swift": manifest("targets: [\(core)]"),
                "libs/Core/\(coreSource)": "", "libs/Core/Tests/CoreTests/a.swift": "",
            ],
            change: ("notes.txt", "new"),
            arguments: "--package-path libs/Core\n",
            rules: #"{"packages": ["libs/*"]}"#
        ),
        Case(
            testDescription: "a package that the rules do not list is used by one that they list",
            files: [
                "App/Package.swift": app(usingCoreOf: "../vendor/Kit"), "App/Tests/AppTests/a.swift": "",
                "vendor/Kit/Package.swift": coreLibrary, "vendor/Kit/\(coreSource)": "",
                "vendor/Kit/Tests/CoreTests/a.swift": "",
            ],
            change: ("vendor/Kit/\(coreSource)", "// new"),
            arguments: "--package-path App --filter ^AppTests[.]\n",
            rules: #"{"packages": ["App"]}"#
        ),
        Case(
            testDescription: "packages whose folders have the same name, or differ only in case",
            files: [
                "a/x/Package.swift": manifest("targets: [\(core)]"), "a/x/\(coreSource)": "",
                "a/x/Tests/CoreTests/a.swift": "", "b/X/Package.swift": manifest("targets: [\(core)]"),
                "b/X/\(coreSource)": "", "b/X/Tests/CoreTests/a.swift": "",
            ],
            change: ("b/X/\(coreSource)", "// new"),
            arguments: "--package-path b/X --filter ^CoreTests[.]\n",
            rules: #"{"packages": ["a/*", "b/*"]}"#
        ),
    ]

    @Test("the tests that a change can affect are selected", arguments: cases)
    func selection(example: Case) throws {
        let repo = try TempRepo(files: example.files, rules: example.rules)
        #expect(repo.run("affected", "--base", "main", "--targets").out == "")
        try repo.write(example.change.path, example.change.text)
        let outcome = repo.run("affected", "--base", "main", "--targets")
        #expect(outcome.out == example.arguments, "\(outcome)")
        // The same change as a commit that is not checked out.
        try repo.git("checkout", "-q", "-b", "topic")
        try repo.commit()
        try repo.git("checkout", "-q", "main")
        #expect(repo.run("affected", "--base", "main", "--head", "topic", "--targets").out == example.arguments)
    }

    @Test("a change inside a submodule, committed or not, selects its tests and those of its dependents")
    func submodule() throws {
        let kit = try TempRepo(
            files: ["Package.swift": Self.coreLibrary, Self.coreSource: "", "Tests/CoreTests/a.swift": ""],
            rules: ""
        )
        let repo = try TempRepo(
            files: ["libs/App/Package.swift": Self.app(usingCoreOf: "../Kit"), "libs/App/Tests/AppTests/a.swift": ""],
            rules: #"{"packages": ["libs/*"]}"#
        )
        try repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", kit.root, "libs/Kit")
        try repo.commit()
        #expect(repo.run("affected", "--base", "main").out == "")
        try repo.write("libs/Kit/\(Self.coreSource)", "// new")
        #expect(repo.run("affected", "--base", "main").out == "App\nKit\n")
        try repo.git("-C", "libs/Kit", "commit", "-qam", "x")
        #expect(repo.run("affected", "--base", "main").out == "App\nKit\n")
    }

    // MARK: Properties of a selection (Zhu, Legunsen, Shi, Gligoric: RTSCheck, ICSE 2019)

    @Test("a second run selects the same, a comment in a manifest nothing, and a reverted change nothing")
    func properties() throws {
        let repo = try FivePackageRepo.copy()
        let file = "libs/Web/Sources/AcmeWeb/Web.swift"
        let (source, manifest) = (try repo.text(file), try repo.text("Package.swift"))
        try repo.write(file, source + "// new\n")
        let first = try repo.affected()
        #expect(try repo.affected() == first)
        try repo.commit()
        #expect(try repo.affected(since: "HEAD").packages == [])
        #expect(try repo.affected(since: "HEAD~1").packages == first.packages)
        // Reverted in the working copy, and then in a commit.
        try repo.write(file, source)
        #expect(try repo.affected(since: "HEAD~1").packages == [])
        try repo.commit()
        #expect(try repo.affected(since: "HEAD~2").packages == [])
        try repo.write("Package.swift", manifest + "// A comment\n")
        try repo.replace("import PackageDescription", with: "import  PackageDescription", in: "libs/Web/Package.swift")
        #expect(try repo.affected(since: "HEAD").packages == [])
    }

    @Test("a package that was moved is selected with the dependents of its former place")
    func movedPackage() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write(
            "Scripts/repo.json",
            #"{"packages": ["libs/*", "more/*"], "inert": ["README.md"]}"#
        )
        try repo.commit()
        try repo.write("more/a")
        repo.remove("more/a")
        try repo.git("mv", "libs/App", "more/App")
        for name in ["Store", "Web"] {
            try repo.replace("../\(name)\"", with: "../../libs/\(name)\"", in: "more/App/Package.swift")
        }
        #expect(try repo.affected(since: "HEAD").packages == ["App"])
        try repo.git("rm", "-rq", "--cached", "libs/Web")
        repo.remove("libs/Web")
        #expect(try repo.affected(since: "HEAD").packages == ["App"])
    }

    // MARK: Unusual input

    @Test("ten thousand changed files with unusual names select their target and its dependents")
    func manyFiles() throws {
        let repo = try FivePackageRepo.copy()
        for index in 0..<10_000 { try repo.write("libs/Web/Sources/AcmeWeb/\(index % 100)/f\(index) \"\n'ü.swift") }
        #expect(try repo.affected().packages == ["App", "Web"])
    }

    @Test("without a repository, or before its first commit, everything is selected and the reason is printed")
    func noRepository() throws {
        let repo = try FivePackageRepo.copy()
        repo.remove(".git")
        for _ in 0..<2 {
            let outcome = repo.run("affected", "--base", "HEAD")
            #expect(outcome.out == FivePackageRepo.packages.map { "\($0)\n" }.joined())
            #expect(outcome.err.contains("EVERYTHING, because the changes since HEAD cannot be determined"))
            try repo.git("init", "-q")
        }
    }

    @Test("a line break in the folder of a package is an error, because lines are its output")
    func lineBreak() throws {
        let repo = try TempRepo(files: [:], rules: #"{"packages": ["libs/*"]}"#)
        try repo.write("libs/a\nb/Package.swift", Self.manifest("targets: []"))
        let outcome = repo.run("affected", "--base", "nowhere", "--targets")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("contains a line break; rename it, or use --format json"))
        #expect(repo.run("affected", "--base", "nowhere", "--format", "json").status == 0)
    }

    @Test("rules in a folder of the repository select everything, because git prints paths relative to its root")
    func folderOfRepository() throws {
        let manifest = Self.manifest("targets: [.testTarget(name: \"CoreTests\", path: \".\")]")
        let rules = #"{"packages": ["."]}"#
        let repo = try TempRepo(
            files: ["ios/Scripts/repo.json": rules, "ios/Package.swift": manifest, "ios/a.swift": ""],
            rules: rules
        )
        try repo.write("other.txt")
        let outcome = repo.run("affected", "--base", "main", "--targets", "--root", "\(repo.root)/ios")
        #expect(outcome.out == "--package-path .\n")
        #expect(outcome.err.contains("ios/ is a folder of a repository; move Scripts/repo.json to its root"))
    }

    @Test("user settings that hide changes from git have no effect")
    func settings() throws {
        let repo = try FivePackageRepo.copy()
        for setting in [
            "status.showUntrackedFiles=no", "diff.relative=true", "diff.renames=copies", "core.fileMode=false",
            "diff.external=false", "diff.ignoreSubmodules=all", "core.quotePath=true", "diff.noprefix=true",
        ] {
            let parts = setting.split(separator: "=").map(String.init)
            try repo.git("config", parts[0], parts[1])
        }
        try repo.write("libs/App/Sources/AcmeApp/ü.swift")
        try repo.makeExecutable("libs/Kit/Tests/AcmeKitTests/KitTests.swift")
        #expect(try repo.affected().packages == ["App", "Kit"])
    }
}

import Testing

/// A repository whose only package is the root folder, with several targets and the rule `"packages": ["."]`.
@Suite struct RootPackageTests {
    @Test(
        "a changed file selects the test targets that depend on it or may read it",
        arguments: [
            (
                "Sources/Core/Core.swift",
                "--package-path . --filter ^AppTests[.] --filter ^CoreTests[.] --filter ^NetTests[.]\n"
            ),
            ("Sources/Net/New.swift", "--package-path . --filter ^AppTests[.] --filter ^NetTests[.]\n"),
            ("Tests/Integration/Tests.swift", "--package-path . --filter ^AppTests[.]\n"),
            ("Fixtures/prices/a.json", "--package-path . --filter ^NetTests[.]\n"),
            // No target reads a file that the rule “inert” names; the rule “readBy” names the readers of the fixtures.
            ("README.md", ""),
            // Any target may read another file outside all targets.
            ("Sources/notes.txt", "--package-path .\n"),
        ]
    )
    func selected(path: String, arguments: String) throws {
        let repo = try ShopRepo.copy()
        try repo.write(path, "// changed")
        let outcome = repo.run("affected", "--base", "main", "--targets")
        #expect(outcome.out == arguments, "\(outcome)")
    }

    @Test("a target whose declaration in the manifest is changed is selected with its dependents")
    func declaration() throws {
        let repo = try ShopRepo.copy()
        let manifest = try repo.text("Package.swift")
        try repo.write("Package.swift", manifest.replacing("\"Net\"]),\n", with: "\"Net\", \"Core\"]),\n"))
        let tests = repo.run("affected", "--base", "main", "--targets", "--explain")
        #expect(tests.out == "AppTests\tbecause App ← Package.swift\nNetTests\tbecause Package.swift\n")
        let json = repo.run("affected", "--base", "main", "--format", "json").out
        #expect(json.contains(#""targets":{".":{"build":["App"],"test":["AppTests","NetTests"]}}"#), "\(json)")
        try repo.write("Package.swift", manifest.replacing("import", with: "// No change.\nimport"))
        #expect(repo.run("affected", "--base", "main", "--targets").out == "")
        try repo.write("Package.swift", manifest.replacing(".v15", with: ".v14"))
        let all = repo.run("affected", "--base", "main", "--targets").out
        #expect(all == "--package-path . --filter ^AppTests[.] --filter ^CoreTests[.] --filter ^NetTests[.]\n")
    }

    @Test("a new target selects itself and its dependents only")
    func added() throws {
        let repo = try ShopRepo.copy()
        let lines = "targets: [\n.target(name: \"New\"), .testTarget(name: \"NewTests\", dependencies: [\"New\"]),\n"
        try repo.replace("targets: [\n", with: lines, in: "Package.swift")
        try repo.write("Sources/New/New.swift")
        try repo.write("Tests/NewTests/Tests.swift")
        let outcome = repo.run("affected", "--base", "main", "--targets")
        #expect(outcome.out == "--package-path . --filter ^NewTests[.]\n", "\(outcome)")
    }

    @Test("affected targets that no affected test uses are named on standard error")
    func untested() throws {
        let repo = try ShopRepo.copy()
        try repo.replace("targets: [\n", with: "targets: [\n.target(name: \"Lone\"),\n", in: "Package.swift")
        try repo.write("Sources/Lone/Lone.swift")
        let outcome = repo.run("affected", "--base", "main", "--targets")
        #expect(outcome.out == "")
        #expect(outcome.err.contains("no affected test uses these targets of package .: Lone; only build them"))
    }

    @Test("four checks accept a root package, and the check “owners” finds its targets without an owner")
    func checks() throws {
        let repo = try ShopRepo.copy()
        #expect(repo.run("check", "layout", "manifests", "boundaries", "samples").status == 0)
        try repo.write(".github/CODEOWNERS", "/Sources/ @shop/app\n/Tests/CoreTests/ @shop/core\n")
        #expect(
            repo.run("check", "owners").out == """
                .github/CODEOWNERS:1: no line names Tests/Integration/; add “/Tests/Integration/ @organization/team”
                .github/CODEOWNERS:1: no line names Tests/NetTests/; add “/Tests/NetTests/ @organization/team”

                """
        )
    }

    @Test("the manifest of a root package is not reported as missing if the rules list it")
    func listedManifest() throws {
        let repo = try ShopRepo.copy()
        let topLevel = #""topLevel": ["Fixtures", "Package.swift", "README.md", "Scripts", "Sources", "Tests"]"#
        try repo.replace("{\"packages\"", with: "{\(topLevel), \"packages\"", in: "Scripts/repo.json")
        #expect(repo.run("check", "layout", "manifests").out == "")
        // The rules are applied to the root: another listed file is reported.
        repo.remove("README.md")
        #expect(repo.run("check", "layout").out.hasPrefix("README.md:1: is missing"))
    }

    @Test("files of a root package are reported once, and relative to the root")
    func paths() throws {
        let repo = try ShopRepo.copy()
        try repo.replace("{\"packages\"", with: #"{"sharedFiles": ["LICENSE"], "packages""#, in: "Scripts/repo.json")
        try repo.write("README.md", "# Shop\n\n```swift\nshop.open()\n```\n")
        let samples = repo.run("check", "samples").out.split(separator: "\n")
        #expect(samples.count == 1)
        #expect(samples.first?.hasPrefix("README.md:3: no test contains this sample") == true)
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "Extra")
            """
        try repo.write("libs/Extra/Package.swift", manifest)
        try repo.write("libs/Extra/LICENSE", "MIT\n")
        try repo.replace("[\".\"]", with: "[\".\", \"libs/*\"]", in: "Scripts/repo.json")
        let shared = repo.run("check", "layout").out.split(separator: "\n")
        #expect(shared.contains("LICENSE:1: is missing; run: cp libs/Extra/LICENSE LICENSE"))
    }

    @Test("coverage is measured per target; the threshold of a target takes precedence over that of the package")
    func coverage() throws {
        let repo = try ShopRepo.copy()
        let files = ["Core", "App"].map { name in
            #"{"filename": "\#(repo.root)/Sources/\#(name)/\#(name).swift", "#
                + #""segments": [[1, 1, 1, true, true, false], [1, 9, 0, false, false, false]]}"#
        }
        let programs = StubPrograms(
            log: { _, _ in (0, "✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.\n") },
            output: { command in
                guard command.contains("--show-codecov-path") else { return "" }
                try repo.write(
                    ".build/packages/root/debug/codecov/Shop.json",
                    #"{"data": [{"files": [\#(files.joined(separator: ","))]}]}"#
                )
                return "\(repo.root)/.build/packages/root/debug/codecov/Shop.json"
            }
        )
        let outcome = repo.run("test", "--package", ".", programs: programs)
        let table = repo.run("coverage").out
        for line in [
            "`Core` | 100.0% | 1/1 | 90 % |", "`Net` | **0.0%** | 0/1 | 60 % |", "`App` | 100.0% | 1/1 | 60 % |",
        ] {
            #expect(table.contains("| . | \(line)"), "\(table)\(outcome)")
        }
        // A changed threshold affects the tests of its target.
        try repo.replace("\"Core\": 90", with: "\"Core\": 80", in: "Scripts/repo.json")
        #expect(repo.run("affected", "--base", "main", "--targets").out.contains("CoreTests"))
    }
}

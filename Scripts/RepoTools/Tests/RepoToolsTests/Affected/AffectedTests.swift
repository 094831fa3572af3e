import Testing

@Suite struct AffectedTests {
    @Test(
        "a changed file selects the packages that it can affect, including dependents",
        arguments: [
            // No other package depends on App.
            ("libs/App/Sources/AcmeApp/App.swift", ["App"]),
            // A comment in a manifest declares nothing.
            ("libs/App/Package.swift", []),
            ("libs/Store/Sources/AcmeStore/New.swift", ["App", "Store"]),
            // Every other package depends on Base.
            ("libs/Base/Sources/AcmeBase/Base.swift", ["App", "Base", "Kit", "Store", "Web"]),
            // No other package depends on tests.
            ("libs/Base/Tests/AcmeBaseTests/BaseTests.swift", ["Base"]),
            // Kit is used by the tests of Base and Store, but not by their dependents.
            ("libs/Kit/Sources/AcmeKit/Kit.swift", ["Base", "Kit", "Store"]),
            // The rules map data to the packages that read it.
            ("data/web.json", ["Web"]),
            // Documentation affects no package.
            ("README.md", []),
            ("libs/Base/README.md", []),
        ]
    )
    func selection(path: String, expected: [String]) throws {
        let repo = try FivePackageRepo.copy()
        let old = (try? repo.text(path)) ?? ""
        try repo.write(path, old + "// changed")
        let affected = try repo.affected()
        #expect(affected.test == expected)
        #expect(affected.everythingReason == nil)
    }

    struct UnknownEffect: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var base = "main"
        /// A part of the reason.
        var reason: String
        var change: @Sendable (TempRepo) throws -> Void = { _ in }
    }

    private static let unknownEffects =
        [
            UnknownEffect(testDescription: "a global file", reason: "Scripts/new affects everything (Scripts/**)") {
                try $0.write("Scripts/new")
            },
            UnknownEffect(testDescription: "data without readers", reason: "data/new.json belongs to no package") {
                try $0.write("data/new.json")
            },
            UnknownEffect(
                testDescription: "a folder without a manifest",
                reason: "libs/Gone/Sources/a.swift belongs to no package"
            ) { try $0.write("libs/Gone/Sources/a.swift") },
            UnknownEffect(
                testDescription: "a reader that is not a package",
                base: "HEAD",
                reason: "Scripts/repo.json contains the unknown package or test target Webb in readBy"
            ) { repo in
                try repo.replace("[\"Web\"] },", with: "[\"Webb\"] },", in: "Scripts/repo.json")
                try repo.commit()
                try repo.write("data/web.json", "new")
            },
            UnknownEffect(testDescription: "an unreadable manifest", reason: "cannot read libs/Web/Package.swift") {
                try $0.write("libs/Web/Package.swift", "not a manifest")
            },
            UnknownEffect(
                testDescription: "a manifest that was unreadable",
                base: "HEAD~1",
                reason: "cannot read libs/Web/Package.swift"
            ) { repo in
                try repo.write("libs/Web/Package.swift", "not a manifest")
                try repo.commit()
                try repo.git("checkout", "-q", "HEAD~1", ".")
                try repo.commit()
            },
            UnknownEffect(testDescription: "a dependency cycle", reason: "form a dependency cycle") { repo in
                try repo.replace(
                    "dependencies: [],\n            swiftSettings",
                    with: "dependencies: [.product(name: \"AcmeApp\", package: \"App\")],\n            swiftSettings",
                    in: "libs/Base/Package.swift"
                )
                let packages = ".package(path: \"../Kit\"), .package(path: \"../App\")"
                try repo.replace(".package(path: \"../Kit\")", with: packages, in: "libs/Base/Package.swift")
            },
            UnknownEffect(testDescription: "a file with the bit assume-unchanged", reason: "changes of libs/Web") {
                repo in
                try repo.git("update-index", "--assume-unchanged", "libs/Web/Sources/AcmeWeb/Web.swift")
                try repo.write("libs/Web/Sources/AcmeWeb/Web.swift", "// changed unseen")
            },
            UnknownEffect(testDescription: "histories without a common commit", reason: "have no commit in common") {
                repo in
                try repo.git("checkout", "-q", "--orphan", "other")
                try repo.commit("unrelated")
            },
        ]
        + ["no-such-revision", "", "0000000000", "..", "HEAD..HEAD", "-q"].map { base in
            UnknownEffect(testDescription: "the base “\(base)”", base: base, reason: "cannot be determined")
        }

    @Test("everything is selected, with the reason, if the effect of a change is unknown", arguments: unknownEffects)
    func everything(example: UnknownEffect) throws {
        let repo = try FivePackageRepo.copy()
        try example.change(repo)
        let affected = try repo.affected(since: example.base)
        #expect(affected.test == FivePackageRepo.packages)
        #expect(affected.everythingReason?.contains(example.reason) == true, "\(affected)")
    }

    @Test("the reason for a package is the chain of dependencies from the package to the changed file")
    func reasons() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("libs/Base/Sources/AcmeBase/Base.swift", "// changed")
        let affected = try repo.affected()
        let file = "libs/Base/Sources/AcmeBase/Base.swift"
        #expect(affected.because["Base"] == file)
        #expect(affected.because["Web"] == "AcmeBase ← \(file)")
        #expect(["AcmeStore", "AcmeWeb"].map { "\($0) ← AcmeBase ← \(file)" }.contains(affected.because["App"]))
        // The path may contain the arrow.
        let test = "libs/Base/Tests/AcmeBaseTests/a ← b.swift"
        try repo.commit()
        try repo.write(test, "// new")
        #expect(try repo.affected(since: "HEAD").because == ["Base": test])
    }

    @Test("a moved file affects both its old and its new package")
    func moved() throws {
        let repo = try FivePackageRepo.copy()
        try repo.git("mv", "libs/Web/Sources/AcmeWeb/Web.swift", "libs/Kit/Sources/AcmeKit/Web.swift")
        try repo.commit()
        #expect(try repo.affected(since: "HEAD~1", head: "HEAD").test == FivePackageRepo.packages)
    }

    @Test("a new symbolic link counts as a file of its folder")
    func newLink() throws {
        let repo = try FivePackageRepo.copy()
        try repo.link("libs/App/link", to: "../../README.md")
        try repo.commit()
        let affected = try repo.affected(since: "HEAD~1")
        #expect(affected.because == ["App": "libs/App/link"])
    }

    @Test("only changes after the merge base count; with --head, uncommitted changes do not count")
    func mergeBase() throws {
        let repo = try FivePackageRepo.copy()
        try repo.git("checkout", "-q", "-b", "topic")
        try repo.write("libs/App/Sources/AcmeApp/New.swift")
        try repo.commit()
        try repo.git("checkout", "-q", "main")
        try repo.write("libs/Base/Sources/AcmeBase/New.swift")
        try repo.commit()
        try repo.write("libs/Web/new.txt", "other")
        #expect(try repo.affected(head: "topic").test == ["App"])
        repo.remove("libs/Web/new.txt")
        try repo.git("checkout", "-q", "topic")
        #expect(try repo.affected().test == ["App"])
    }

    @Test("“build” lists the packages with affected targets other than tests; uncommitted changes add a warning")
    func build() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("libs/Kit/Sources/AcmeKit/Kit.swift", "// changed")
        let affected = try repo.affected()
        #expect(affected.build == ["Kit"])
        #expect(affected.test == ["Base", "Kit", "Store"])
        #expect(affected.because["Base"] == "AcmeBaseTests ← AcmeKit ← libs/Kit/Sources/AcmeKit/Kit.swift")
        #expect(affected.notes == ["uncommitted changes are included"])
        try repo.commit()
        #expect(try repo.affected(since: "HEAD~1").notes == [])
    }

    @Test("a dependency that the change removes still counts")
    func removedEdge() throws {
        let repo = try FivePackageRepo.copy()
        let dependency = ".product(name: \"AcmeBase\", package: \"Base\")"
        try repo.replace(dependency, with: "", in: "libs/Store/Package.swift")
        try repo.commit()
        #expect(try repo.affected(since: "HEAD~1").test == ["App", "Store"])
        try repo.write("libs/Base/Sources/AcmeBase/Base.swift", "// changed")
        try repo.commit()
        // The removed dependency counts in the old state. In the new state, App is reached through Web, and Store
        // through Kit.
        #expect(try repo.affected(since: "HEAD~2").test == FivePackageRepo.packages)
        let after = try repo.affected(since: "HEAD~1")
        #expect(after.because["Store"]?.hasPrefix("AcmeStoreTests ← AcmeKit ← AcmeBase ←") == true)
    }

    @Test("the tests of dependents are selected if the last file of a target was removed")
    func missingFolder() throws {
        let repo = try FivePackageRepo.copy()
        repo.remove("libs/Web/Sources/AcmeWeb/Web.swift")
        #expect(try repo.affected().test == ["App", "Web"])
    }

    @Test("a change to a file affects the packages with symbolic links to its folder")
    func link() throws {
        let repo = try FivePackageRepo.copy()
        try repo.link("libs/App/Sources/AcmeApp/Linked", to: "../../../Kit/Tests/AcmeKitTests")
        try repo.commit()
        try repo.write("libs/Kit/Tests/AcmeKitTests/KitTests.swift", "// changed")
        let affected = try repo.affected()
        #expect(affected.test == ["App", "Kit"])
        #expect(affected.because["App"] == "libs/App/Sources/AcmeApp/Linked/KitTests.swift")
        // A file outside all packages belongs to the targets with links to it.
        try repo.write("shared/common.swift", "1")
        try repo.link("libs/App/Sources/AcmeApp/c.swift", to: "../../../../shared/common.swift")
        try repo.commit()
        try repo.write("shared/common.swift", "2")
        #expect(try repo.affected(since: "HEAD").because == ["App": "libs/App/Sources/AcmeApp/c.swift"])
    }

    @Test("a file added with intent-to-add is a new file")
    func intentToAdd() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("libs/Web/Sources/AcmeWeb/New.swift", "1")
        try repo.git("add", "--intent-to-add", "libs/Web/Sources/AcmeWeb/New.swift")
        #expect(try repo.affected().test == ["App", "Web"])
        try repo.write(
            "libs/New/Package.swift",
            FivePackageRepo.manifest("New", dependencies: ["Web"])
        )
        try repo.write("libs/New/Sources/AcmeNew/New.swift", "1")
        try repo.write("libs/New/Tests/AcmeNewTests/New.swift", "1")
        try repo.git("add", "--intent-to-add", "libs/New")
        let added = try repo.affected()
        #expect(added.test.contains("New"), "\(added)")
    }

    @Test("a shallow clone selects everything, and the reason contains the remedy")
    func shallow() throws {
        let repo = try FivePackageRepo.copy()
        try repo.commit("second")
        let clone = try TempRepo()
        try clone.git("clone", "-q", "--depth", "1", "file://\(repo.root)", "clone")
        let reason = clone.run("affected", "--base", "HEAD", "--root", "clone").err
        #expect(reason.contains("the clone is shallow; fetch its complete history"))
    }

    @Test(
        "a changed rule selects the packages it concerns and their dependents, or everything if it may concern all",
        arguments: [
            // Only checks read this rule, and they run after every change.
            ("\"topLevel\": [", "\"topLevel\": [\"new\", ", [], nil),
            ("\"Web\": [\"Base\"]", "\"Web\": []", ["App", "Web"], nil),
            ("\"Store\": 40", "\"Store\": 45", ["App", "Store"], nil),
            ("\"AcmeWeb\": \"a thin", "\"AcmeWeb\": \"a thick", ["App", "Web"], nil),
            ("\"threshold\": 60", "\"threshold\": 61", ["App", "Base", "Kit", "Web", "Store"], nil),
            ("\"onlyForTests\": [\"Kit\"]", "\"onlyForTests\": []", ["Base", "Kit", "Store"], nil),
            ("\"data/web.json\": [\"Web\"]", "\"data/web.json\": [\"AcmeAppTests\", \"Web\"]", ["App"], nil),
            ("[\"libs/*\"]", "[\"libs/*\", \"more/*\"]", [], nil),
            (
                "[\"libs/*\"]", "[\"libs/App\", \"libs/Store\", \"libs/Web\", \"libs/Base\", \"libs/Kit\"]", nil,
                "packages"
            ),
            ("\"libs/*/README.md\"", "\"libs/*/*.md\"", nil, "inert"),
            ("\"Scripts/**\"", "\"Scripts/*\"", nil, "global"),
        ] as [(String, String, [String]?, String?)]
    )
    func rules(old: String, new: String, names: [String]?, rule: String?) throws {
        let repo = try FivePackageRepo.copy()
        try repo.replace(old, with: new, in: "Scripts/repo.json")
        let affected = try repo.affected(since: "HEAD")
        #expect(affected.test == names?.sorted() ?? FivePackageRepo.packages)
        #expect(affected.umbrella == (names != []))
        let reason = rule.map { "Scripts/repo.json changes “\($0)”, which concerns every package" }
        #expect(affected.everythingReason == reason)
    }

    @Test("a changed root manifest that declares the targets of packages again affects no test, but must be built")
    func umbrella() throws {
        let repo = try FivePackageRepo.copy()
        try repo.replace("name: \"AcmeApp\", targets", with: "name: \"New\", targets", in: "Package.swift")
        let affected = try repo.affected(since: "HEAD")
        #expect(affected.packages == [])
        #expect(affected.everythingReason == nil)
        #expect(affected.umbrella)
    }

    @Test("commits from before the rules existed are compared by the current rules")
    func beforeAdoption() throws {
        let repo = try FivePackageRepo.copy()
        let rules = try repo.text("Scripts/repo.json")
        repo.remove("Scripts/repo.json")
        try repo.commit()
        try repo.write("libs/Web/Sources/AcmeWeb/New.swift")
        try repo.commit()
        try repo.write("Scripts/repo.json", rules)
        let adopting = try repo.affected(since: "HEAD~1")
        #expect(adopting.everythingReason == nil)
        #expect(adopting.test == ["App", "Web"])
        try repo.write(".git/info/exclude", "Scripts/repo.json\n")
        let earlier = try repo.affected(since: "HEAD~1", head: "HEAD")
        #expect(earlier.everythingReason == nil)
        #expect(earlier.test == ["App", "Web"])
    }
}

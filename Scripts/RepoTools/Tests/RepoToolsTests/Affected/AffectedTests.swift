import Testing

@testable import RepoTools

@Suite struct AffectedTests {
    @Test(
        "a changed file selects what it can reach",
        arguments: [
            // App is a leaf.
            ("libs/App/Sources/AcmeApp/App.swift", ["App"]),
            ("libs/App/Package.swift", ["App"]),
            ("libs/Store/Sources/AcmeStore/New.swift", ["App", "Store"]),
            // All are built from Base.
            ("libs/Base/Sources/AcmeBase/Base.swift", ["App", "Base", "Kit", "Store", "Web"]),
            // Tests reach nobody else, also when they are those of the base.
            ("libs/Base/Tests/AcmeBaseTests/BaseTests.swift", ["Base"]),
            // Kit is used by the tests of Base and Store; what is built from these does not see it.
            ("libs/Kit/Sources/AcmeKit/Kit.swift", ["Base", "Kit", "Store"]),
            // Data is mapped by the rules.
            ("data/web.json", ["Web"]),
            // Texts concern nobody.
            ("README.md", []),
            ("libs/Base/README.md", []),
        ]
    )
    func reach(path: String, expected: [String]) throws {
        let (repo, repository) = try FiveRepo.copy()
        try repo.write(path, "// changed")
        let affected = Affected.since("main", head: nil, in: repository)
        #expect(affected.names == expected)
        #expect(affected.everythingBecause == nil)
    }

    @Test(
        "what concerns everything, or is known to nobody, selects everything",
        arguments: [
            ("Package.swift", "Package.swift concerns everything (Package.swift)"),
            ("Scripts/new", "Scripts/new concerns everything (Scripts/**)"),
            ("data/new.json", "data/new.json belongs to no package"),
            ("libs/Gone/Sources/a.swift", "libs/Gone/Sources/a.swift belongs to no package"),
        ]
    )
    func everything(path: String, reason: String) throws {
        let (repo, repository) = try FiveRepo.copy()
        try repo.write(path, "// changed")
        let affected = Affected.since("main", head: nil, in: repository)
        #expect(affected.names == FiveRepo.packages)
        #expect(affected.everythingBecause == reason)
    }

    @Test("why is told as a chain from the package to the file")
    func because() throws {
        let (repo, repository) = try FiveRepo.copy()
        try repo.write("libs/Base/Sources/AcmeBase/Base.swift", "// changed")
        let affected = Affected.since("main", head: nil, in: repository)
        let file = "libs/Base/Sources/AcmeBase/Base.swift"
        #expect(affected.because["Base"] == file)
        #expect(affected.because["Web"] == "Base ← \(file)")
        #expect(["Store", "Web"].map { "\($0) ← Base ← \(file)" }.contains(affected.because["App"]))
        #expect(affected.text(explain: true).hasPrefix("App\tbecause "))
        #expect(affected.text(explain: false) == "App\nBase\nKit\nStore\nWeb\n")
    }

    @Test("a moved file counts where it was and where it is; a symbolic link counts for all")
    func moved() throws {
        let (repo, repository) = try FiveRepo.copy()
        try repo.git("mv", "libs/Web/Sources/AcmeWeb/Web.swift", "libs/Kit/Sources/AcmeKit/Web.swift")
        try repo.commit()
        #expect(Affected.since("HEAD~1", head: "HEAD", in: repository).names == ["App", "Base", "Kit", "Store", "Web"])
        let (linked, other) = try FiveRepo.copy()
        try Subprocess.run(["ln", "-s", "../../README.md", "\(linked.root)/libs/App/link"]).expectSuccess()
        try linked.commit()
        #expect(Affected.since("HEAD~1", head: nil, in: other).everythingBecause?.contains("symbolic link") == true)
    }

    @Test("only what came after the last common commit counts")
    func mergeBase() throws {
        let (repo, repository) = try FiveRepo.copy()
        try repo.git("checkout", "-q", "-b", "topic")
        try repo.write("libs/App/Sources/AcmeApp/New.swift")
        try repo.commit()
        try repo.git("checkout", "-q", "main")
        try repo.write("libs/Base/Sources/AcmeBase/New.swift")
        try repo.commit()
        try repo.git("checkout", "-q", "topic")
        #expect(Affected.since("main", head: "topic", in: repository).names == ["App"])
        #expect(Affected.since("main", head: nil, in: repository).names == ["App"])
    }

    @Test("another head than the working copy is used when its graph is the same, and selects everything when not")
    func otherHead() throws {
        let (repo, repository) = try FiveRepo.copy()
        try repo.git("checkout", "-q", "-b", "topic")
        try repo.write("libs/App/Sources/AcmeApp/New.swift")
        try repo.commit()
        try repo.git("checkout", "-q", "main")
        #expect(Affected.since("main", head: "topic", in: repository).names == ["App"])
        try repo.write("libs/Web/Package.swift", "// other")
        let affected = Affected.since("main", head: "topic", in: repository)
        #expect(affected.names == FiveRepo.packages)
        #expect(affected.everythingBecause?.hasPrefix("libs/Web/Package.swift is another one") == true)
    }

    @Test("what git cannot answer selects everything and says so", arguments: ["no-such-revision", "", "0000000000"])
    func unknownBase(base: String) throws {
        let repository = try FiveRepo.copy().repository
        let affected = Affected.since(base, head: nil, in: repository)
        #expect(affected.names == FiveRepo.packages)
        #expect(affected.everythingBecause?.contains("cannot be told what changed") == true)
    }

    @Test("histories without a common commit select everything")
    func noMergeBase() throws {
        let (repo, repository) = try FiveRepo.copy()
        try repo.git("checkout", "-q", "--orphan", "other")
        try repo.commit("unrelated")
        #expect(Affected.since("main", head: nil, in: repository).everythingBecause?.contains("merge-base") == true)
    }

    @Test("a shallow clone selects everything and says what to do")
    func shallow() throws {
        let (repo, repository) = try FiveRepo.copy()
        try repo.commit("second")
        let clone = try TempRepo()
        try clone.git("clone", "-q", "--depth", "1", "file://\(repo.root)", "clone")
        var there = repository
        there.root = clone.root + "/clone"
        let reason = Affected.since("HEAD~1", head: nil, in: there).everythingBecause
        #expect(reason?.contains("the clone is shallow: fetch its whole history") == true)
    }

    @Test("a reader that is no package selects everything")
    func strangeReader() throws {
        var (repo, repository) = try FiveRepo.copy()
        repository.configuration.readBy["data/**"] = ["Webb"]
        try repo.write("data/web.json", "new")
        let affected = Affected.since("main", head: nil, in: repository)
        #expect(affected.everythingBecause == "Scripts/repo.json names the package Webb, which does not exist")
    }

    @Test("a manifest that cannot be read selects every folder that has one")
    func unreadableManifest() throws {
        let (repo, _) = try FiveRepo.copy()
        try repo.write("libs/Web/Package.swift", "not a manifest")
        let affected = try Affected.since("main", head: nil, root: repo.root)
        #expect(affected.names == FiveRepo.packages)
        #expect(affected.everythingBecause?.contains("libs/Web/Package.swift") == true)
    }
}

extension Subprocess.Result {
    func expectSuccess() {
        #expect(succeeded, "\(errors)")
    }
}

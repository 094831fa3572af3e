import SeekBasics
import Testing

@testable import RepoTools

@Suite struct InitCommandTests {
    private func run(_ repo: TempRepo, tools: String? = nil) throws -> Outcome {
        Outcome { console in
            var arguments = ToolArguments([])
            do {
                return try InitCommand.run(&arguments, .init(root: repo.root, console: console), tools: tools)
            } catch {
                console.note("\(error)")
                return 1
            }
        }
    }

    @Test("writes rules that “repo affected” can use, copies the tools, and overwrites nothing")
    func packages() throws {
        let tools = try TempRepo()
        try tools.git("init", "-q")
        try tools.write("Scripts/RepoTools/Package.swift", #".package(path: "../../Packages/Basics")"#)
        try tools.write("Packages/Basics/Package.swift")
        try tools.write("Packages/Other/Package.swift")
        try tools.write("Scripts/RepoTools/.build/x")
        try tools.write(".gitignore", ".build/\n")
        try tools.write("Scripts/repo", "#!/bin/sh\n")
        try tools.write("Scripts/other")
        // A tracked file that was removed is not copied.
        try tools.write("Scripts/RepoTools/Removed.swift")
        try tools.git("add", "-A")
        tools.remove("Scripts/RepoTools/Removed.swift")
        let repo = try FivePackageRepo.copy()
        for file in ["Scripts/repo.json", "Package.swift"] { repo.remove(file) }
        let outcome = try run(repo, tools: tools.root)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.out.hasPrefix("found: 5 packages: App, Base, Kit, Store, Web\n"))
        #expect(outcome.out.contains("wrote: Scripts/repo.json, Scripts/RepoTools, Scripts/repo\n"))
        #expect(!outcome.out.contains("add .build/ to .gitignore"))
        #expect(repo.names(in: "Scripts") == ["RepoTools", "repo", "repo.json"])
        #expect(repo.names(in: "Scripts/RepoTools") == ["Basics", "Package.swift"])
        #expect(repo.names(in: "Scripts/RepoTools/Basics") == ["Package.swift"])
        #expect(try repo.text("Scripts/RepoTools/Package.swift") == #".package(path: "Basics")"#)
        try repo.commit()
        try repo.write("libs/Web/Sources/AcmeWeb/New.swift")
        #expect(repo.run("affected", "--base", "HEAD").out == "App\nWeb\n")
        let again = try run(repo)
        #expect(again.status == 1)
        #expect(again.err.contains("Scripts/repo.json exists already; edit it, or remove it"))
        repo.remove("Scripts/repo.json")
        #expect(try run(repo, tools: tools.root).err.contains("Scripts/RepoTools exists already"))
        #expect(!repo.exists("Scripts/repo.json"))
    }

    @Test("a folder without a repository or package is an error that names the remedy")
    func nothing() throws {
        let repo = try TempRepo()
        #expect(try run(repo).err.contains("there is no git repository here; run “git init”"))
        try repo.git("init", "-q")
        #expect(try run(repo).err.contains("contains no Package.swift with targets"))
        try repo.write("sub/a")
        let outcome = repo.run("init", "--root", "sub")
        #expect(outcome.err.contains("is a folder of the repository"), "\(outcome)")
    }

    /// Returns the output and the written rules of `repo init` in a repository with these files.
    private func layout(_ files: [String], manifest: String? = nil) throws -> (out: String, rules: JSONValue) {
        let repo = try TempRepo()
        try repo.git("init", "-q")
        for file in files { try repo.write(file) }
        if let manifest {
            try repo.write(
                "Package.swift",
                "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"A\", targets: [\(manifest)])"
            )
        }
        let outcome = try run(repo)
        #expect(outcome.status == 0, "\(outcome)")
        return (outcome.out, try decode(JSONValue.self, repo.text("Scripts/repo.json")))
    }

    private static let packageFiles = [
        "libs/A/Package.swift", "libs/A/README.md", "libs/A/Sources/A/a.swift", "libs/B/Package.swift",
        "libs/B/Sources/B/b.swift", "libs/README.md",
    ]

    private static let tools = ["Scripts/RepoTools/**", "Scripts/repo"]

    @Test("packages in folders become a pattern, unless a folder beside them is not a package")
    func folders() throws {
        let layout = try layout(Self.packageFiles + ["tool/Package.swift"])
        #expect(layout.out.hasPrefix("found: 3 packages: A, B, tool\n"))
        #expect(layout.out.contains("add .build/ to .gitignore"))
        #expect(layout.rules["packages"] == ["libs/*", "tool"])
        #expect(layout.rules["inert"] == .array((["libs/A/README.md"] + Self.tools).map(JSONValue.string)))
        #expect(layout.rules["coverage"]["threshold"] == 0)
        #expect(try self.layout(Self.packageFiles + ["libs/data/x"]).rules["packages"] == ["libs/A", "libs/B"])
    }

    @Test("a root manifest whose targets are located in packages is not a package")
    func umbrella() throws {
        let targets = ["A", "B"].map { ".target(name: \"\($0)\", path: \"libs/\($0)/Sources/\($0)\")" }
        let layout = try layout(Self.packageFiles, manifest: targets.joined(separator: ","))
        #expect(layout.out.contains("found: a root manifest that declares the targets of the packages again"))
        #expect(layout.rules["packages"] == ["libs/*"])
    }

    @Test("a root manifest with targets of its own is the package “.”, alone or beside other packages")
    func root() throws {
        let manifest = #".target(name: "App"), .testTarget(name: "AppTests")"#
        let files = ["LICENSE", "README.md", "Sources/App/a.swift", "docs/a.md"]
        let alone = try layout(files, manifest: manifest)
        #expect(alone.out.contains("found: a root package with 2 targets, 1 of them tests"))
        #expect(alone.rules["packages"] == ["."])
        #expect(
            alone.rules["inert"] == .array((["LICENSE", "README.md", "docs/**"] + Self.tools).map(JSONValue.string))
        )
        #expect(try layout(files + Self.packageFiles, manifest: manifest).rules["packages"] == [".", "libs/*"])
    }

    @Test("manifests inside packages and in data of tests are left out, and those of the tools are ignored")
    func leftOut() throws {
        let layout = try layout([
            "A/Package.swift", "A/Example/Package.swift", "Tests/X/Package.swift", "Scripts/RepoTools/Package.swift",
        ])
        #expect(
            layout.out.contains("left out, because they are inside packages or data of tests: A/Example, Tests/X\n")
        )
        #expect(layout.rules["packages"] == ["A"])
    }

    @Test("the repository of the tools is found from the path of their program")
    func tools() throws {
        let repo = try TempRepo()
        try repo.write("Scripts/RepoTools/Package.swift")
        #expect(InitCommand.toolsRoot(of: "\(repo.root)/.build/repo-tools/build/debug/repo") == repo.root)
        #expect(InitCommand.toolsRoot(of: "/usr/bin/repo") == nil)
    }
}

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
        let repo = try FivePackageRepo.copy().repo
        for file in ["Scripts/repo.json", "Package.swift"] { repo.remove(file) }
        let outcome = try run(repo, tools: tools.root)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.out.hasPrefix("found: 5 packages: App, Base, Kit, Store, Web\n"))
        #expect(outcome.out.contains("wrote: Scripts/repo.json, Scripts/RepoTools, Scripts/repo\n"))
        #expect(!outcome.out.contains("add .build/ to .gitignore"))
        #expect(Files.names(in: "\(repo.root)/Scripts") == ["RepoTools", "repo", "repo.json"])
        #expect(Files.names(in: "\(repo.root)/Scripts/RepoTools") == ["Basics", "Package.swift"])
        #expect(Files.names(in: "\(repo.root)/Scripts/RepoTools/Basics") == ["Package.swift"])
        #expect(try Files.text("\(repo.root)/Scripts/RepoTools/Package.swift") == #".package(path: "Basics")"#)
        try repo.commit()
        try repo.write("libs/Web/Sources/AcmeWeb/New.swift")
        #expect(repo.run("affected", "--base", "HEAD").out == "App\nWeb\n")
        let again = try run(repo)
        #expect(again.status == 1)
        #expect(again.err.contains("Scripts/repo.json exists already; edit it, or remove it"))
        repo.remove("Scripts/repo.json")
        #expect(try run(repo, tools: tools.root).err.contains("Scripts/RepoTools exists already"))
        #expect(!Files.exists("\(repo.root)/Scripts/repo.json"))
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

    @Test("recommends adding the build folder to .gitignore if it is not ignored")
    func ignored() throws {
        let repo = try TempRepo()
        try repo.git("init", "-q")
        try repo.write("A/Package.swift")
        #expect(try run(repo).out.contains("add .build/ to .gitignore"))
    }

    @Test("the repository of the tools is found from the path of their program")
    func tools() throws {
        let repo = try TempRepo()
        try repo.write("Scripts/RepoTools/Package.swift")
        #expect(InitCommand.toolsRoot(of: "\(repo.root)/.build/repo-tools/build/debug/repo") == repo.root)
        #expect(InitCommand.toolsRoot(of: "/usr/bin/repo") == nil)
    }
}

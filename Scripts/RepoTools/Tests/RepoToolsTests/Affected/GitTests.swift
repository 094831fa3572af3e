import Testing

@testable import RepoTools

@Suite struct GitTests {
    @Test("entries of a raw diff become changes; links and submodules are special")
    func raw() throws {
        let raw = ":100644 100644 a b M\0one.swift\0:000000 120000 a b A\0link\0:160000 000000 a b D\0module\0"
        #expect(
            try Git.changes(inRaw: raw) == [
                Git.Change(path: "one.swift"), Git.Change(path: "link", isSpecial: true),
                Git.Change(path: "module", isSpecial: true),
            ]
        )
    }

    @Test(
        "a diff that is cut off or is none is an error",
        arguments: [":100644 100644 a b M\0", "a\0b\0", ":1 2 3\0b\0"]
    )
    func broken(raw: String) {
        #expect(throws: RepoError.self) { try Git.changes(inRaw: raw) }
    }

    @Test("edits, additions, deletions, both ends of a move and odd names count, committed or not")
    func changes() throws {
        let repo = try TempRepo()
        try repo.git("init", "-q", "-b", "main")
        for name in ["edited", "deleted", "moved", "staged", "same"] { try repo.write(name, name) }
        let base = try repo.commit()
        try repo.write("edited", "new")
        repo.remove("deleted")
        try repo.git("mv", "moved", "new place ü\n.txt")
        try repo.commit()
        let head = try repo.git("rev-parse", "HEAD")
        let committed = ["deleted", "edited", "moved", "new place ü\n.txt"]
        let git = Git(folder: repo.root)
        #expect(try git.changes(from: base, to: head).map(\.path) == committed)
        try repo.write("staged", "new")
        try repo.git("add", "staged")
        try repo.write("untracked/a")
        #expect(try git.changes(from: base, to: head).map(\.path) == committed)
        #expect(try git.changes(from: base, to: nil).map(\.path) == committed + ["staged", "untracked/a"])
        #expect(try git.isShallow() == false)
    }

    @Test("what git refuses is an error with its reason")
    func refused() throws {
        let repo = try TempRepo()
        let git = Git(folder: repo.root)
        let error = #expect(throws: RepoError.self) { try git.files() }
        #expect(error?.message.contains("not a git repository") == true)
        try repo.git("init", "-q")
        #expect(throws: RepoError.self) { try git.commit("nowhere") }
    }
}

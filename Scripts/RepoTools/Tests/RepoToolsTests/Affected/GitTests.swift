import Testing

@testable import RepoTools

@Suite struct GitTests {
    @Test("entries of a raw diff become changes")
    func raw() throws {
        let raw = ":100644 100644 a b M\0one.swift\0:000000 120000 a b A\0link\0:160000 000000 a b D\0module\0"
        let changes = try Git.changes(inRaw: raw)
        #expect(changes.map(\.path) == ["one.swift", "link", "module"])
        #expect(changes.map(\.isSpecial) == [false, true, true])
        #expect(changes.map(\.old?.mode) == ["100644", nil, "160000"])
        #expect(changes.map(\.new?.mode) == ["100644", "120000", nil])
        #expect(changes.map(\.new?.blob) == ["b", "b", nil])
    }

    @Test(
        "a truncated or invalid diff is an error",
        arguments: [":100644 100644 a b M\0", "a\0b\0", ":1 2 3\0b\0"]
    )
    func broken(raw: String) {
        #expect(throws: RepoError.self) { try Git.changes(inRaw: raw) }
    }

    @Test("edits, additions, deletions, both paths of a move and unusual names are found, committed or not")
    func changes() throws {
        let repo = try TempRepo()
        try repo.git("init", "-q", "-b", "main")
        for name in ["edited", "deleted", "moved", "staged", "same"] { try repo.write(name, name) }
        try repo.write("Scripts/repo.json", #"{"packages": ["libs/*"]}"#)
        try repo.write(".gitignore", ".build/\n")
        let base = try repo.commit()
        try repo.write("edited", "new")
        repo.remove("deleted")
        try repo.git("mv", "moved", "new place ü\n.txt")
        try repo.commit()
        let head = try repo.git("rev-parse", "HEAD")
        let committed = ["deleted", "edited", "moved", "new place ü\n.txt"]
        func changes(to end: String?) throws -> [String] {
            try HistoryReader(base: base, head: end, root: repo.root).history().changes.map(\.path)
        }
        #expect(try changes(to: head) == committed)
        try repo.write("staged", "new")
        try repo.git("add", "staged")
        try repo.write("untracked/a")
        // The changes of a commit are not determined while the working copy differs from it.
        #expect(throws: RepoError.self) { try changes(to: head) }
        #expect(try changes(to: nil) == committed + ["staged", "untracked/a"])
        repo.remove("untracked")
        #expect(throws: RepoError.self) { try changes(to: head) }
    }

    @Test("a folder without a repository and an unknown commit are errors")
    func failure() throws {
        let repo = try TempRepo()
        let git = Git(folder: repo.root)
        let error = #expect(throws: RepoError.self) { try git.files() }
        #expect(error?.message.contains("there is no git repository here") == true)
        try repo.git("init", "-q")
        #expect(throws: RepoError.self) { try git.commit("nowhere") }
    }
}

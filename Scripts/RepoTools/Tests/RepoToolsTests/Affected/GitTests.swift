import Testing

@testable import RepoTools

@Suite struct GitTests {
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
            try Changes(since: base, head: end, root: repo.root).paths
        }
        #expect(try changes(to: head) == committed)
        try repo.write("staged", "new")
        try repo.git("add", "staged")
        try repo.write("untracked/a")
        // Changes that are not committed do not count if the second state is a commit.
        #expect(try changes(to: head) == committed)
        #expect(try changes(to: nil) == committed + ["staged", "untracked/a"])
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

import Testing

@testable import RepoTools

@Suite struct CommitFilesTests {
    /// Returns records of a status tag (`H`, `h` or `S`), a mode, a blob and a path as `git ls-files` prints them.
    private static func list(_ records: (String, String, String, String)...) -> [UInt8] {
        Array(records.map { "\($0.0) \($0.1) \($0.2) 0\t\($0.3)\0" }.joined().utf8)
    }

    private func files(_ files: CommitFiles) throws -> [String] {
        var lines: [String] = []
        try files.forEach { entry in
            lines.append(
                [entry.mode, entry.blob, entry.path].map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            )
        }
        return lines
    }

    private let index = list(
        ("H", "100644", "aa", "a b\nc"),
        ("h", "100755", "bb", "b"),
        ("S", "120000", "cc", "c/ü")
    )

    @Test("the files of the index are listed in order, and those with assume-unchanged or skip-worktree are found")
    func listed() throws {
        let listed = CommitFiles(index: index, changes: [])
        #expect(try files(listed) == ["100644 aa a b\nc", "100755 bb b", "120000 cc c/ü"])
        #expect(try listed.hidden() == ["b", "c/ü"])
        #expect(try files(CommitFiles(index: [], changes: [])) == [])
    }

    @Test("reverting changes restores the files of the commit, and applying them restores those of the index")
    func commit() throws {
        let old = Git.File(mode: "100644", blob: "old")
        let new = Git.File(mode: "100644", blob: "new")
        let changes = [
            Git.Change(path: "a b\nc", old: nil, new: new), Git.Change(path: "b", old: old, new: new),
            Git.Change(path: "a", old: old), Git.Change(path: "bb", old: old), Git.Change(path: "z", old: old),
        ]
        let commit = CommitFiles(index: index, changes: changes)
        let expected = ["100644 old a", "100644 old b", "100644 old bb", "120000 cc c/ü", "100644 old z"]
        #expect(try files(commit) == expected)
        #expect(try files(commit.after(changes)) == ["100644 new a b\nc", "100644 new b", "120000 cc c/ü"])
        let added = commit.after([Git.Change(path: "c/0", new: Git.File(mode: "100644"))])
        #expect(try files(added).contains("100644  c/0"))
    }

    @Test("the entries of an unfinished merge are ignored")
    func unmerged() throws {
        let index = Array("M 100644 aa 1\tfile\0M 100644 bb 2\tfile\0H 100644 cc 0\tnext\0".utf8)
        #expect(try files(CommitFiles(index: index, changes: [])) == ["100644 cc next"])
    }

    @Test(
        "an invalid entry is an error",
        arguments: ["abc\0", "H 100644 aa\tc\0", "H 100644aa 0\tc\0", "H 100644 aa 0c\0"]
    )
    func broken(text: String) {
        #expect(throws: RepoError.self) { try files(CommitFiles(index: Array(text.utf8), changes: [])) }
    }
}

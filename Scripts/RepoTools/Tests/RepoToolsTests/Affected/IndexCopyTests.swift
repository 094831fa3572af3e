import Foundation
import Testing

@testable import RepoTools

/// Tests the copy of git's index that scans of the working copy use, so that git's own index is not changed.
@Suite struct IndexCopyTests {
    private func repo() throws -> TempRepo {
        let repo = try TempRepo()
        try repo.git("init", "-q", "-b", "main")
        try repo.write(".gitignore", ".build/\n")
        try repo.write("a/file", "1111")
        try repo.write("Scripts/repo.json", #"{"packages": ["libs/*"]}"#)
        try repo.commit()
        return repo
    }

    /// Scans the working copy, and returns the paths that differ from HEAD.
    private func scan(_ root: String) throws -> [String] {
        try HistoryReader(base: "HEAD", head: nil, root: root).history().changes.map(\.path)
    }

    private func copies(_ repo: TempRepo) -> [String] {
        Files.names(in: "\(repo.root)/.build/repo-tools").filter { $0.hasPrefix("index-") }
    }

    @Test("every scan finds all changes since HEAD, and later scans reuse the copy of the index that the first makes")
    func reuse() throws {
        let repo = try repo()
        #expect(try scan(repo.root) == [])
        let copy = copies(repo)
        #expect(copy.count == 1)
        var expected: [String] = []
        for round in 0..<4 {
            for path in ["a/new\(round)", "b\(round)/new", "b\(round)/c/new"] {
                try repo.write(path)
                expected.append(path)
                #expect(try scan(repo.root) == expected.sorted())
            }
        }
        repo.remove("b0")
        try repo.write("a/file", "2222")
        try repo.write("a/.gitignore", "new*\n")
        expected = ["a/.gitignore", "a/file"] + expected.filter { !$0.hasPrefix("b0/") && !$0.hasPrefix("a/") }
        #expect(try scan(repo.root) == expected.sorted())
        #expect(copies(repo) == copy)
        // Git's own index has no untracked cache, whose signature is UNTR, so the scans have not written to the index.
        let index = try Files.data("\(repo.root)/.git/index")
        #expect(!index.contains(Data("UNTR".utf8)))
    }

    @Test("when the index has changed, the next scan replaces the copy")
    func newIndex() throws {
        let repo = try repo()
        #expect(try scan(repo.root) == [])
        let first = copies(repo)
        try repo.write("a/new")
        try repo.git("add", "a/new")
        #expect(try scan(repo.root) == ["a/new"])
        #expect(copies(repo).count == 1)
        #expect(copies(repo) != first)
    }

    @Test("a worktree has its own copy")
    func worktree() throws {
        let repo = try repo()
        let other = try TempRepo()
        try repo.git("worktree", "add", "-q", "\(other.root)/tree")
        try other.write("tree/a/more")
        let path = "\(other.root)/tree"
        let copy = IndexCopy(of: Git(folder: path))
        #expect(copy?.path.hasPrefix("\(path)/.build/repo-tools/index-") == true)
        #expect(try scan(path) == ["a/more"])
    }

    /// Git compares the dates of files with those in the index, and reads a file only if they differ, or if the file is
    /// as new as the index itself: such a file may have changed after it was added, at the same date.
    @Test("a change that leaves the date of a file unchanged is found if the index has that date")
    func sameDate() throws {
        let repo = try repo()
        for setting in ["core.trustctime", "core.untrackedCache"] { try repo.git("config", setting, "false") }
        let date = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)]
        let (file, index) = ("\(repo.root)/a/file", "\(repo.root)/.git/index")
        try FileManager.default.setAttributes(date, ofItemAtPath: file)
        try repo.git("update-index", "--refresh")
        try FileManager.default.setAttributes(date, ofItemAtPath: index)
        // The file keeps its length and its inode.
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.write(contentsOf: Data("2222".utf8))
        try handle.close()
        try FileManager.default.setAttributes(date, ofItemAtPath: file)
        #expect(try scan(repo.root) == ["a/file"])
        #expect(copies(repo).count == 1)
    }

    /// A file that changes during the scan is then newer than the copy, so the next scan reads the file.
    @Test("after a scan, the copy is dated more than a second before the scan began")
    func backdated() throws {
        let repo = try repo()
        let before = Date()
        #expect(try scan(repo.root) == [])
        let date = try #require(Files.modificationDate("\(repo.root)/.build/repo-tools/\(copies(repo)[0])"))
        #expect(before.timeIntervalSince(date) > 1)
    }

    @Test("Git's own index is used if the copy cannot be written or the folder is not the root")
    func unwritable() throws {
        let repo = try repo()
        try repo.write(".build/repo-tools", "a file")
        try repo.write("a/new")
        #expect(IndexCopy(of: Git(folder: repo.root)) == nil)
        #expect(try scan(repo.root) == ["a/new"])
        #expect(IndexCopy(of: Git(folder: repo.root + "/a")) == nil)
    }
}

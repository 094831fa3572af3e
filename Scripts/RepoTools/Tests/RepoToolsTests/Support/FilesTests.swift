import Testing

@testable import RepoTools

@Suite struct FilesTests {
    @Test(
        "paths are normalized",
        arguments: [
            ("a//b/./c/../d", "a/b/d"), ("/a/../..", "/"), ("../a", "../a"), ("./", "."), (".", "."), ("/", "/"),
        ]
    )
    func normalized(path: String, expected: String) {
        #expect(Files.normalized(path) == expected)
    }

    @Test("a path has a parent and a name, and a relative path is resolved against a folder")
    func parts() {
        #expect(Files.parent(of: "/a/b") == "/a")
        #expect(Files.parent(of: "/a") == "/")
        #expect(Files.parent(of: "a") == ".")
        #expect(Files.name(of: "/a/b") == "b")
        #expect(Files.name(of: "/") == "/")
        #expect(Files.absolute("../x", from: "/a/b") == "/a/x")
        #expect(Files.absolute("/x", from: "/a/b") == "/x")
    }

    @Test("unreadable and unwritable files are errors that contain the path")
    func fileErrors() throws {
        let folder = try TempRepo()
        try folder.write("file", "x")
        let path = folder.root + "/file/below"
        for error in [
            #expect(throws: RepoError.self) { try Files.text(path) },
            #expect(throws: RepoError.self) { try Files.write("x", to: path) },
            #expect(throws: RepoError.self) { try Files.write("x", to: folder.root) },
            #expect(throws: RepoError.self) { try Files.makeFolder(path) },
        ] {
            #expect(error?.message.contains(folder.root) == true)
        }
        #expect(Files.names(in: path) == [])
        #expect(Files.modificationDate(path) == nil)
        #expect(!Files.isFolder(folder.root + "/file"))
    }

    @Test(
        "a pattern matches the whole path or, if it ends with a slash, everything below the folder",
        arguments: [
            ("a/b", "a/b", true), ("a/b", "a/b/c", false), ("a/*", "a/b", true), ("a/*", "a/b/c", false),
            ("a/**", "a/b/c", true), ("a/", "a/b/c", true), ("a/", "ab", false), ("**/x", "x", true),
            ("**/x", "a/b/x", true), ("a/**/x", "a/x", true), ("a/**/x", "a/b/c/x", true), ("*.md", "a.md", true),
            ("*.md", "a/b.md", false), ("?.md", "a.md", true), ("?.md", "/.md", false), ("", "", true),
            ("", "a", false),
        ]
    )
    func matches(pattern: String, path: String, expected: Bool) {
        #expect(Glob(pattern).matches(path) == expected)
    }
}

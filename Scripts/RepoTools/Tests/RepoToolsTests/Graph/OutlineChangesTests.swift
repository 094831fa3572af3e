import Testing

@testable import RepoTools

/// An outline is the part of a manifest that determines dependencies, with digests of the rest.
@Suite struct OutlineChangesTests {
    private static func dump(_ folder: String, dependency: String = "Base", flag: Int = 1, target: String = "A")
        -> String
    {
        """
        {"name": "P", "platforms": [], "toolsVersion": {"_version": "6.0.0"},
         "dependencies": [{"fileSystem": [{"identity": "base", "path": "\(folder)/../\(dependency)"}]}],
         "packageKind": {"root": ["\(folder)"]},
         "products": [\(Dump.library("L", [target]))],
         "targets": [\(Dump.target("A", settings: ["\(flag)"])), \(Dump.target("B"))]}
        """
    }

    private static func outline(_ dump: String, _ folder: String) throws -> Outline {
        var outline = Outline(try decode(Manifest.self, dump))
        outline.addDigests(dump: dump, folder: folder)
        return outline
    }

    @Test(
        "targets that changed or whose product changed are found, nil for other changes; a line restores an outline",
        arguments: [
            ("Base", 1, "A", []), ("Base", 2, "A", ["A"]), ("Base", 1, "B", ["A", "B"]), ("Other", 1, "A", nil),
        ] as [(String, Int, String, Set<String>?)]
    )
    func difference(dependency: String, flag: Int, target: String, expected: Set<String>?) throws {
        // The same manifest evaluated in two folders.
        let old = try Self.outline(Self.dump("/tmp/x/one/P"), "/tmp/x/one/P")
        let dump = Self.dump("/var/two/P", dependency: dependency, flag: flag, target: target)
        let new = try Self.outline(dump, "/var/two/P")
        #expect(new.changedTargets(since: old) == expected)
        let line = try #require(new.line)
        #expect(Outline(line: line[...]) == new)
    }

    @Test("an outline without digests cannot be compared")
    func unknown() throws {
        let outline = Outline(try decode(Manifest.self, Self.dump("/a/P")))
        #expect(outline.changedTargets(since: outline) == nil)
    }
}

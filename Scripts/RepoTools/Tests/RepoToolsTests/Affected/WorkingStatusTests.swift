import Testing

@testable import RepoTools

@Suite struct WorkingStatusTests {
    private let mode = "100644 100644"

    @Test("changes of the working copy are found, and those that are only staged are omitted")
    func entries() throws {
        // `\0` ends a record, and the digit after it begins the next one.
        let status = try WorkingStatus(
            "1 .M N... 100644 \(mode) h i a b\01 MM N... 100644 \(mode) h i both\01 A. N... 000000 \(mode) 0 i staged\0"
                + "1 .D N... 100644 100644 000000 h i gone\01 .A N... 000000 000000 100644 0 0 soon\0? new\nü\0"
        )
        #expect(status.changes.map(\.path) == ["a b", "both", "gone", "soon", "new\nü"])
        #expect(status.changes.map { $0.old != nil } == [true, true, true, false, false])
        #expect(status.changes.map { $0.new != nil } == [true, true, false, true, true])
        #expect(status.intentToAdd == ["soon"])
        #expect(status.hasStagedChanges)
        #expect(try !WorkingStatus("? new\0").hasStagedChanges)
    }

    @Test(
        "a change is special if the old or the new entry is a symbolic link or a submodule",
        arguments: [
            "1 .T N... 100644 100644 120000 h i a", "1 .T N... 120000 120000 100644 h i a",
            "1 .M S..U 160000 160000 160000 h i a", "1 .M SC.. 160000 160000 160000 h i a",
        ]
    )
    func special(record: String) throws {
        #expect(try WorkingStatus(record + "\0").changes.map(\.isSpecial) == [true])
    }

    @Test(
        "an unfinished merge and an invalid entry are errors",
        arguments: ["u UU N... 1 2 3 4 a b c path", "2 R. N... 1 2 3 h i R100 a", "1 .M N...", "x"]
    )
    func invalid(record: String) {
        #expect(throws: RepoError.self) { try WorkingStatus(record + "\0") }
    }

    @Test("merging with staged changes combines the old file of the commit and the new file of the working copy")
    func merging() throws {
        let file = Git.File(mode: "100644", blob: "x")
        let status = try WorkingStatus(
            "1 .M N... 100644 \(mode) h i edited\01 AM N... 000000 \(mode) 0 i added\0"
                + "1 AD N... 000000 100644 000000 0 i brief\0? unknown\0"
        )
        let staged = [
            Git.Change(path: "added", new: file), Git.Change(path: "brief", new: file),
            Git.Change(path: "other", old: file),
            Git.Change(path: "unknown", old: file),
        ]
        let merged = status.merged(with: staged)
        // A file that was added and removed again does not count.
        #expect(merged.map(\.path) == ["added", "edited", "other", "unknown"])
        #expect(merged.map { $0.old != nil } == [false, true, true, true])
        #expect(merged.map { $0.new != nil } == [true, true, false, true])
    }
}

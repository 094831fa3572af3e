import Synchronization
import Testing

@testable import RepoTools

/// The manifests are named by the hash of their text (`one`, `two`, `bad`), each with the paths at which they occur.
@Suite struct OutlineStoreTests {
    private static let dump = Dump.manifest(targets: [Dump.target("A")])

    @Test("a manifest is evaluated once for all commits and folders")
    func once() throws {
        let repo = try TempRepo()
        let evaluated = Mutex<[String]>([])
        let store = OutlineStore(
            file: "\(repo.root)/outlines",
            text: { blob, _ throws(RepoError) in "text of \(blob)" },
            dump: { folder throws(RepoError) in
                let text = try Files.text("\(folder)/Package.swift")
                evaluated.withLock { $0.append(text) }
                guard text != "text of bad" else { throw RepoError("cannot read \(folder)/Package.swift: no") }
                return Self.dump
            }
        )
        #expect(try store.outlines(of: ["one": ["A/Package.swift"]])["one"]?.targets.map(\.name) == ["A"])
        #expect(try store.outlines(of: ["one": ["B/Package.swift"], "two": ["C/Package.swift"]]).count == 2)
        let error = #expect(throws: RepoError.self) {
            try store.outlines(of: ["two": ["x"], "bad": ["B/Package.swift"]])
        }
        #expect(error?.message == "cannot read B/Package.swift: no")
        #expect(evaluated.withLock { $0.sorted() } == ["text of bad", "text of one", "text of two"])
        // A file in another format is ignored.
        try repo.write("outlines", "outlines 0\none x\n")
        _ = try store.outlines(of: ["one": ["A/Package.swift"]])
        #expect(evaluated.withLock { $0.count } == 4)
    }

    @Test("a manifest that reads its location is evaluated each time; the same text in two locations is an error")
    func locationDependent() throws {
        let repo = try TempRepo()
        let count = Mutex(0)
        let store = OutlineStore(
            file: "\(repo.root)/outlines",
            text: { _, _ throws(RepoError) in "let name = Context.packageDirectory" },
            dump: { _ throws(RepoError) in
                count.withLock { $0 += 1 }
                return Self.dump
            }
        )
        _ = try store.outlines(of: ["one": ["A/Package.swift"]])
        _ = try store.outlines(of: ["one": ["A/Package.swift"]])
        #expect(count.withLock { $0 } == 2)
        #expect(throws: RepoError.self) { try store.outlines(of: ["one": ["A/Package.swift", "B/Package.swift"]]) }
    }
}

import Foundation
import SeekSQLite
import Testing

@testable import SeekIndex

@Suite("An index on disk")
struct StorageTests {
    private func fill(_ folder: URL) async throws {
        let index = TextIndex(folder: folder)
        try await index.put([source("s", (0..<200).map { entry("\($0)", "swift number \($0)", "text of it") })])
        await index.close()
    }

    @Test("is readable by its owner only, and retains its entries when it is opened again")
    func modes() async throws {
        try await withFolder { folder async throws in
            try await fill(folder)
            let index = TextIndex(folder: folder)
            #expect(try await index.count() == 200)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            await index.close()
        }
    }

    @Test("is shared by two objects that write concurrently")
    func sharing() async throws {
        try await withFolder { folder async throws in
            let (first, second) = (TextIndex(folder: folder), TextIndex(folder: folder))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, index) in [("a", first), ("b", second)] {
                    group.addTask {
                        for number in 0..<20 {
                            try await index.put([
                                source("\(name)\(number)", [entry("\(name)\(number)", "swift \(number)")])
                            ])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await first.count() == 40)
            #expect(try await second.search(IndexQuery("swift")).totalCount == 40)
            await first.close()
            await second.close()
        }
    }

    @Test(
        "is moved aside and recreated when it is corrupt",
        arguments: ["garbage", "cut", "other tables", "folder", "version", "flipped"]
    )
    func corruption(kind: String) async throws {
        try await withFolder { folder async throws in
            try await fill(folder)
            let file = database(in: folder)
            switch kind {
            case "garbage": try Data(repeating: 7, count: 9_000).write(to: file)
            case "cut": try Data(contentsOf: file).prefix(5_000).write(to: file)
            case "folder":
                try FileManager.default.removeItem(at: file)
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            case "flipped":
                // The first page, of 4,096 bytes, remains valid.
                var data = try Data(contentsOf: file)
                for offset in stride(from: 4_200, to: data.count, by: 97) { data[offset] ^= 0xFF }
                try data.write(to: file)
            default:
                try execute(kind == "version" ? "PRAGMA user_version = 99" : "CREATE TABLE other(a)", in: folder)
            }
            let index = TextIndex(folder: folder)
            _ = try await index.search(IndexQuery("swift"))
            try await index.put([source("t", [entry("new", "swift anew")])])
            #expect(try await index.ids("anew") == ["new"])
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "corrupt-index-1.sqlite").path))
            await index.close()
        }
    }

    @Test("distinguishes entries whose ids have the same hash")
    func sameHash() async throws {
        try await withIndex([entry("one", "swift one")]) { index async throws in
            try execute("UPDATE entry SET hash = \(IndexSchema.hash(of: "two"))", in: index.folder)
            for title in ["swift two", "swift two again"] {
                try await index.put([source("t", [entry("two", title)])])
                #expect(try await Set(index.ids("swift")) == ["one", "two"])
            }
            #expect(try await index.ids("again") == ["two"])
        }
    }

    @Test("is recreated while in use when its tables are inconsistent")
    func inconsistentTables() async throws {
        try await withFolder { folder async throws in
            try await fill(folder)
            let index = TextIndex(folder: folder)
            #expect(try await index.search(IndexQuery("swift")).totalCount == 200)
            try execute("DELETE FROM entry", in: folder)
            #expect(try await index.search(IndexQuery("swift")).hits.isEmpty)
            #expect(await index.rebuildCount == 1)
            #expect(try await index.sources().isEmpty)
            await index.close()
        }
    }

    @Test("is created again after its folder was removed")
    func removedFolder() async throws {
        try await withIndex([entry("1", "one")]) { index async throws in
            try FileManager.default.removeItem(at: index.folder)
            #expect(try await index.count() == 0)
            try await index.put([source("s", [entry("1", "one")])])
            #expect(try await index.ids("one") == ["1"])
        }
    }

    @Test("throws an error with a remedy when it cannot be used, and retains its entries")
    func unusable() async throws {
        try await withFolder { folder async throws in
            try await fill(folder)
            let indexBelowFile = TextIndex(folder: database(in: folder).appending(path: "x"))
            let error = await #expect(throws: IndexError.self) { try await indexBelowFile.count() }
            #expect(error?.description.contains("cannot be used: Not a directory; make it writable") == true)
            let lockingConnection = try connection(in: folder)
            try lockingConnection.execute("BEGIN IMMEDIATE")
            let index = TextIndex(folder: folder, busyTimeout: 20)
            await #expect(throws: IndexError.busy(path: folder.path)) {
                try await index.put([source("t", [entry("x", "x")])])
            }
            #expect(try await index.search(IndexQuery("swift")).totalCount == 200)
            try lockingConnection.execute("ROLLBACK")
            lockingConnection.close()
            #expect(try await index.count() == 200)
            await index.close()
        }
    }

    @Test(
        "is not used when others can write to its folder or file; the error contains the command to correct this",
        arguments: ["", "/index-1.sqlite"]
    )
    func untrusted(path: String) async throws {
        try await withFolder { folder async throws in
            try await fill(folder)
            chmod(folder.path + path, 0o777)
            let error = await #expect(throws: IndexError.self) { try await TextIndex(folder: folder).count() }
            #expect(error?.description.contains("run: chmod go-w '\(folder.path + path)'") == true)
            chmod(folder.path + path, 0o700)
            #expect(try await TextIndex(folder: folder).count() == 200)
        }
    }

    @Test("describes a failure of its database on one line, with a remedy")
    func failures() {
        let folder = "/folder\n"
        let cases: [(DatabaseFailure, IndexError)] = [
            (.folderUnusable(reason: "not\na directory"), .folderUnusable(path: folder, reason: "not\na directory")),
            (.untrusted(reason: "foreign; run: rm\n"), .untrusted(reason: "foreign; run: rm\n")),
            (.diskFull, .diskFull(path: folder)), (.busy, .busy(path: folder)),
            (.sqliteUnsupported(reason: "too\nold"), .sqliteUnsupported(reason: "too\nold")),
            (
                .failed(operation: "read", reason: "out\nof memory"),
                .failed(operation: "read", path: folder, reason: "out\nof memory")
            ),
        ]
        for (failure, expected) in cases {
            let error = IndexError(failure, in: folder)
            #expect(error == expected)
            #expect(!error.description.contains("\n"))
            #expect(error.description.contains(";"))
        }
    }

    @Test("still finds its entries after the disk became full")
    func fullDatabase() async throws {
        try await withFolder { folder async throws in
            try await fill(folder)
            let engine = IndexEngine(folder: folder.path, busyTimeout: 100)
            try engine.run("limit") { connection throws(SQLiteError) in
                // SQLite reports this limit like a full disk.
                let pageCount = try connection.number("PRAGMA page_count")
                try connection.execute("PRAGMA max_page_count = \(pageCount)")
            }
            let largeEntries = (0..<500).map {
                entry("large\($0)", "unheard of \($0)", String(repeating: "word\($0) ", count: 200))
            }
            #expect(throws: IndexError.diskFull(path: folder.path)) { try engine.put([source("large", largeEntries)]) }
            #expect(try engine.search(IndexQuery("swift")).totalCount == 200)
            #expect(try engine.search(IndexQuery("unheard")).totalCount == 0)
            #expect(engine.database.rebuildCount == 0)
            engine.database.close()
        }
    }
}

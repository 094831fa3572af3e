import Foundation
import SeekIndex
import Testing

/// An index file with the expected tables and arbitrary content, which another program could have written.
@Suite("A hostile index file", .timeLimit(.minutes(5)))
struct HostileIndexTests {
    private static let columns = [
        ("source", "seen"), ("source", "detail"), ("source", "stale"), ("source", "name"), ("entry", "hash"),
        ("entry", "name"), ("entry", "kind"), ("entry", "date"), ("entry", "title"), ("entry", "subtitle"),
        ("entry", "text"), ("entry", "payload"), ("link", "source"), ("link", "entry"),
    ]

    private static let values = [
        "-9223372036854775808", "9223372036854775807", "-1", "0", "1e300", "9e999", "'x'", "x'00'", "x'FFFFFFFF'",
    ]

    @Test("does not make searches or changes fail, whatever value a column contains", arguments: columns)
    func column(table: String, column: String) async throws {
        for value in Self.values {
            try await withFolder { folder async throws in
                try await Self.fill(folder)
                try execute("UPDATE OR REPLACE \(table) SET \(column) = \(value)", in: folder)
                try await Self.use(folder, "\(table).\(column) = \(value)")
            }
        }
    }

    @Test(
        "does not make searches or changes fail when a row is very long",
        arguments: ["name", "kind", "title", "payload"]
    )
    func longRow(column: String) async throws {
        try await withFolder { folder async throws in
            try await Self.fill(folder)
            try execute("UPDATE entry SET \(column) = zeroblob(9000000) WHERE id = 3", in: folder)
            try await Self.use(folder, column)
        }
    }

    @Test("does not make searches or changes fail when bytes are overwritten at random", arguments: 0..<16)
    func bytes(seed: UInt64) async throws {
        try await withFolder { folder async throws in
            try await Self.fill(folder)
            let file = database(in: folder)
            var data = try Data(contentsOf: file)
            // A linear congruential generator. With an even seed, the first page, which has the schema, is unchanged.
            var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            for _ in 0..<(1 << (seed % 8)) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let start = seed.isMultiple(of: 2) ? 4_096 : 0
                data[start + Int((state >> 33) % UInt64(data.count - start))] = UInt8(truncatingIfNeeded: state >> 24)
            }
            try data.write(to: file)
            try await Self.use(folder, "seed \(seed)")
        }
    }

    @Test(
        "is moved aside and recreated when its FTS5 tables have another format",
        arguments: [
            // FTS5 stores its version, 4, after the key `version`.
            ("version\u{4}", "version\u{9}"), ("words_data", "wordz_data"), ("pgno", "page"), ("version", "versioX"),
        ]
    )
    func ftsFormat(before: String, after: String) async throws {
        try await withFolder { folder async throws in
            try await Self.fill(folder)
            let file = database(in: folder)
            var data = try Data(contentsOf: file)
            while let range = data.range(of: Data(before.utf8)) { data.replaceSubrange(range, with: Data(after.utf8)) }
            try data.write(to: file)
            try await Self.use(folder, after)
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "corrupt-index-1.sqlite").path))
        }
    }

    private static func fill(_ folder: URL) async throws {
        let index = TextIndex(folder: folder)
        for name in ["a", "b"] {
            try await index.put([source(name, (0..<20).map { entry("\($0)", "swift \(name) \($0)", "a text of it") })])
        }
        await index.close()
    }

    /// Checks that no operation of an index fails, and that entries put afterwards are found.
    private static func use(_ folder: URL, _ description: String) async throws {
        let index = TextIndex(folder: folder)
        _ = try await index.search(IndexQuery("swift tex"))
        _ = try await index.search(IndexQuery("swift", kinds: ["video"], limit: 5, offset: 3))
        _ = try await index.sources()
        try await index.put([source("a", [entry("0", "swift changed"), entry("new", "unheard of")])])
        try await index.remove(sources: ["b"])
        try await index.put([source("c", [entry("1", "swift afterwards")])])
        #expect(try await index.ids("afterwards") == ["1"], "\(description)")
        #expect(try await index.count() >= 1, "\(description)")
        await index.close()
    }
}

import Foundation
import SeekCache
import SeekSQLite
import SeekTestHelpers
import Testing

/// Uses stores whose database another program has changed: its rows, an index, its header, or arbitrary bytes.
@Suite("A hostile database", .timeLimit(.minutes(5)))
struct HostileDatabaseTests {
    private static let columns =
        ["hash", "version", "stored", "accessed", "expires", "size", "checksum", "inFile", "key", "value"]
        .map { ("entry", $0) } + [("total", "count"), ("total", "bytes")]

    private static let values = [
        "-9223372036854775808", "9223372036854775807", "-1", "0", "4611686018427387904", "1099511627776", "1e300",
        "-1e300", "9e999", "-9e999", "'x'", "x'00'", "x'FFFFFFFFFFFFFFFF'",
    ]

    @Test("does not make operations fail, whatever number or type a column contains", arguments: columns)
    func column(table: String, column: String) async throws {
        for value in Self.values {
            for rows in ["1", "rowid % 2 = 0"] {
                let folder = try await Self.filled()
                try folder.execute("UPDATE OR REPLACE \(table) SET \(column) = \(value) WHERE \(rows)")
                try await Self.use(folder, "\(table).\(column) = \(value) where \(rows)")
            }
        }
    }

    @Test("does not make operations fail when a row is very long", arguments: ["key", "value"])
    func longRow(column: String) async throws {
        let folder = try await Self.filled()
        try folder.execute("UPDATE entry SET \(column) = zeroblob(3000000) WHERE id = 3")
        try await Self.use(folder, column)
    }

    @Test("does not make operations fail when bytes are overwritten at random", arguments: 0..<24)
    func randomBytes(seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let folder = try await Self.filled()
        try modify(folder.database) { data in
            // Even seeds leave the first page intact, which contains the schema.
            let start = seed.isMultiple(of: 2) ? 4_096 : 0
            for _ in 0..<(1 << (seed % 8)) {
                data[Int.random(in: start..<data.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
        }
        try await Self.use(folder, "seed \(seed)")
    }

    @Test(
        "does not make operations fail when an index does not match the table",
        arguments: ["entry_use", "entry_expiry", "entry_hash"]
    )
    func index(name: String) async throws {
        let folder = try await Self.filled()
        let connection = try folder.connection()
        let size = Int(try connection.number("PRAGMA page_size"))
        let root = Int(try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'"))
        connection.close()
        let page = (root - 1) * size..<root * size
        let originalPage = try Data(contentsOf: folder.database)[page]
        try folder.execute("DELETE FROM entry WHERE rowid % 3 = 0")
        try folder.execute("UPDATE entry SET accessed = 9e15, expires = 9e15, hash = hash + 1 WHERE rowid % 2 = 0")
        // The index still contains the removed rows.
        try modify(folder.database) { $0.replaceSubrange(page, with: originalPage) }
        try await Self.use(folder, name)
    }

    @Test("does not make operations fail when it has a later format")
    func laterFormat() async throws {
        let folder = try await Self.filled()
        // Byte 18 is the write version. SQLite opens a file with a write version above 2 as read-only
        // (https://sqlite.org/fileformat.html §1.3.3).
        try modify(folder.database) { $0[18] = 9 }
        try await Self.use(folder, "write version")
    }

    // MARK: Support

    /// Returns the value of an entry. Every sixth is large enough to be stored in a file.
    private static func content(_ index: Int) -> Data {
        bytes(index % 6 == 5 ? 40_000 : 900, seed: UInt64(index))
    }

    private static func filled() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let store = try DiskStore(folder: folder.url, now: { clock.now })
        for index in 0..<12 {
            try await store.put(
                content(index),
                for: "key \(index)",
                expiresAt: index.isMultiple(of: 3) ? clock.now + 60 : nil
            )
        }
        await store.close()
        return folder
    }

    /// Checks that no operation of a store fails, and that values put afterwards are found.
    private static func use(_ folder: TemporaryFolder, _ description: String) async throws {
        let clock = ManualDate()
        let limits = CacheLimits(maxSize: 60_000, maxCount: 10)
        let store = try DiskStore(folder: folder.url, limits: limits, now: { clock.now })
        clock.now += 5
        for index in 0..<12 {
            let data = try await store.value(for: "key \(index)")?.data
            #expect(data == nil || data == content(index), "\(description): key \(index)")
        }
        for index in 0..<4 { store.recordAccess(of: "key \(index)") }
        for index in 0..<3 {
            try await store.put(content(index), for: "key \(index)")
        }
        _ = try await store.statistics()
        #expect(try await store.items().allSatisfy { $0.size >= 0 }, "\(description)")
        _ = try await store.trim(to: CacheLimits(maxSize: 50_000, maxCount: 8, maxAge: .seconds(1_000)))
        _ = try await store.clean(policy: CacheLimits(maxSize: 45_000, maxCount: 7, maxAge: .seconds(100)))
        try await store.remove("key 1")
        try await store.removeAll(prefix: "key 7")
        try await store.put(content(50), for: "afterwards")
        #expect(try await store.value(for: "afterwards")?.data == content(50), "\(description)")
        _ = try await store.items()
        let statistics = try await store.statistics()
        #expect((1...10).contains(statistics.count), "\(description): \(statistics)")
        #expect((0...60_000).contains(statistics.bytes), "\(description): \(statistics)")
        try await store.removeAll()
        #expect(try await store.statistics().count == 0, "\(description)")
        await store.close()
    }
}

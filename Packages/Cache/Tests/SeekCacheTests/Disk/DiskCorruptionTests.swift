import Foundation
import SeekCache
import SeekSQLite
import SeekTestHelpers
import Testing

@Suite("A corrupt disk store")
struct DiskCorruptionTests {
    enum ValueCorruption: String, CaseIterable {
        case missing, truncated, longer, flipped, empty, folder, pipe, link
    }

    @Test("treats a value with a corrupt file as a miss, and removes the entry", arguments: ValueCorruption.allCases)
    func valueFile(_ kind: ValueCorruption) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(50_000), for: "key")
        let file = try #require(folder.valueFiles().first)
        switch kind {
        case .truncated: try modify(file) { $0.removeLast() }
        case .longer: try modify(file) { $0.append(0) }
        case .flipped: try modify(file) { $0[25_000] ^= 1 }
        case .empty: try modify(file) { $0 = Data() }
        case .missing, .folder, .pipe, .link: try FileManager.default.removeItem(at: file)
        }
        switch kind {
        case .folder: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        case .pipe: #expect(mkfifo(file.path, 0o600) == 0)
        case .link:
            try bytes(50_000).write(to: folder.file("elsewhere"))
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.file("elsewhere"))
        default: break
        }
        #expect(try await store.value(for: "key") == nil)
        #expect(try await store.statistics() == CacheStatistics(misses: 1, corrupt: 1))
        try await store.put(bytes(50_001), for: "key")
        #expect(try await store.value(for: "key")?.data == bytes(50_001))
    }

    @Test(
        "treats an entry with a changed column as a miss",
        arguments: [
            "value = x'00'", "value = NULL", "value = 17", "size = size + 1", "size = -1", "stored = stored + 1",
            "expires = NULL", "expires = expires + 1", "stored = 'later'", "checksum = checksum + 1", "checksum = 'x'",
        ]
    )
    func changedRow(_ change: String) async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let store = try DiskStore(folder: folder.url, now: { clock.now })
        try await store.put(bytes(100), for: "key", expiresAt: clock.now + 60)
        try await store.put(bytes(100), for: "other")
        // x'6B6579' is the key `key` as a blob.
        try folder.execute("UPDATE entry SET \(change) WHERE key = x'6B6579'")
        #expect(try await store.value(for: "key") == nil)
        #expect(try await store.statistics().corrupt == 1)
        try await store.put(bytes(101), for: "key")
        #expect(try await store.value(for: "key")?.data == bytes(101))
    }

    @Test(
        "removes rows with a wrong hash",
        arguments: ["key = 'key 2'", "key = x'FF'", "hash = 99"]
    )
    func wrongHash(_ change: String) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(100), for: "key 1")
        try folder.execute("UPDATE entry SET \(change)")
        try await store.put(bytes(200), for: "key 2")
        #expect(try await store.items().map(\.key) == ["key 2"])
        #expect(try await store.statistics() == CacheStatistics(count: 1, bytes: 200, corrupt: 1))
        #expect(try await store.value(for: "key 1") == nil)
    }

    enum DatabaseCorruption: String, CaseIterable {
        case garbage, header, emptyFile, oneByte, folder, link, foreignTables, changedTables, walIsFolder
        case walIndexIsFolder, lockIsFolder, valuesIsFile
    }

    @Test("is usable whatever its files are replaced with", arguments: DatabaseCorruption.allCases)
    func database(_ kind: DatabaseCorruption) async throws {
        let folder = try TemporaryFolder()
        let intactStore = try DiskStore(folder: folder.url)
        try await intactStore.put(bytes(100), for: "small")
        try await intactStore.put(bytes(50_000), for: "large")
        await intactStore.close()
        try corrupt(kind, on: folder)
        let store = try DiskStore(folder: folder.url)
        for (key, value) in [("small", bytes(100)), ("large", bytes(50_000))] {
            let data = try await store.value(for: key)?.data
            #expect(data == nil || data == value)
            try await store.put(value + [1], for: key)
            #expect(try await store.value(for: key)?.data == value + [1])
        }
        #expect(try await store.statistics().count == 2)
        #expect(try folder.valueFiles().count == 1)
        await store.close()
        #expect(try await DiskStore(folder: folder.url).value(for: "large")?.data == bytes(50_000) + [1])
    }

    private func corrupt(_ kind: DatabaseCorruption, on folder: TemporaryFolder) throws {
        let manager = FileManager.default
        func replaceByFolder(_ url: URL) throws {
            try? manager.removeItem(at: url)
            try manager.createDirectory(at: url, withIntermediateDirectories: false)
            try bytes(3).write(to: url.appending(path: "inside"))
        }
        switch kind {
        case .garbage: try modify(folder.database) { $0 = bytes($0.count) }
        case .header: try modify(folder.database) { $0.replaceSubrange(0..<100, with: bytes(100)) }
        case .emptyFile: try modify(folder.database) { $0 = Data() }
        case .oneByte: try modify(folder.database) { $0 = Data([0]) }
        case .folder: try replaceByFolder(folder.database)
        case .link:
            try manager.moveItem(at: folder.database, to: folder.file("moved"))
            try manager.createSymbolicLink(at: folder.database, withDestinationURL: folder.file("moved"))
        case .foreignTables:
            try manager.removeItem(at: folder.database)
            try Data().write(to: folder.database)
            try folder.execute("CREATE TABLE entry(id INTEGER PRIMARY KEY, price REAL)")
        case .changedTables: try folder.execute("ALTER TABLE entry RENAME COLUMN stored TO other")
        case .walIsFolder: try replaceByFolder(folder.wal)
        case .walIndexIsFolder: try replaceByFolder(folder.file("entries-1.sqlite-shm"))
        case .lockIsFolder: try replaceByFolder(folder.file("lock-1"))
        case .valuesIsFile:
            try manager.removeItem(at: folder.file("values-1"))
            try Data().write(to: folder.file("values-1"))
        }
    }

    @Test("retains only the last corrupt database for diagnosis")
    func quarantine() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        for round in 0..<3 {
            try await store.put(bytes(100), for: "key")
            await store.close()
            try modify(folder.database) { $0.replaceSubrange(0..<100, with: Data(repeating: UInt8(round), count: 100)) }
            #expect(try await store.value(for: "key") == nil)
            #expect(try Data(contentsOf: folder.quarantine).first == UInt8(round))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.filter { $0.hasPrefix("corrupt") }.count == 1)
        // The others are the database, its WAL and wal-index, the lock file, and the folder of value files.
        #expect(names.count == 6)
    }

    @Test("returns no wrong value and throws no error when its database is changed while it is open", arguments: 0..<6)
    func whileOpen(seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        for index in 0..<30 { try await store.put(bytes(index * 300, seed: UInt64(index)), for: "\(index)") }
        try folder.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try modify(folder.database) { data in
            for _ in 0..<200 { data[Int.random(in: data.indices, using: &generator)] ^= 0x55 }
        }
        for index in 0..<30 {
            if let data = try await store.value(for: "\(index)")?.data {
                #expect(data == bytes(index * 300, seed: UInt64(index)))
            }
        }
        for index in 0..<30 { try await store.put(bytes(500, seed: UInt64(index)), for: "new \(index)") }
        for index in 0..<30 {
            if let data = try await store.value(for: "new \(index)")?.data {
                #expect(data == bytes(500, seed: UInt64(index)))
            }
        }
        _ = try await store.items()
        try await store.removeAll()
        #expect(try await store.statistics().count == 0)
    }
}

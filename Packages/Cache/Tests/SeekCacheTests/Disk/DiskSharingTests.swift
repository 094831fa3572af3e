import Foundation
import SeekCache
import SeekSQLite
import SeekTestHelpers
import Testing

@Suite("Several disk stores in one folder")
struct DiskSharingTests {
    @Test("share their changes")
    func sharing() async throws {
        let folder = try TemporaryFolder()
        let (left, right) = (try DiskStore(folder: folder.url), try DiskStore(folder: folder.url))
        try await left.put(bytes(10), for: "small")
        try await right.put(bytes(50_000), for: "large")
        #expect(try await right.value(for: "small")?.data == bytes(10))
        #expect(try await left.value(for: "large")?.data == bytes(50_000))
        try await left.put(bytes(60_000), for: "large")
        #expect(try await right.value(for: "large")?.data == bytes(60_000))
        try await left.remove("large")
        #expect(try await right.value(for: "large") == nil)
        try await right.removeAll()
        #expect(try await left.items() == [])
    }

    @Test("use the new database after one of them recreated it")
    func following() async throws {
        let folder = try TemporaryFolder()
        let (left, right) = (try DiskStore(folder: folder.url), try DiskStore(folder: folder.url))
        try await left.put(bytes(10), for: "old")
        _ = try await right.value(for: "old")
        await left.close()
        // Moves all content to the database file, so that overwriting its header makes the database corrupt.
        try folder.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try modify(folder.database) { $0.replaceSubrange(0..<100, with: bytes(100)) }
        try await left.put(bytes(20), for: "new")
        #expect(folder.exists(folder.quarantine))
        #expect(try await right.value(for: "new")?.data == bytes(20))
        try await right.put(bytes(30), for: "newer")
        await right.close()
        #expect(try await left.value(for: "newer")?.data == bytes(30))
        #expect(try await left.value(for: "old") == nil)
    }

    @Test("write, read and clean concurrently without wrong values or errors")
    func concurrentUse() async throws {
        let folder = try TemporaryFolder()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<4 {
                // SQLite's lock is not fair: on a busy machine, a connection can wait for a long time.
                let store = try folder.store(busyTimeout: 120_000)
                group.addTask {
                    try await exercise(store, number: number, rounds: 40)
                    return try await store.statistics().corrupt
                }
            }
            for try await corrupt in group { #expect(corrupt == 0) }
        }
        #expect(!folder.exists(folder.quarantine))
    }

    #if os(macOS) || os(Linux)
    @Test("in two processes share their values")
    func processes() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        let store = try DiskStore(folder: folder.url)
        try await store.put(Data("parent".utf8), for: "parent")
        async let parentOperations: Void = exercise(store, number: 0, rounds: 60)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let store = try DiskStore(folder: URL(filePath: path))
            #expect(try await store.value(for: "parent")?.data == Data("parent".utf8))
            try await exercise(store, number: 1, rounds: 60)
            try await store.put(Data("child".utf8), for: "child")
            #expect(try await store.statistics().corrupt == 0)
        }
        try await parentOperations
        #expect(try await store.value(for: "child")?.data == Data("child".utf8))
        #expect(try await store.statistics().corrupt == 0)
        #expect(!folder.exists(folder.quarantine))
    }

    @Test(
        "contain all completed puts of a process that was killed, and only valid values",
        arguments: [1, 3, 10, 25, 60]
    )
    func killed(putCount: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, putCount = putCount as Int] in
            let store = try DiskStore(folder: URL(filePath: path))
            for index in 0..<putCount {
                try await store.put(bytes(index * 2_000, seed: UInt64(index)), for: "\(index)")
            }
            // Several puts are in progress when the process is killed.
            for index in putCount..<(putCount + 50) {
                Task { try await store.put(bytes(index * 2_000, seed: UInt64(index)), for: "\(index)") }
            }
            kill(getpid(), SIGKILL)
        }
        let store = try DiskStore(folder: folder.url)
        for index in 0..<(putCount + 50) {
            let data = try await store.value(for: "\(index)")?.data
            if index < putCount || data != nil {
                #expect(data == bytes(index * 2_000, seed: UInt64(index)), "\(index)")
            }
        }
        #expect(try await store.statistics().corrupt == 0)
    }
    #endif
}

/// Limits the total size of the entries whose keys all stores share; the entries `parent` and `child` remain.
private struct SharedKeysCleanupPolicy: CleanupPolicy {
    let maxSize: Int

    func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        MaxSizeCleanupPolicy(maxSize: maxSize).itemsToRemove(from: items.filter { $0.key.hasPrefix("key ") })
    }
}

/// Puts, reads and cleans. All bytes of a value are equal, so that a mixture of two values is detected.
private func exercise(_ store: DiskStore, number: Int, rounds: Int) async throws {
    for round in 0..<rounds {
        let key = "key \((number + round) % 6)"
        switch round % 5 {
        case 4: _ = try await store.clean(policy: SharedKeysCleanupPolicy(maxSize: 120_000))
        case 1, 3:
            if let data = try await store.value(for: key)?.data {
                #expect(data == Data(repeating: data[0], count: data.count))
            }
        default:
            let size = 10_000 + (round % 4) * 12_000
            try await store.put(Data(repeating: UInt8(truncatingIfNeeded: number * 50 + round), count: size), for: key)
        }
    }
}

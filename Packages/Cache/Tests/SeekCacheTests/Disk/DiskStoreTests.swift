import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("The disk store")
struct DiskStoreTests {
    @Test("returns the values of an earlier store object in the same folder", arguments: [true, false])
    func restart(isClosed: Bool) async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let earlier = try DiskStore(folder: folder.url, now: { clock.now })
        try await earlier.put(bytes(100), for: "small", expiresAt: clock.now + 60)
        try await earlier.put(bytes(100_000), for: "large")
        if isClosed { await earlier.close() }
        clock.now += 30
        let store = try DiskStore(folder: folder.url, now: { clock.now })
        let entry = try #require(await store.value(for: "small"))
        #expect(entry.data == bytes(100))
        #expect(entry.age == .seconds(30))
        #expect(entry.expiresAt == clock.now + 30)
        #expect(try await store.value(for: "large")?.data == bytes(100_000))
        #expect(try await store.statistics() == CacheStatistics(count: 2, bytes: 100_100, hits: 2))
    }

    @Test("stores the date of the last read", arguments: [1, 512])
    func idleTimes(accessBatchCount: Int) async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let store = try folder.store(accessBatchCount: accessBatchCount, accessResolution: 10, now: { clock.now })
        try await store.put(bytes(10), for: "read")
        try await store.put(bytes(10), for: "unread")
        clock.now += 10
        _ = try await store.value(for: "read")
        // Writes the date, because the batch is not full.
        if accessBatchCount > 1 { await store.close() }
        // Returns after the access time was written, on the same queue.
        _ = try await store.statistics()
        clock.now += 5
        let items = try await DiskStore(folder: folder.url, now: { clock.now }).items()
        #expect(items.first { $0.key == "read" }?.idleTime == .seconds(5))
        #expect(items.first { $0.key == "unread" }?.idleTime == .seconds(15))
        #expect(items.map(\.age) == [.seconds(15), .seconds(15)])
    }

    @Test("writes the date of a read only if it is at least 60 s later than the stored one")
    func accessResolution() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualDate()
        let store = try DiskStore(folder: folder.url, now: { clock.now })
        try await store.put(bytes(10), for: "read")
        await store.close()
        let contentBefore = try Data(contentsOf: folder.database)
        clock.now += 59
        _ = try await store.value(for: "read")
        await store.close()
        #expect(try Data(contentsOf: folder.database) == contentBefore)
        clock.now += 1
        _ = try await store.value(for: "read")
        await store.close()
        #expect(try Data(contentsOf: folder.database) != contentBefore)
    }

    @Test("creates folders and files that only the owner can read")
    func modes() async throws {
        let parent = try TemporaryFolder()
        let folder = parent.file("a/b")
        let store = try DiskStore(folder: folder)
        try await store.put(bytes(100), for: "small")
        try await store.put(bytes(100_000), for: "large")
        for path in ["a", "a/b", "a/b/values-1"] {
            #expect(try parent.mode(parent.file(path)) == 0o700, "\(path)")
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        // The database, its WAL and wal-index, the lock file, and the folder of value files with one file.
        #expect(names.count == 6)
        for name in names where name != "values-1" {
            #expect(try parent.mode(folder.appending(path: name)) == 0o600, "\(name)")
        }
    }

    @Test("accepts a path that ends in slashes, and does not change the mode of an existing folder")
    func existingFolder() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
        let store = try DiskStore(folder: URL(filePath: folder.url.path + "//"))
        #expect(try folder.mode(folder.url) == 0o755)
        #expect(store.folder.path == folder.url.path)
    }

    @Test("stores small values in the database and large ones in files, and removes the files with their entries")
    func valueFiles() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(32_768), for: "small")
        #expect(try folder.valueFiles() == [])
        try await store.put(bytes(32_769), for: "large")
        try await store.put(bytes(50_000), for: "other")
        #expect(try folder.valueFiles().count == 2)
        try await store.put(bytes(60_000), for: "large")
        #expect(try folder.valueFiles().count == 2)
        try await store.put(bytes(1), for: "large")
        #expect(try folder.valueFiles().count == 1)
        try await store.remove("other")
        #expect(try folder.valueFiles() == [])
        try await store.put(bytes(50_000), for: "other")
        _ = try await store.clean(policy: MaxSizeCleanupPolicy(maxSize: 0))
        #expect(try folder.valueFiles() == [])
        try await store.put(bytes(50_000), for: "other")
        try await store.removeAll()
        #expect(try folder.valueFiles() == [])
    }

    @Test("removes all value files even if the clock was set back since they were written")
    func futureFiles() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(50_000), for: "private")
        let file = try #require(folder.valueFiles().first)
        let future = Date(timeIntervalSinceNow: 3_600)
        try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: file.path)
        try await store.removeAll()
        #expect(try folder.valueFiles() == [])
    }

    @Test("removes old value files without entries, and no others")
    func orphans() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(50_000), for: "named")
        let named = try #require(folder.valueFiles().first)
        let values = folder.file("values-1")
        let orphans = ["1f", "1f.tmp", "other"].map { values.appending(path: $0) }
        let fresh = [values.appending(path: "2f"), values.appending(path: "2f.tmp")]
        for file in orphans + fresh { try bytes(10).write(to: file) }
        for file in orphans + [named] {
            let old = Date(timeIntervalSinceNow: -7_200)
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file.path)
        }
        _ = try await store.clean(policy: ExpiredCleanupPolicy())
        #expect(
            try Set(folder.valueFiles().map(\.lastPathComponent)) == Set(([named] + fresh).map(\.lastPathComponent))
        )
        #expect(try await store.value(for: "named")?.data == bytes(50_000))
    }

    @Test("returns the space of removed entries to the disk", arguments: [true, false])
    func diskSpace(byPolicy: Bool) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        for index in 0..<100 { try await store.put(bytes(20_000), for: "\(index)") }
        if byPolicy {
            _ = try await store.clean(policy: MaxSizeCleanupPolicy(maxSize: 20_000))
        } else {
            try await store.removeAll()
        }
        // Closing returns the remaining space.
        await store.close()
        let sizes = try [folder.database, folder.wal].filter(folder.exists).map { try Data(contentsOf: $0).count }
        #expect(sizes.reduce(0, +) < 100_000)
    }

    @Test("is empty and usable after its folder was removed")
    func folderRemoved() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.file("cache"))
        try await store.put(bytes(10), for: "key")
        try FileManager.default.removeItem(at: store.folder)
        #expect(try await store.value(for: "key") == nil)
        try await store.put(bytes(50_000), for: "key")
        #expect(try await store.value(for: "key")?.data == bytes(50_000))
        #expect(try await store.statistics().corrupt == 0)
    }

    @Test("creates the folder of value files again after it was removed")
    func valuesRemoved() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(50_000), for: "before")
        try FileManager.default.removeItem(at: folder.file("values-1"))
        #expect(try await store.value(for: "before") == nil)
        try await store.put(bytes(50_000), for: "after")
        #expect(try await store.value(for: "after")?.data == bytes(50_000))
    }
}

import Foundation
import SeekCache
import SeekSQLite
import SeekTestHelpers
import Testing

@Suite("A disk store that cannot be used")
struct DiskErrorTests {
    @Test("rejects a folder whose path is a file or leads through one", arguments: ["file", "file/cache", "file/a/b"])
    func fileInPlace(path: String) throws {
        let parent = try TemporaryFolder()
        try Data().write(to: parent.file("file"))
        let folder = parent.file(path)
        #expect(throws: CacheError.folderUnusable(path: folder.path, reason: "Not a directory")) {
            try DiskStore(folder: folder)
        }
    }

    @Test("rejects an invalid folder name", arguments: ["a\0b", String(repeating: "n", count: 300)])
    func invalidName(name: String) throws {
        let parent = try TemporaryFolder()
        let folder = URL(filePath: parent.url.path + "/" + name)
        let error = #expect(throws: CacheError.self) { try DiskStore(folder: folder) }
        guard case .folderUnusable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("throws an error after its folder was replaced with a file")
    func becameFile() async throws {
        let parent = try TemporaryFolder()
        let store = try DiskStore(folder: parent.file("cache"))
        try await store.put(bytes(10), for: "key")
        try FileManager.default.removeItem(at: store.folder)
        try Data().write(to: store.folder)
        let expected = CacheError.folderUnusable(path: store.folder.path, reason: "Not a directory")
        await #expect(throws: expected) { try await store.value(for: "key") }
        await #expect(throws: expected) { try await store.put(Data(), for: "key") }
        await #expect(throws: expected) { try await store.remove("key") }
        await #expect(throws: expected) { try await store.removeAll() }
        await #expect(throws: expected) { try await store.items() }
        await #expect(throws: expected) { try await store.statistics() }
        await #expect(throws: expected) { try await store.clean(policy: ExpiredCleanupPolicy()) }
        try FileManager.default.removeItem(at: store.folder)
        try await store.put(bytes(10), for: "key")
        #expect(try await store.value(for: "key")?.data == bytes(10))
    }

    @Test("throws an error when another connection holds the lock, and loses nothing", arguments: [10, 50_000])
    func locked(size: Int) async throws {
        let folder = try TemporaryFolder()
        // The access time is to be written at each read.
        let store = try folder.store(busyTimeout: 20, accessBatchCount: 1)
        try await store.put(bytes(10), for: "key")
        let otherConnection = try folder.connection(busyTimeout: 0)
        try otherConnection.execute("BEGIN IMMEDIATE")
        await #expect(throws: CacheError.busy(path: folder.url.path)) {
            try await store.put(bytes(size, seed: 2), for: "key")
        }
        #expect(try folder.valueFiles() == [])
        // Reading is possible, although the access time cannot be written.
        #expect(try await store.value(for: "key")?.data == bytes(10))
        try otherConnection.execute("COMMIT")
        otherConnection.close()
        try await store.put(bytes(size, seed: 2), for: "key")
        #expect(try await store.value(for: "key")?.data == bytes(size, seed: 2))
    }

    @Test("throws an error when its lock file is locked while the database is opened")
    func lockedOpening() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store(busyTimeout: 20)
        let lock = open(folder.file("lock-1").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        await #expect(throws: CacheError.busy(path: folder.url.path)) { try await store.value(for: "key") }
        close(lock)
        #expect(try await store.value(for: "key") == nil)
    }

    @Test("does not block other tasks while it waits for a lock")
    func waiting() async throws {
        let folder = try TemporaryFolder()
        let first = try DiskStore(folder: folder.url)
        try await first.put(bytes(10), for: "key")
        let otherConnection = try folder.connection(busyTimeout: 0)
        try otherConnection.execute("BEGIN IMMEDIATE")
        // More waiting stores than threads in the cooperative pool.
        let count = ProcessInfo.processInfo.activeProcessorCount + 4
        // The timeout is longer than this task can be delayed on a busy machine.
        let puts = try (0..<count).map { index in
            let store = try folder.store(busyTimeout: 300_000)
            return Task { try await store.put(bytes(10), for: "key \(index)") }
        }
        for _ in 0..<100 { await Task { await Task.yield() }.value }
        try otherConnection.execute("COMMIT")
        otherConnection.close()
        for put in puts { try await put.value }
        #expect(try await first.statistics().count == count + 1)
    }

    #if os(Linux)
    @Test("throws an error on a full disk, retains the old value, and can be used again later")
    func full() async {
        // A full disk is simulated by a limit on the size of files. The limit applies to a whole process.
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = try TemporaryFolder()
            let store = try DiskStore(folder: folder.url)
            try await store.put(bytes(100), for: "small")
            try await store.put(bytes(50_000), for: "large")
            let originalLimit = setLimit(RLIMIT_FSIZE, to: 100_000)
            let full = CacheError.diskFull(path: folder.url.path)
            await #expect(throws: full) { try await store.put(bytes(200_000), for: "large") }
            // SQLite reports this limit as a write error, unlike a full disk.
            await #expect(throws: CacheError.self) {
                for index in 0..<100 { try await store.put(bytes(20_000, seed: 2), for: "small \(index)") }
            }
            #expect(try folder.valueFiles().count == 1)
            #expect(try await store.value(for: "small") != nil)
            #expect(try await store.value(for: "large")?.data == bytes(50_000))
            // Removing entries is possible.
            try await store.removeAll()
            try await store.put(bytes(100), for: "small")
            #expect(try await store.value(for: "small")?.data == bytes(100))
            setLimit(RLIMIT_FSIZE, to: originalLimit)
            try await store.put(bytes(200_000), for: "large")
            try await store.put(bytes(20_000, seed: 3), for: "small")
            #expect(try await store.value(for: "large")?.data == bytes(200_000))
            #expect(try await store.value(for: "small")?.data == bytes(20_000, seed: 3))
        }
    }

    @Test("removes all value files even if no new database can be written")
    func removalWithoutDatabase() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = try TemporaryFolder()
            let store = try DiskStore(folder: folder.url)
            try await store.put(bytes(50_000), for: "private")
            setLimit(RLIMIT_FSIZE, to: 0)
            try await store.removeAll()
            #expect(try folder.valueFiles() == [])
        }
    }
    #endif
}

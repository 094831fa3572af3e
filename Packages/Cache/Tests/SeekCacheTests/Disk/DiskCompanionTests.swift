import Foundation
import SeekCache
import SeekSQLite
import SeekTestHelpers
import Testing

/// Companions are files and folders beside the database that can be regenerated from its entries.
@Suite("Companions and quarantined files of a disk store")
struct DiskCompanionTests {
    private static let secret = "a title no other user may read "

    private static func text(_ size: Int) -> Data {
        Data(String(repeating: secret, count: size / secret.utf8.count + 1).utf8)
    }

    /// Returns the files in a folder that contain the secret.
    private func filesWithSecret(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { name in
            let content = FileManager.default.contents(atPath: folder.path(of: name))
            return content?.range(of: Data(Self.secret.utf8)) != nil
        }
    }

    private func addCompanion(_ size: Int, to folder: TemporaryFolder) throws {
        try folder.write(Self.text(size).prefix(size), to: "index/deep/file")
    }

    private func quarantine(_ folder: TemporaryFolder) throws {
        try Self.text(100_000).prefix(100_000).write(to: folder.quarantine)
    }

    @Test("are removed with all entries, and no bytes of the entries remain", arguments: [false, true])
    func removeAll(whileRead: Bool) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, companions: ["index"])
        let other = try DiskStore(folder: folder.url, companions: ["index"])
        for index in 0..<20 {
            try await store.put(Self.text(index == 3 ? 50_000 : 5_000), for: "\(Self.secret) \(index)")
        }
        try quarantine(folder)
        try Self.text(100).write(to: folder.file("corrupt-1.sqlite-wal"))
        try Self.text(100).write(to: folder.file("values-1/3f.tmp"))
        try addCompanion(1_000, to: folder)
        #expect(try filesWithSecret(in: folder).count >= 5)
        // An open read transaction prevents the WAL from being truncated.
        let reader = try folder.connection(busyTimeout: 0)
        if whileRead {
            try reader.execute("BEGIN")
            _ = try reader.number("SELECT count(*) FROM entry")
        }
        try await store.removeAll()
        #expect(try filesWithSecret(in: folder) == [])
        #expect(!folder.exists(folder.quarantine))
        #expect(!folder.exists(folder.file("index")))
        #expect(await store.diskSize() < 100_000)
        reader.close()
        #expect(try await other.value(for: "\(Self.secret) 1") == nil)
        try await other.put(bytes(10), for: "new")
        #expect(try await store.value(for: "new")?.data == bytes(10))
        #expect(try filesWithSecret(in: folder) == [])
    }

    @Test("are removed without an error while a companion is created again")
    func recreatedCompanion() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, companions: ["index"])
        try await store.put(bytes(10), for: "key")
        let path = folder.path(of: "index")
        let recreation = Task.detached {
            while !Task.isCancelled {
                try? FileSystem.makeFolder(path)
                try? FileSystem.write(Data(), toNew: "\(path)/file")
                // Otherwise the loop keeps a thread from the tests that run at the same time.
                await Task.yield()
            }
        }
        await #expect(throws: Never.self) {
            for _ in 0..<100 { try await store.removeAll() }
        }
        recreation.cancel()
        await recreation.value
    }

    @Test("count towards the size on disk")
    func statistics() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, companions: ["index"])
        try await store.put(bytes(50_000), for: "large")
        let before = await store.diskSize()
        #expect(before > 50_000)
        try addCompanion(30_000, to: folder)
        try quarantine(folder)
        #expect(await store.diskSize() == before + 130_000)
        #expect(try await store.statistics().bytes == 50_000)
    }

    @Test("companions count towards the maximum size")
    func limit() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxSize: 100_000), companions: ["index"])
        try addCompanion(30_000, to: folder)
        for index in 0..<20 { try await store.put(bytes(10_000), for: "\(index)") }
        #expect(try await store.statistics().bytes == 70_000)
        #expect(folder.exists(folder.file("index/deep/file")))
        let result = try await store.trim(to: CacheLimits(maxSize: 65_000))
        // The companions leave 35,000 bytes, enough for three entries.
        #expect(result.remainingBytes == 30_000)
    }

    @Test(
        "are removed before entries: a corrupt database that does not fit, and companions over half of the maximum size"
    )
    func excess() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxSize: 100_000), companions: ["index"])
        try quarantine(folder)
        try addCompanion(50_001, to: folder)
        for index in 0..<8 { try await store.put(bytes(10_000), for: "\(index)") }
        #expect(try await store.statistics().bytes == 80_000)
        #expect(!folder.exists(folder.quarantine))
        #expect(!folder.exists(folder.file("index/deep/file")))
    }
}

import Foundation
import SeekTestHelpers
import Testing

@testable import SeekCache

@Suite("The file store")
struct FileStoreTests {
    private func file(in folder: TemporaryFolder) throws -> URL {
        try #require(FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil).first)
    }

    @Test("finds after a restart what was put before, and when it was used")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let before = try FileStore(folder: folder.url, now: clock.read)
        try await before.put(bytes(100), for: "key", expiresAt: clock.now + 60, tags: ["t"])
        clock.advance(by: 10)
        _ = try await before.value(for: "key")
        clock.advance(by: 5)
        let after = try FileStore(folder: URL(filePath: folder.url.path + "//"), now: clock.read)
        #expect(
            try await after.items() == [CacheItem(key: "key", age: 15, size: 100, idle: 5, expiresIn: 45, tags: ["t"])]
        )
        #expect(try await after.value(for: "key")?.data == bytes(100))
        #expect(try folder.mode(file(in: folder)) == 0o600)
    }

    @Test("misses a file with any bit flipped, cut anywhere, or longer")
    func damage() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.url)
        try await store.put(bytes(40), for: "key", expiresAt: Date.distantFuture, tags: ["tag"])
        let url = try file(in: folder)
        let whole = try Data(contentsOf: url)
        for place in 0..<whole.count {
            var flipped = whole
            flipped[place] ^= 1 << UInt8(place % 8)
            for content in [flipped, whole.prefix(place), whole + [0]] {
                try content.write(to: url)
                _ = try await store.items()
                // The version tells two puts apart and no values: it may be another.
                let found = try await store.value(for: "key")?.data
                #expect(found == nil || (8..<16).contains(place) && content == flipped)
            }
        }
        #expect(try await store.statistics().corrupt > 100)
        try await store.put(bytes(41), for: "key")
        #expect(try await store.value(for: "key")?.data == bytes(41))
    }

    @Test("of two keys with one hash keeps the later, and takes neither for the other")
    func collision() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.url, hash: { _ in 7 })
        try await store.put(bytes(1), for: "a")
        #expect(try await store.value(for: "b") == nil)
        try await store.remove("b")
        #expect(try await store.value(for: "a")?.data == bytes(1))
        try await store.put(bytes(2), for: "b")
        #expect(try await store.value(for: "a") == nil)
        #expect(try await store.value(for: "b")?.data == bytes(2))
    }

    @Test("writes over a folder in its place, and sweeps what puts left that never ended")
    func odds() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.url)
        try await store.put(bytes(1), for: "a")
        let url = try file(in: folder)
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        #expect(try await store.value(for: "a") == nil)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try await store.put(bytes(2), for: "a")
        #expect(try await store.value(for: "a")?.data == bytes(2))
        for (name, age) in [("old.tmp", 7_200.0), ("new.tmp", 0)] {
            try Data().write(to: folder.file(name))
            let date = Date(timeIntervalSinceNow: -age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.file(name).path)
        }
        _ = try await store.clean(policy: ExpiredCleanupPolicy())
        #expect(!folder.exists(folder.file("old.tmp")) && folder.exists(folder.file("new.tmp")))
    }

    @Test("says what it cannot do, and goes on when it can")
    func unusable() async throws {
        let parent = try TemporaryFolder()
        try Data().write(to: parent.file("file"))
        #expect(throws: CacheError.folderUnusable(path: parent.file("file").path, reason: "Not a directory")) {
            try FileStore(folder: parent.file("file"))
        }
        let store = try FileStore(folder: parent.file("cache"))
        try FileManager.default.removeItem(at: store.folder)
        try Data().write(to: store.folder)
        await #expect(throws: CacheError.self) { try await store.put(bytes(1), for: "a") }
        await #expect(throws: CacheError.self) { try await store.items() }
        #expect(try await store.value(for: "a") == nil)
        try FileManager.default.removeItem(at: store.folder)
        try await store.put(bytes(1), for: "a")
        #expect(try await store.value(for: "a")?.data == bytes(1))
    }
}

import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("The quota store in a file")
struct FileQuotaStoreTests {
    private let bucket = QuotaBucket(name: "b", limit: 40)
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    /// Runs a test with the path of a folder that does not exist yet.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await body(folder.file("own"))
    }

    private func used(_ store: FileQuotaStore) async throws -> Int {
        try await store.read { [bucket, now] in $0.status(of: bucket, for: "k", at: now).used }
    }

    private func reserve(_ store: FileQuotaStore) async throws -> Bool {
        try await store.update { [bucket, now] in $0.reserve(1, of: bucket, for: "k", at: now) } != nil
    }

    @Test("shares its count with other stores of the file, which is private and is not created by a read")
    func persistence() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "a/quota.json")
            #expect(try await used(FileQuotaStore(file: file)) == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            #expect(try await reserve(FileQuotaStore(file: file)))
            #expect(try await used(FileQuotaStore(file: file)) == 1)
            for (path, mode) in [(file.path, 0o600), (folder.appending(path: "a").path, 0o700)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect((attributes[.posixPermissions] as? Int) == mode)
            }
        }
    }

    @Test("can be read, but not changed, if its lock file cannot be used")
    func readingWithoutLock() async throws {
        try await withFolder { folder in
            let store = FileQuotaStore(file: folder.appending(path: "quota.json"))
            #expect(try await reserve(store))
            let lock = folder.appending(path: "quota.json.lock")
            try FileManager.default.removeItem(at: lock)
            try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: false)
            #expect(try await used(store) == 1)
            await #expect(throws: QuotaStoreError.self) { try await reserve(store) }
            #expect(try await used(store) == 1)
        }
    }

    @Test("does not exceed the limit if several stores count concurrently")
    func concurrentStores() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "quota.json")
            let reserved = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let store = FileQuotaStore(file: file, timeout: .seconds(300))
                        var reserved = 0
                        for _ in 0..<10 where try await reserve(store) { reserved += 1 }
                        return reserved
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(reserved == 40)
            #expect(try await used(FileQuotaStore(file: file)) == 40)
        }
    }

    @Test(
        "moves a corrupt file aside, throws an error, and counts the call in a new file",
        arguments: ["", "{", "[]", #"{"k":{"b":{"x":1}}}"#]
    )
    func corrupt(text: String) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "quota.json")
            try Data(text.utf8).write(to: file)
            let store = FileQuotaStore(file: file)
            let error = await #expect(throws: QuotaStoreError.self) { try await reserve(store) }
            #expect(error == .corrupt(movedTo: "\(file.path).corrupt"))
            #expect(try Data(contentsOf: URL(filePath: "\(file.path).corrupt")) == Data(text.utf8))
            #expect(try await used(store) == 1)
            try Data("garbage".utf8).write(to: file)
            await #expect(throws: QuotaStoreError.corrupt(movedTo: "\(file.path).corrupt")) { try await used(store) }
            #expect(try await used(store) == 0)
        }
    }

    @Test("throws an error with advice if its path cannot be used, and changes nothing there")
    func unusable() async throws {
        try await withFolder { folder in
            try Data("mine".utf8).write(to: folder)
            let store = FileQuotaStore(file: folder.appending(path: "quota.json"))
            let error = await #expect(throws: QuotaStoreError.self) { try await reserve(store) }
            #expect(error?.description.contains("SEEK_STATE_DIR") == true)
            #expect(try Data(contentsOf: folder) == Data("mine".utf8))
        }
        try await withFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appending(path: "quota.json"),
                withIntermediateDirectories: true
            )
            let store = FileQuotaStore(file: folder.appending(path: "quota.json"))
            await #expect(throws: QuotaStoreError.self) { try await reserve(store) }
        }
    }

    @Test("can be read while the lock is held; a change stops waiting at the timeout or when its task is cancelled")
    func busy() async throws {
        try await withFolder { folder async throws in
            let file = folder.appending(path: "quota.json")
            #expect(try await reserve(FileQuotaStore(file: file)))
            let lockFile = open("\(file.path).lock", O_RDWR | O_CLOEXEC)
            #expect(flock(lockFile, LOCK_EX | LOCK_NB) == 0)
            let error = await #expect(throws: QuotaStoreError.self) {
                try await reserve(FileQuotaStore(file: file, timeout: .zero))
            }
            #expect(error == .busy(file.path))
            #expect(try await used(FileQuotaStore(file: file, timeout: .zero)) == 1)
            let waiting = Task { try await reserve(FileQuotaStore(file: file, timeout: .seconds(300))) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            close(lockFile)
            #expect(try await reserve(FileQuotaStore(file: file)))
        }
    }
}

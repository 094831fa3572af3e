#if os(Linux)
import Foundation
import SeekCache
import SeekSQLite
import SeekTestHelpers
import Testing

/// Missing permissions and exhausted file descriptors are not corruption: entries are readable again once the cause is
/// removed.
@Suite("Entries that cannot be read")
struct DiskEnvironmentErrorTests {
    @Test("are not removed when the process has too many open files")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let store = try DiskStore(folder: folder.url)
            // Large enough to be stored in a file.
            try await store.put(bytes(200_000), for: "key")
            // Opens the connection for reads before the limit is set.
            _ = try await store.value(for: "key")
            let originalLimit = setLimit(RLIMIT_NOFILE, to: 0)
            await #expect(throws: CacheError.self) { try await store.value(for: "key") }
            setLimit(RLIMIT_NOFILE, to: originalLimit)
            #expect(try await store.value(for: "key")?.data == bytes(200_000))
            #expect(try await store.statistics().corrupt == 0)
        }
    }

    @Test(
        "are not removed when permissions are missing",
        .enabled(if: geteuid() == 0, "another user is needed: run as root")
    )
    func permission() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            // 65,534 is an unprivileged user and group.
            try #require(chown(folder.url.path, 65_534, 65_534) == 0)
            try #require(setgid(65_534) == 0)
            try #require(setuid(65_534) == 0)
            let store = try DiskStore(folder: folder.url)
            try await store.put(bytes(200_000), for: "key")
            let manager = FileManager.default
            let files = try (manager.subpathsOfDirectory(atPath: folder.url.path)).map { folder.path(of: $0) }
                .filter { ((try? manager.attributesOfItem(atPath: $0))?[.size] as? Int ?? 0) >= 200_000 }
            try #require(files.count == 1)
            chmod(files[0], 0)
            await #expect(throws: CacheError.self) { try await store.value(for: "key") }
            chmod(files[0], 0o600)
            #expect(try await store.value(for: "key")?.data == bytes(200_000))
            #expect(try await store.statistics().corrupt == 0)
        }
    }

    @Test(
        "are readable again after a read-only disk becomes writable",
        .enabled(if: SmallDisk.isPermitted, "file systems cannot be mounted: run as root")
    )
    func readOnlyDisk() async throws {
        let disk = try SmallDisk(size: 4 << 20)
        let folder = disk.url.appending(path: "cache")
        let store = try DiskStore(folder: folder)
        try await store.put(bytes(100), for: "small")
        try await store.put(bytes(200_000), for: "large")
        await store.close()
        try disk.setReadOnly(true)
        let expected = CacheError.folderUnusable(path: folder.path, reason: "Read-only file system")
        #expect(throws: expected) { try DiskStore(folder: folder) }
        await #expect(throws: expected) { try await store.value(for: "small") }
        await #expect(throws: CacheError.self) { try await store.put(bytes(10), for: "small") }
        try disk.setReadOnly(false)
        #expect(try await store.value(for: "small")?.data == bytes(100))
        #expect(try await store.value(for: "large")?.data == bytes(200_000))
        #expect(try await store.statistics().corrupt == 0)
        await store.close()
    }
}
#endif

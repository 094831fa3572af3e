import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("A folder that other users can change")
struct UntrustedFolderTests {
    private static let isRoot = geteuid() == 0
    private static let needsRoot: Comment = "a file of another user is needed: run as root"
    /// The ID of an unprivileged user and group.
    private static let otherUser: UInt32 = 65_534

    @Test("is not used when others can write to it, and the error contains the chmod command")
    func writable() throws {
        let folder = try TemporaryFolder()
        chmod(folder.url.path, 0o777)
        let error = #expect(throws: CacheError.self) { try DiskStore(folder: folder.url) }
        #expect(
            error?.description
                == "cache is not used: '\(folder.url.path)' can be written by other users; "
                + "run: chmod go-w '\(folder.url.path)', or choose another folder"
        )
        chmod(folder.url.path, 0o700)
        _ = try DiskStore(folder: folder.url)
    }

    @Test("is not used when it belongs to another user", .enabled(if: isRoot, needsRoot))
    func foreign() throws {
        let folder = try TemporaryFolder()
        chown(folder.url.path, Self.otherUser, Self.otherUser)
        let error = #expect(throws: CacheError.self) { try DiskStore(folder: folder.url) }
        #expect(error?.description.contains("belongs to another user (uid 65534)") == true)
    }

    @Test(
        "is not used when a file in it belongs to another user, and that file is not changed",
        .enabled(if: isRoot, needsRoot),
        arguments: ["entries-1.sqlite", "entries-1.sqlite-wal", "entries-1.sqlite-shm", "lock-1", "values-1"]
    )
    func foreignFile(name: String) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(50_000), for: "key")
        chown(folder.path(of: name), Self.otherUser, Self.otherUser)
        await #expect(throws: CacheError.self) { try await DiskStore(folder: folder.url).value(for: "key") }
        #expect(folder.exists(folder.file(name)))
        chown(folder.path(of: name), 0, 0)
        #expect(try await DiskStore(folder: folder.url).value(for: "key")?.data == bytes(50_000))
        #expect(!folder.exists(folder.quarantine))
    }

    @Test("is not used when others can write to a file in it", arguments: ["entries-1.sqlite", "lock-1", "values-1"])
    func writableFile(name: String) async throws {
        let folder = try TemporaryFolder()
        try await DiskStore(folder: folder.url).put(bytes(50_000), for: "key")
        chmod(folder.path(of: name), 0o777)
        let error = #expect(throws: CacheError.self) { try DiskStore(folder: folder.url) }
        #expect(error?.description.contains("chmod go-w '\(folder.path(of: name))'") == true)
    }

    @Test(
        "is used through a link that belongs to the user, but not through one that belongs to another user",
        .enabled(if: isRoot, needsRoot)
    )
    func link() throws {
        let parent = try TemporaryFolder()
        try FileManager.default.createDirectory(at: parent.file("mine"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(at: parent.file("link"), withDestinationURL: parent.file("mine"))
        _ = try DiskStore(folder: parent.file("link"))
        lchown(parent.path(of: "link"), Self.otherUser, Self.otherUser)
        #expect(throws: CacheError.self) { try DiskStore(folder: parent.file("link")) }
    }
}

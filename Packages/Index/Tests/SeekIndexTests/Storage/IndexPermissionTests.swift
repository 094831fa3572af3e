#if os(Linux)
import Foundation
import SeekIndex
import SeekSQLite
import Testing

@Suite(
    "An index whose file or folder lacks permissions",
    .enabled(if: geteuid() == 0, "must run as root, to switch to another user")
)
struct IndexPermissionTests {
    @Test(
        "is not recreated, and is used again once the permissions are granted",
        arguments: ["/index-1.sqlite 0", "/index-1.sqlite 400", " 500"]
    )
    func permission(pathAndMode: String) async {
        await #expect(processExitsWith: .success) { [pathAndMode = pathAndMode as String] in
            let parent = FileManager.default.temporaryDirectory.appending(path: "seek-index-\(UUID().uuidString)")
            try FileSystem.makeFolder(parent.path)
            // Permissions do not restrict root, so the rest runs as another user, 65534.
            try #require(chown(parent.path, 65_534, 65_534) == 0)
            try #require(setgid(65_534) == 0)
            try #require(setuid(65_534) == 0)
            defer { try? FileManager.default.removeItem(at: parent) }
            let folder = parent.appending(path: "own")
            let index = TextIndex(folder: folder)
            try await index.put([source("s", [entry("1", "swift")])])
            await index.close()
            let parts = pathAndMode.split(separator: " ", omittingEmptySubsequences: false)
            let path = folder.path + parts[0]
            chmod(path, try #require(mode_t(parts[1], radix: 8)))
            await #expect(throws: IndexError.self) { try await index.ids("swift") }
            chmod(path, 0o700)
            #expect(try await index.ids("swift") == ["1"])
            #expect(await index.rebuildCount == 0)
            #expect(!FileSystem.exists(folder.path + "/corrupt-index-1.sqlite"))
            await index.close()
        }
    }
}
#endif

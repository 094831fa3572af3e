#if os(Linux)
import Foundation
import SeekSQLite
import Testing

/// Each test runs in a child process of another user, because permissions do not apply to root.
@Suite(
    "A database that cannot be opened for a reason outside the file",
    .enabled(if: geteuid() == 0, "must run as root, to switch to another user")
)
struct SQLiteEnvironmentErrorTests {
    @Test(
        "is not replaced when its file cannot be read or written, or its folder cannot be written",
        arguments: [("/a.sqlite", 0, 0o600), ("/a.sqlite", 0o400, 0o600), ("", 0o500, 0o700)]
            as [(String, UInt32, UInt32)]
    )
    func missingPermission(name: String, mode: UInt32, originalMode: UInt32) async {
        await #expect(processExitsWith: .success) { [name, mode, originalMode] in
            try withObstacle { folder, _ in
                chmod(folder + name, mode)
                return { chmod(folder + name, originalMode) }
            }
        }
    }

    @Test("is not replaced when its WAL or wal-index cannot be opened", arguments: ["-wal", "-shm"])
    func unreadableCompanion(suffix: String) async {
        await #expect(processExitsWith: .success) { [suffix = suffix as String] in
            try withObstacle { folder, _ in
                // Simulates a file that a killed process left behind.
                let path = "\(folder)/a.sqlite\(suffix)"
                try FileSystem.write(Data(count: 100), toNew: path)
                chmod(path, 0)
                return { unlink(path) }
            }
        }
    }

    @Test("is not replaced when the process has too many open files")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            try withObstacle { _, _ in
                var originalLimit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &originalLimit)
                var limit = originalLimit
                // One more descriptor is available, for the lock file.
                let next = open("/dev/null", O_RDONLY)
                close(next)
                limit.rlim_cur = rlim_t(next + 1)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                return { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &originalLimit) }
            }
        }
    }

    @Test("is not replaced when another connection holds its lock")
    func locked() async {
        await #expect(processExitsWith: .success) {
            try withObstacle { _, file in
                let other = try SQLiteConnection(path: file.path, busyTimeout: 0, maximumRowSize: 1_000)
                try other.execute("PRAGMA locking_mode = EXCLUSIVE")
                try other.execute("BEGIN EXCLUSIVE")
                return {
                    try? other.execute("ROLLBACK")
                    other.close()
                }
            }
        }
    }
}

/// Runs a test as another user: fills a database, adds an obstacle, checks that opening fails, removes the obstacle,
/// and checks the content.
///
/// - Parameter setUp: Adds the obstacle, and returns a closure that removes it.
private func withObstacle(_ setUp: (_ folder: String, _ file: DatabaseFile) throws -> () -> Void) throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: "seek-sqlite-\(UUID().uuidString)").path
    try FileSystem.makeFolder(parent)
    try #require(chown(parent, 65_534, 65_534) == 0)
    try #require(setgid(65_534) == 0)
    try #require(setuid(65_534) == 0)
    defer { FileSystem.remove(parent) }
    let folder = "\(parent)/folder"
    let file = databaseFile(in: folder) { connection throws(SQLiteError) in
        try connection.setUpForSharing()
        if try connection.number("SELECT count(*) FROM sqlite_schema") == 0 {
            try connection.execute("CREATE TABLE note(text TEXT)")
        }
        // Some obstacles affect only reads and writes, not the opening itself.
        _ = try connection.number("SELECT count(*) FROM note")
        try connection.transaction { () throws(SQLiteError) in try connection.execute("UPDATE note SET text = 'b'") }
    }
    let connection = try file.open()
    try connection.execute("INSERT INTO note VALUES('a')")
    connection.close()
    let removeObstacle = try setUp(folder, file)
    #expect(throws: DatabaseFailure.self) { try file.open() }
    removeObstacle()
    #expect(!FileSystem.exists("\(folder)/corrupt.sqlite"))
    let reopened = try file.open()
    #expect(try reopened.number("SELECT count(*) FROM note") == 1)
    reopened.close()
}
#endif

import Foundation
import SeekSQLite
import Testing

@Suite("A snapshot that is held")
struct HoldingTests {
    private func open(_ folder: String) throws -> SQLiteConnection {
        try FileSystem.ensureFile("\(folder)/a.sqlite")
        return try SQLiteConnection(path: "\(folder)/a.sqlite", busyTimeout: 0, longestRow: 1_000)
    }

    /// A reader and a writer of one database with a log.
    private func withTwo(_ body: (SQLiteConnection, SQLiteConnection) throws -> Void) throws {
        try withFolder { folder in
            let writer = try open(folder)
            try writer.setUpForSharing()
            try writer.execute("CREATE TABLE row(number INTEGER)")
            let reader = try open(folder)
            try body(reader, writer)
            reader.close()
            writer.close()
        }
    }

    private func sum(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.number("SELECT coalesce(sum(number), 0) FROM row")
    }

    /// Whether somebody is in the way of beginning the log anew.
    private func isLogHeld(_ writer: SQLiteConnection) throws -> Bool {
        try writer.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0
    }

    @Test("is of one state, and tells of a commit until it is let go of")
    func commits() throws {
        try withTwo { reader, writer in
            #expect(!reader.holdsSnapshot && !reader.isSnapshotCurrent)
            try reader.holdSnapshot()
            #expect(try sum(reader) == 0)
            #expect(reader.holdsSnapshot && reader.isSnapshotCurrent)
            try writer.execute("INSERT INTO row VALUES(1)")
            #expect(reader.holdsSnapshot && !reader.isSnapshotCurrent)
            #expect(try sum(reader) == 0)
            reader.releaseSnapshot()
            #expect(!reader.holdsSnapshot && !reader.isSnapshotCurrent)
            #expect(try sum(reader) == 1)
            try reader.holdSnapshot()
            #expect(try sum(reader) == 1)
            #expect(reader.isSnapshotCurrent)
        }
    }

    @Test("stays current where nothing is committed")
    func noCommits() throws {
        try withTwo { reader, writer in
            try writer.execute("INSERT INTO row VALUES(1)")
            try reader.holdSnapshot()
            #expect(try sum(reader) == 1)
            #expect(throws: SQLiteError.self) {
                try writer.transaction { () throws(SQLiteError) in
                    try writer.execute("INSERT INTO row VALUES(2)")
                    try writer.execute("INSERT INTO nothing VALUES(2)")
                }
            }
            _ = try writer.number("PRAGMA wal_checkpoint(PASSIVE)")
            #expect(try sum(writer) == 1)
            #expect(reader.isSnapshotCurrent)
            // Once more is as once.
            try reader.holdSnapshot()
            reader.releaseSnapshot()
            reader.releaseSnapshot()
            #expect(!reader.holdsSnapshot)
        }
    }

    @Test("keeps the log until it is let go of, or its connection closed")
    func log() throws {
        try withTwo { reader, writer in
            try writer.execute("INSERT INTO row VALUES(1)")
            try reader.holdSnapshot()
            _ = try sum(reader)
            #expect(try isLogHeld(writer))
            reader.releaseSnapshot()
            #expect(try !isLogHeld(writer))
            try writer.execute("INSERT INTO row VALUES(1)")
            try reader.holdSnapshot()
            _ = try sum(reader)
            #expect(try isLogHeld(writer))
            reader.close()
            #expect(!reader.holdsSnapshot && !reader.isSnapshotCurrent)
            #expect(try !isLogHeld(writer))
        }
    }

    @Test("is none where there is no log, which is not made either")
    func noLog() throws {
        try withFolder { folder in
            let connection = try open(folder)
            try connection.execute("CREATE TABLE row(number INTEGER)")
            try connection.holdSnapshot()
            #expect(!connection.holdsSnapshot && !connection.isSnapshotCurrent)
            #expect(try sum(connection) == 0)
            #expect(FileSystem.names(in: folder) == ["a.sqlite"])
        }
    }

    /// What a writer may do between two reads.
    private static let changes = [
        "INSERT INTO row VALUES(random() >> 40)", "DELETE FROM row WHERE number % 3 = 0",
        "UPDATE row SET number = number + 1",
        "BEGIN; ROLLBACK", "PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "SELECT 1",
        "CREATE TABLE IF NOT EXISTS other(a)", "DROP TABLE IF EXISTS other",
    ]

    @Test("that is current holds what a new connection reads, whatever follows what", arguments: changes)
    func law(first: String) throws {
        try withFolder { folder in
            let writer = try open(folder)
            try writer.setUpForSharing()
            try writer.execute("CREATE TABLE row(number INTEGER)")
            let reader = try open(folder)
            var keeps = 0
            for change in Self.changes.flatMap({ [first, $0, "SELECT 1"] }) {
                for sql in change.split(separator: ";") {
                    // What a snapshot is in the way of may fail.
                    try? writer.execute(String(sql))
                }
                if reader.holdsSnapshot, !reader.isSnapshotCurrent { reader.releaseSnapshot() }
                keeps += reader.holdsSnapshot ? 1 : 0
                try reader.holdSnapshot()
                let fresh = try open(folder)
                #expect(try sum(reader) == sum(fresh))
                fresh.close()
            }
            #expect(keeps > 5)
        }
    }
}

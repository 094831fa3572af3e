import Foundation
import SeekIndex
import SeekSQLite

/// Calls a body with the URL of a temporary folder, which is not created here, but removed afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "seek-index-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

/// Calls a body with a temporary index.
func withIndex(_ entries: [IndexEntry] = [], _ body: (TextIndex) async throws -> Void) async throws {
    try await withFolder { folder async throws in
        let index = TextIndex(folder: folder)
        if !entries.isEmpty { try await index.put([source("s", entries)]) }
        try await body(index)
        await index.close()
    }
}

func entry(_ id: String, _ title: String, _ text: String = "", subtitle: String = "", kind: String = "video")
    -> IndexEntry
{
    IndexEntry(id: id, kind: kind, title: title, subtitle: subtitle, text: text, payload: Data(id.utf8))
}

func source(_ name: String, _ entries: [IndexEntry]) -> IndexSource {
    IndexSource(name: name, seenAt: Date(timeIntervalSinceReferenceDate: 5), entries: entries)
}

/// Returns the database of an index.
func database(in folder: URL) -> URL { folder.appending(path: "index-1.sqlite") }

/// Opens a connection to the database of an index, in addition to the one that the index has.
func connection(in folder: URL) throws -> SQLiteConnection {
    try SQLiteConnection(path: database(in: folder).path, busyTimeout: 1_000, maximumRowSize: 1 << 30)
}

/// Runs an SQL statement on the database of an index.
func execute(_ sql: String, in folder: URL) throws {
    let connection = try connection(in: folder)
    defer { connection.close() }
    try connection.execute(sql)
}

extension TextIndex {
    /// Returns the ids of the hits, best first.
    func ids(_ text: String) async throws -> [String] {
        try await search(IndexQuery(text)).hits.map(\.entry.id)
    }
}

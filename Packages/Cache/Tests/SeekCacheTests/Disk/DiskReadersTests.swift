import Dispatch
import Foundation
import SeekSQLite
import SeekTestHelpers
import Testing

@testable import SeekCache

@Suite("The reader connections of a disk store")
struct DiskReadersTests {
    /// Calls a body with a store that has one entry of 10 bytes, and with one reader connection to its database.
    private func withReaders(_ body: (TemporaryFolder, DiskStore, DiskReaders) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(10), for: "key")
        var options = DiskOptions()
        options.readerCount = 1
        let readers = DiskReaders(path: folder.database.path, options: options)
        readers.open()
        try await body(folder, store, readers)
        readers.close()
        await store.close()
    }

    private func size(of key: String, _ readers: DiskReaders) -> Int? {
        let hash = DiskOptions().hash(of: KeyBytes(key))
        let row = readers.read { connection throws(SQLiteError) in try connection.row(of: KeyBytes(key), hash: hash) }
        return row.flatMap { $0?.size }
    }

    @Test("read nothing while all are in use")
    func busy() async throws {
        try await withReaders { _, _, readers in
            let secondReads = Counter()
            let done = DispatchSemaphore(value: 0)
            let secondThreadEnded = readers.read { _ in
                Thread.detachNewThread {
                    if readers.read({ _ in 1 }) != nil { secondReads.add() }
                    done.signal()
                }
                return done.wait(timeout: .now() + 60) == .success
            }
            #expect(secondThreadEnded == true)
            #expect(secondReads.count == 0)
        }
    }

    @Test("read nothing while the database file is moved away or after they were closed")
    func unavailable() async throws {
        try await withReaders { folder, _, readers in
            try FileManager.default.moveItem(at: folder.database, to: folder.file("elsewhere"))
            #expect(readers.read { _ in 1 } == nil)
            try FileManager.default.moveItem(at: folder.file("elsewhere"), to: folder.database)
            #expect(readers.read { _ in 1 } == 1)
            readers.close()
            #expect(readers.read { _ in 1 } == nil)
        }
    }

    @Test("do not prevent the WAL from being truncated between reads")
    func checkpoint() async throws {
        try await withReaders { folder, _, readers in
            #expect(size(of: "key", readers) == 10)
            let probe = try folder.connection(busyTimeout: 0)
            // 1 would mean that a reader blocks the checkpoint.
            #expect(try probe.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
            probe.close()
        }
    }
}

import Foundation
import SeekSQLite
import SeekTestHelpers

@testable import SeekCache

/// The files of a disk store.
extension TemporaryFolder {
    var database: URL { file("entries-1.sqlite") }
    var wal: URL { file("entries-1.sqlite-wal") }
    var quarantine: URL { file("corrupt-1.sqlite") }

    /// Creates a disk store with internal parameters that differ from the usual ones; nil for a usual one.
    ///
    /// - Parameters:
    ///   - busyTimeout: The maximum time to wait for a lock, in milliseconds.
    ///   - accessBatchCount: The number of access times that are collected before they are written.
    ///   - accessResolution: The minimum time in seconds between two access times of an entry that are written.
    ///   - batchCount: The maximum number of concurrent puts that share a transaction.
    ///   - batchBytes: The total size in bytes after which no more puts are added to a transaction.
    ///   - hash: The hash of all keys.
    func store(
        busyTimeout: Int32? = nil,
        accessBatchCount: Int? = nil,
        accessResolution: Double? = nil,
        batchCount: Int? = nil,
        batchBytes: Int? = nil,
        hash: UInt64? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> DiskStore {
        var options = DiskOptions()
        options.busyTimeout = busyTimeout ?? options.busyTimeout
        options.accessBatchCount = accessBatchCount ?? options.accessBatchCount
        options.accessResolution = accessResolution ?? options.accessResolution
        options.batchCount = batchCount ?? options.batchCount
        options.batchBytes = batchBytes ?? options.batchBytes
        if let hash { options.hashFunction = { _ in hash } }
        return try DiskStore(folder: url, options: options, now: now)
    }

    /// The files of large values.
    func valueFiles() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: file("values-1"), includingPropertiesForKeys: nil)
    }

    /// Opens a connection to the database, in addition to those of the store.
    func connection(busyTimeout: Int32 = 1_000) throws -> SQLiteConnection {
        try SQLiteConnection(path: database.path, busyTimeout: busyTimeout, maximumRowSize: 1 << 30)
    }

    /// Runs an SQL statement on the database.
    func execute(_ sql: String) throws {
        let connection = try connection()
        defer { connection.close() }
        try connection.execute(sql)
    }

    func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}

/// Changes the bytes of a file in place, so that open descriptors see the change.
func modify(_ url: URL, _ change: (inout Data) -> Void) throws {
    var data = try Data(contentsOf: url)
    change(&data)
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: data)
}

import SeekSQLite

/// The synchronous implementation of ``TextIndex``. A ``SerialWorker`` owns it and calls it on its own queue.
final class IndexEngine {
    let folder: String
    private let file: DatabaseFile
    private var connection: SQLiteConnection?
    /// The number of times that this object recreated the index because it was corrupt.
    private(set) var rebuilds = 0
    var list = TokenList()
    var buffer: [UInt8] = []
    /// A cache of the tokens of kinds, of which there are few.
    private var kindTokens: [String: [UInt8]] = [:]

    /// The maximum number of bytes in a row: texts and payload of an entry, or a page of FTS5.
    private static let longestRow: Int32 = 8 << 20

    init(folder: String, busyTimeout: Int32) {
        self.folder = folder
        file = DatabaseFile(
            folder: folder,
            name: "index-1.sqlite",
            lock: "index-lock-1",
            quarantine: "damaged-index-1.sqlite",
            busyTimeout: busyTimeout,
            longestRow: Self.longestRow
        ) { connection throws(SQLiteError) in try IndexSchema.prepare(connection) }
    }

    deinit { close() }

    /// The token of a kind.
    func token(ofKind kind: String) -> [UInt8] {
        if let token = kindTokens[kind] { return token }
        if kindTokens.count >= 64 { kindTokens = [:] }
        let token = Array(Self.token(ofKind: kind).utf8)
        kindTokens[kind] = token
        return token
    }

    /// Closes the database. The next operation opens it again.
    func close() {
        connection?.close()
        connection = nil
    }

    /// Runs a body on the open database.
    ///
    /// When the body fails for another reason than a lock or a full disk, it runs a second time: on a new database when this one is
    /// corrupt, otherwise on a new connection, whose opening checks the tables.
    func run<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(IndexError) -> Result {
        let first = try opened()
        let isCorrupt: Bool
        do throws(SQLiteError) {
            do throws(SQLiteError) {
                return try body(first)
            } catch {
                // The WAL can contain a page many times; a checkpoint may free enough space.
                guard error.meaning == .full, (try? first.number("PRAGMA wal_checkpoint(TRUNCATE)")) == 0 else {
                    throw error
                }
                return try body(first)
            }
        } catch {
            isCorrupt = error.meaning == .corrupt
            guard isCorrupt || error.meaning == .other else { throw IndexError(error, during: operation, in: folder) }
        }
        let second = try isCorrupt ? replaced(first) : reopened()
        do throws(SQLiteError) {
            return try body(second)
        } catch {
            throw IndexError(error, during: operation, in: folder)
        }
    }

    /// Moves a corrupt database aside and creates a new one.
    private func replaced(_ old: SQLiteConnection) throws(IndexError) -> SQLiteConnection {
        rebuilds += 1
        connection = nil
        let new = try translated { () throws(DatabaseFailure) in try file.replace(old) }
        connection = new
        return new
    }

    private func reopened() throws(IndexError) -> SQLiteConnection {
        close()
        return try opened()
    }

    private func opened() throws(IndexError) -> SQLiteConnection {
        if let connection {
            if !connection.hasMoved { return connection }
            // Another process moved the file aside, or the folder was removed.
            close()
        }
        let connection = try translated { () throws(DatabaseFailure) in try file.open() }
        self.connection = connection
        return connection
    }

    private func translated<Result>(_ body: () throws(DatabaseFailure) -> Result) throws(IndexError) -> Result {
        do throws(DatabaseFailure) {
            return try body()
        } catch {
            throw IndexError(error, in: folder)
        }
    }
}

import SeekSQLite

/// The synchronous implementation of ``TextIndex``, which calls it on the queue of a ``SerialWorker``.
final class IndexEngine {
    let folder: String
    let database: RecoveringDatabase
    /// Reused for all texts, to save allocations.
    var tokenList = TokenList()
    var tokenBuffer: [UInt8] = []

    /// The maximum size of a row in bytes: 8 MiB. A row has the texts and the payload of an entry, or a block of FTS5.
    private static let maximumRowSize: Int32 = 8 << 20

    init(folder: String, busyTimeout: Int32) {
        self.folder = folder
        let file = DatabaseFile(
            folder: folder,
            name: "index-1.sqlite",
            lock: "index-lock-1",
            quarantine: "corrupt-index-1.sqlite",
            busyTimeout: busyTimeout,
            maximumRowSize: Self.maximumRowSize
        ) { connection throws(SQLiteError) in try IndexSchema.prepare(connection) }
        database = RecoveringDatabase(file)
    }

    func run<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(IndexError) -> Result {
        do throws(DatabaseFailure) {
            return try database.run(operation, body)
        } catch {
            throw IndexError(error, in: folder)
        }
    }
}

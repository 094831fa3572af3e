#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The disk store's work, one operation after the other, each without waiting for anything but the disk and other
/// processes' locks. Owned by ``DiskWorker``, which keeps it off everybody else's threads.
final class DiskEngine {
    let layout: DiskLayout
    let options: DiskOptions
    let now: @Sendable () -> Date
    let files: DiskDatabase
    private var connection: SQLiteConnection?
    /// Times of use not written yet, by row.
    private var touched: [Int64: Double] = [:]
    var hits = 0
    var misses = 0
    var damaged = 0

    init(layout: DiskLayout, options: DiskOptions, now: @escaping @Sendable () -> Date) {
        self.layout = layout
        self.options = options
        self.now = now
        files = DiskDatabase(layout: layout, options: options)
    }

    deinit { close() }

    /// Writes what is pending and closes the database. The next operation opens it again.
    func close() {
        flushTouches()
        connection?.close()
        connection = nil
    }

    /// Runs a body on the open database. Where it comes upon damage, the database is set aside, and the body run again on
    /// the new one; so a body must do all of its work each time.
    func run<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(CacheError) -> Result {
        let first = try opened()
        do throws(SQLiteError) {
            return try body(first)
        } catch {
            guard error.meaning == .damaged else { throw files.cacheError(error, during: operation) }
        }
        damaged += 1
        touched = [:]
        connection = nil
        let second = try files.replace(first)
        connection = second
        do throws(SQLiteError) {
            return try body(second)
        } catch {
            throw files.cacheError(error, during: operation)
        }
    }

    private func opened() throws(CacheError) -> SQLiteConnection {
        if let connection {
            if !connection.hasMoved { return connection }
            // Another process set the file aside, or somebody removed the folder: go on with what stands there now.
            touched = [:]
            connection.close()
            self.connection = nil
        }
        let connection = try files.open()
        self.connection = connection
        return connection
    }

    /// Notes that a row was used.
    func touch(_ id: Int64, at moment: Double) {
        touched[id] = moment
        if touched.count >= options.touchLimit { flushTouches() }
    }

    /// Writes the times of use. They are a hint: what cannot be written without waiting is given up.
    func flushTouches() {
        defer { touched = [:] }
        guard !touched.isEmpty, let connection, !connection.hasMoved else { return }
        connection.setBusyTimeout(0)
        defer { connection.setBusyTimeout(options.busyTimeout) }
        let touched = touched
        try? connection.transaction { () throws(SQLiteError) in
            let update = try connection.statement("UPDATE entry SET accessed = ?2 WHERE id = ?1 AND accessed < ?2")
            for (id, moment) in touched {
                try update.bind(id, at: 1)
                try update.bind(moment, at: 2)
                try update.run()
            }
        }
    }
}

import SeekBasics
import SeekSQLite

extension SQLiteConnection {
    /// Runs a statement with these integers as its parameters.
    func run(_ sql: String, _ values: Int64...) throws(SQLiteError) {
        let statement = try statement(sql)
        for (index, value) in zip(Int32(1)..., values) { try statement.bind(value, at: index) }
        try statement.run()
    }
}

extension SQLiteStatement {
    /// Binds a string as a blob, so that a string with NUL characters is stored completely.
    func bind(_ text: String, at index: Int32) throws(SQLiteError) {
        var text = text
        try check(text.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index) })
    }

    func bind(_ date: Date?, at index: Int32) throws(SQLiteError) {
        try bind(date?.timeIntervalSinceReferenceDate, at: index)
    }

    /// The column was bound as a blob.
    func string(at column: Int32) -> String { withBytes(at: column) { String(decoding: $0, as: UTF8.self) } }

    func date(at column: Int32) -> Date? {
        isNull(at: column) ? nil : Date(timeIntervalSinceReferenceDate: double(at: column))
    }

    /// Runs and resets the statement, and returns the integer in the first column of the first row; nil when there is
    /// no row.
    func firstNumber() throws(SQLiteError) -> Int64? {
        defer { reset() }
        return try step() ? int(at: 0) : nil
    }
}

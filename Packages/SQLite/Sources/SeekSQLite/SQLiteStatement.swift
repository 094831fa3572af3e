import CSQLite
public import SeekBasics

/// A prepared statement. As in SQLite, parameters are numbered from 1 and columns from 0.
///
/// Its ``SQLiteConnection`` owns and finalizes it; both must be used by one thread at a time.
public final class SQLiteStatement {
    private let connection: OpaquePointer
    private let statement: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw Self.failure(code, on: connection) }
        self.connection = connection
        statement = prepared
    }

    /// Releases the statement, which must not be used afterwards.
    func finalize() { sqlite3_finalize(statement) }

    /// Binds an integer.
    public func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_int64(statement, index, value))
    }

    /// Binds a floating-point number, or NULL for nil.
    public func bind(_ value: Double?, at index: Int32) throws(SQLiteError) {
        if let value {
            try check(sqlite3_bind_double(statement, index, value))
        } else {
            try check(sqlite3_bind_null(statement, index))
        }
    }

    /// Binds a copy of bytes as a blob.
    ///
    /// - Returns: A result code for ``check(_:)``, because closures such as those of `withUnsafeBytes` do not support
    ///   typed errors.
    public func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        seek_sqlite_bind_bytes(statement, index, bytes.baseAddress, Int64(bytes.count))
    }

    /// Binds a copy of UTF-8 bytes as text.
    public func bindText(_ bytes: [UInt8], at index: Int32) throws(SQLiteError) {
        try check(bytes.withUnsafeBytes { seek_sqlite_bind_text(statement, index, $0.baseAddress, Int64($0.count)) })
    }

    /// Binds a copy of bytes as a blob, or NULL for nil.
    public func bind(_ bytes: [UInt8]?, at index: Int32) throws(SQLiteError) {
        guard let bytes else { return try check(sqlite3_bind_null(statement, index)) }
        try check(bytes.withUnsafeBytes { bind($0, at: index) })
    }

    /// Binds a copy of data as a blob.
    public func bind(_ data: Data, at index: Int32) throws(SQLiteError) {
        try check(data.withUnsafeBytes { bind($0, at: index) })
    }

    /// Advances to the next row, and returns whether there is one.
    public func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw Self.failure(code, on: connection)
        }
    }

    /// Returns the error for a failure to prepare or run a statement. A row longer than the limit is classified as
    /// corruption, because callers do not store such rows.
    private static func failure(_ code: Int32, on connection: OpaquePointer) -> SQLiteError {
        code == SQLITE_TOOBIG
            ? SQLiteError(code: SQLITE_CORRUPT, message: "a row is longer than the limit")
            : SQLiteError(code: code, of: connection)
    }

    /// Resets the statement for the next use, and clears its parameters.
    public func reset() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    /// Runs the statement to its end, and resets it.
    public func run() throws(SQLiteError) {
        defer { reset() }
        while try step() {}
    }

    /// Returns the integer in a column.
    public func int(at column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// Returns the floating-point number in a column.
    public func double(at column: Int32) -> Double { sqlite3_column_double(statement, column) }

    /// Returns the integer in a column if it is in a range; nil for any other value or type.
    public func int(at column: Int32, in range: ClosedRange<Int64>) -> Int64? {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        let value = int(at: column)
        return range.contains(value) ? value : nil
    }

    /// Returns whether a column contains an integer or a floating-point number.
    public func isNumber(at column: Int32) -> Bool {
        [SQLITE_INTEGER, SQLITE_FLOAT].contains(sqlite3_column_type(statement, column))
    }

    /// Returns whether a column is NULL.
    public func isNull(at column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// Returns the text in a column, up to the first NUL character; nil for NULL.
    public func text(at column: Int32) -> String? {
        sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    /// Calls a body with the bytes of a column, which are valid only during the call.
    public func withBytes<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let bytes = sqlite3_column_blob(statement, column)
        let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
        return body(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Returns a copy of the bytes of a column.
    public func data(at column: Int32) -> Data { withBytes(at: column) { Data($0) } }

    /// Throws an error unless a result code is `SQLITE_OK`.
    public func check(_ code: Int32) throws(SQLiteError) {
        if code != SQLITE_OK { throw SQLiteError(code: code, of: connection) }
    }
}

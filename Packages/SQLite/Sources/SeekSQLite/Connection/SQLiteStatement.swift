import CSQLite

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
///
/// It belongs to its ``SQLiteConnection``, which also finalizes it, and is used where that is used.
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

    /// Gives everything back. The statement must not be used again.
    func finalize() {
        sqlite3_finalize(statement)
    }

    /// Binds a number.
    public func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_int64(statement, index, value))
    }

    /// Binds a number, or NULL.
    public func bind(_ value: Double?, at index: Int32) throws(SQLiteError) {
        if let value {
            try check(sqlite3_bind_double(statement, index, value))
        } else {
            try check(sqlite3_bind_null(statement, index))
        }
    }

    /// Binds a copy of bytes, and gives SQLite's code, for ``check(_:)``: whoever lends bytes knows only untyped errors.
    public func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        seek_sqlite_bind_bytes(statement, index, bytes.baseAddress, Int64(bytes.count))
    }

    /// Binds a copy of bytes that are UTF-8, as a text.
    public func bindText(_ bytes: [UInt8], at index: Int32) throws(SQLiteError) {
        try check(
            bytes.withUnsafeBytes { seek_sqlite_bind_text(statement, index, $0.baseAddress, Int64($0.count)) }
        )
    }

    /// Binds NULL.
    public func bindNull(at index: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_null(statement, index))
    }

    /// Goes to the next row; false where there is none.
    public func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw Self.failure(code, on: connection)
        }
    }

    /// The error of a statement that was to be prepared or run. A row longer than the connection's limit is corruption: its owner
    /// writes none.
    private static func failure(_ code: Int32, on connection: OpaquePointer) -> SQLiteError {
        code == SQLITE_TOOBIG
            ? SQLiteError(code: SQLITE_CORRUPT, message: "a row is longer than any that was written")
            : SQLiteError(code: code, of: connection)
    }

    /// Makes it ready for the next use, and ends what it holds of the database.
    public func reset() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    /// Runs it to its end, and makes it ready for the next use.
    public func run() throws(SQLiteError) {
        defer { reset() }
        while try step() {}
    }

    /// The number in a column.
    public func int(at column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// The number in a column.
    public func double(at column: Int32) -> Double { sqlite3_column_double(statement, column) }

    /// The number in a column that holds an integer of a range; nil where it holds anything else.
    public func int(at column: Int32, in range: ClosedRange<Int64>) -> Int64? {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        let value = int(at: column)
        return range.contains(value) ? value : nil
    }

    /// Whether a column holds a number.
    public func isNumber(at column: Int32) -> Bool {
        [SQLITE_INTEGER, SQLITE_FLOAT].contains(sqlite3_column_type(statement, column))
    }

    /// Whether there is nothing in a column.
    public func isNull(at column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// The text in a column, up to its first NUL; nil where there is nothing.
    public func text(at column: Int32) -> String? {
        sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    /// The bytes of a column, valid until the next step.
    public func withBytes<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let bytes = sqlite3_column_blob(statement, column)
        let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
        return body(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// The bytes of a column.
    public func data(at column: Int32) -> Data {
        withBytes(at: column) { Data($0) }
    }

    /// Throws where a code of SQLite's is no success.
    public func check(_ code: Int32) throws(SQLiteError) {
        if code != SQLITE_OK { throw SQLiteError(code: code, of: connection) }
    }
}

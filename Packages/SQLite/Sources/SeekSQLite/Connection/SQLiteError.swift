import CSQLite

/// A result code of SQLite's other than success (https://sqlite.org/rescode.html).
public struct SQLiteError: Error, Hashable {
    /// The extended result code.
    public var code: Int32
    /// The `errno` behind it, or 0.
    public var systemCode: Int32
    /// SQLite's own words.
    public var message: String

    /// Makes an error.
    public init(code: Int32, systemCode: Int32 = 0, message: String) {
        self.code = code
        self.systemCode = systemCode
        self.message = message
    }

    /// The error a connection has just reported.
    public init(code: Int32, of connection: OpaquePointer?) {
        guard let connection, sqlite3_errcode(connection) != SQLITE_OK else {
            self.init(code: code, message: String(cString: sqlite3_errstr(code)))
            return
        }
        let code = sqlite3_extended_errcode(connection)
        // SQLite sets its `errno` for these two only, and keeps it until the next of them.
        let isSystemCall = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
        self.init(
            code: code,
            systemCode: isSystemCall ? sqlite3_system_errno(connection) : 0,
            message: String(cString: sqlite3_errmsg(connection))
        )
    }

    /// The error of a file that a database needs and that cannot be opened.
    public init(opening error: FileError) {
        self.init(code: SQLITE_CANTOPEN, systemCode: error.code, message: error.reason)
    }

    /// The error of tables that are not those their owner makes.
    public static let schemaMismatch = SQLiteError(code: SQLITE_CORRUPT, message: "the tables are not this program's")

    /// The error of a SQLite library that lacks what its user needs.
    ///
    /// - Parameter reason: What is missing, and what is needed.
    public static func unsupported(_ reason: String) -> SQLiteError {
        SQLiteError(code: unsupportedCode, message: reason)
    }

    /// No code of SQLite's is negative.
    private static let unsupportedCode: Int32 = -1

    /// The error of a call of our own, as SQLite would report it had it made the call.
    public init(_ error: FileError) {
        self.init(code: SQLITE_IOERR, systemCode: error.code, message: error.reason)
    }

    /// What the error asks for.
    public enum Meaning: Sendable, Hashable {
        /// The file is not what its owner wrote: it is to be moved aside and created again.
        case corrupt
        /// Another connection holds the lock.
        case busy
        /// No room on the disk.
        case full
        /// The installed SQLite is too old or lacks a module.
        case unsupported
        /// Anything else, such as a missing permission. The file may be sound and must not be touched.
        case other
    }

    /// What the error asks for, as far as its codes determine it.
    ///
    /// Only `SQLITE_CORRUPT` and `SQLITE_NOTADB` are evidence against the file. Every other code may have a reason outside
    /// it: a read-only disk, a missing permission, too many open files, a wrong statement of our own.
    public var meaning: Meaning {
        if code == Self.unsupportedCode { return .unsupported }
        return switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .full
        default: FileError(code: systemCode).isFull ? .full : .other
        }
    }
}

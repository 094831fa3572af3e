import CSQLite

/// An error of SQLite (https://sqlite.org/rescode.html).
public struct SQLiteError: Error, Hashable {
    /// The extended result code.
    public var code: Int32
    /// The value of `errno` of the underlying system call, or 0.
    public var systemCode: Int32 = 0
    /// The message, usually SQLite's.
    public var message: String
}

extension SQLiteError {
    /// Creates an error from the last error of a connection, or from `code` alone if the connection is nil or has no
    /// error.
    init(code: Int32, of connection: OpaquePointer?) {
        guard let connection, sqlite3_errcode(connection) != SQLITE_OK else {
            self.init(code: code, message: String(cString: sqlite3_errstr(code)))
            return
        }
        let code = sqlite3_extended_errcode(connection)
        // SQLite records `errno` for these two primary codes only. After any other error, the value is outdated.
        let isSystemCall = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
        self.init(
            code: code,
            systemCode: isSystemCall ? sqlite3_system_errno(connection) : 0,
            message: String(cString: sqlite3_errmsg(connection))
        )
    }

    /// The error for a database with unexpected or inconsistent tables, or with a newer format.
    public static let schemaMismatch = SQLiteError(
        code: SQLITE_CORRUPT,
        message: "the content of the database is not valid for this program"
    )

    static func unsupported(_ reason: String) -> SQLiteError {
        SQLiteError(code: unsupportedCode, message: reason)
    }

    /// A code that SQLite does not use: its result codes are not negative.
    private static let unsupportedCode: Int32 = -1

    /// Creates the error for a system call that failed outside of SQLite.
    public init(_ error: FileError) {
        self.init(code: SQLITE_IOERR, systemCode: error.code, message: error.reason)
    }

    /// A category of errors that are handled alike.
    public enum Category: Sendable, Hashable {
        /// The file is corrupt or its content is unexpected; it must be moved aside and recreated.
        case corrupt
        /// Another connection holds the lock.
        case busy
        /// The disk is full, or a quota or a limit on the size of files is reached.
        case full
        /// The installed SQLite is too old or lacks a module.
        case unsupported
        /// Any other reason, for example a missing permission. The file may be intact, and must not be moved.
        case other
    }

    /// The category of the error.
    ///
    /// Only `SQLITE_CORRUPT` and `SQLITE_NOTADB` indicate a corrupt file. Other codes can have causes outside the
    /// file: a read-only disk, a missing permission, too many open files.
    public var category: Category {
        if code == Self.unsupportedCode { return .unsupported }
        return switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .full
        default: FileError(code: systemCode).isFull ? .full : .other
        }
    }
}

extension String {
    /// The string with its control characters and line separators escaped, so that an error message is one line.
    public var onOneLine: String {
        var line = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}

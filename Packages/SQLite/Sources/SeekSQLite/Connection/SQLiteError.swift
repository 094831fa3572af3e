import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

    /// The error of a file that a database needs and that cannot be opened; the reason tells ``meaning`` whether the
    /// file or the system is at fault.
    public init(opening error: FileError) {
        self.init(code: SQLITE_CANTOPEN, systemCode: error.code, message: error.reason)
    }

    /// The error of tables that are not those their owner makes.
    public static let strangeTables = SQLiteError(code: SQLITE_CORRUPT, message: "the tables are not this program's")

    /// The error of a call of our own, as SQLite would report it had it made the call.
    public init(_ error: FileError) {
        self.init(code: SQLITE_IOERR, systemCode: error.code, message: error.reason)
    }

    /// What the error asks for.
    public enum Meaning: Sendable, Hashable {
        /// The file is not what its owner wrote: it is to be set aside, and begun anew.
        case damaged
        /// Another connection holds the lock.
        case busy
        /// No room on the disk.
        case full
        /// Anything else. The file may be sound.
        case other
    }

    /// What the error asks for, as far as its codes tell.
    public var meaning: Meaning {
        if FileError(code: systemCode).isFull { return .full }
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_FULL: return .full
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: return .damaged
        // All SQL is fixed: where it does not compile, the tables are not ours.
        case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH, SQLITE_CONSTRAINT: return .damaged
        // Nothing longer than the limit was ever written.
        case SQLITE_TOOBIG: return .damaged
        case SQLITE_IOERR: return Self.unreadable.contains(code) ? .damaged : .other
        // The file itself was opened for writing before; only what SQLite keeps next to it can be in the way.
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            return Self.exhausted.contains(systemCode) ? .other : .damaged
        default: return .other
        }
    }

    /// `SQLITE_IOERR_READ`, `…_SHORT_READ`, `…_CORRUPTFS`, `…_DATA`: macros made by shifting, which Swift does not see.
    private static let unreadable: Set<Int32> = [1, 2, 33, 32].reduce(into: []) { codes, detail in
        codes.insert(SQLITE_IOERR | detail << 8)
    }

    /// The process or the system ran out of something: no fault of the file's.
    private static let exhausted: Set<Int32> = [EMFILE, ENFILE, ENOMEM]
}

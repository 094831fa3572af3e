/// A failed operation on a database file. A package that uses the file converts the failure into an error of its own
/// and adds the path.
public enum DatabaseFailure: Error, Hashable {
    /// The folder cannot be created or written to, or is not a folder.
    case folderUnusable(reason: String)
    /// The folder or a file in it belongs to another user or can be written by others. The reason contains the path
    /// and the command that corrects it.
    case untrusted(reason: String)
    /// There is not enough space.
    case diskFull
    /// Another connection or process held the lock for longer than the timeout.
    case busy
    /// The installed SQLite is too old or lacks a required module.
    case sqliteUnsupported(reason: String)
    /// The system or SQLite reported another error. Corruption is reported only if it persists in a new database.
    case failed(operation: String, reason: String)

    /// Creates a failure from an SQLite error.
    init(_ error: SQLiteError, during operation: String) {
        switch error.category {
        case .full: self = .diskFull
        case .busy: self = .busy
        case .unsupported: self = .sqliteUnsupported(reason: error.message)
        case .corrupt, .other:
            self = .failed(operation: operation, reason: "\(error.message) (SQLite \(error.code))")
        }
    }

    /// Creates a failure from a file error.
    public init(_ error: FileError, during operation: String) {
        self = error.isFull ? .diskFull : .failed(operation: operation, reason: error.reason)
    }

    /// Creates a failure from the error of creating or using the folder.
    init(folder error: FileError) {
        self = error.isFull ? .diskFull : .folderUnusable(reason: error.reason)
    }
}

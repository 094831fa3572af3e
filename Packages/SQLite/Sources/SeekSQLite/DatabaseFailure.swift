/// The reason why an operation on a database file failed.
public enum DatabaseFailure: Error, Hashable {
    /// The folder cannot be created, examined or written to, or is not a folder. The same failure is thrown if a file
    /// in the folder cannot be examined, or the lock file cannot be opened.
    case folderUnusable(reason: String)
    /// The folder or a file in it belongs to another user, except root, or can be written by others; or a folder above
    /// it can be written by every user and has no sticky bit. The reason contains the path and the command that
    /// corrects the problem.
    case untrusted(reason: String)
    /// The disk is full, or a quota or a limit on the size of files is reached.
    case diskFull
    /// Another connection or process held the lock for longer than the timeout.
    case busy
    /// The installed SQLite is too old or lacks a required module.
    case sqliteUnsupported(reason: String)
    /// The system or SQLite reported another error. A corrupt database is replaced and the operation repeated, so this
    /// error describes corruption only if the last attempt finds the database corrupt.
    case failed(operation: String, reason: String)

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

    init(folder error: FileError) {
        self = error.isFull ? .diskFull : .folderUnusable(reason: error.reason)
    }
}

public import SeekBasics
import SeekSQLite

/// A failed operation of an index: what failed, where, and what to do. ``description`` is a single line and stable
/// between releases.
///
/// Corruption is not an error: a corrupt index is moved aside and recreated empty.
public enum IndexError: Error, Sendable, Hashable {
    /// The folder cannot be created, examined or written to, or is not a folder; or a file in it cannot be examined, or
    /// the lock file cannot be opened.
    case folderUnusable(path: String, reason: String)
    /// The folder or a file in it belongs to another user, or others can write to the folder, to a file in it or to a
    /// folder above. Another user may therefore have changed the index.
    case untrusted(reason: String)
    /// The disk is full, or a quota or a limit on the size of files is reached. The existing entries are unchanged.
    case diskFull(path: String)
    /// Another connection or process held the lock for longer than the timeout.
    case busy(path: String)
    /// The installed SQLite is too old or lacks a required module.
    case sqliteUnsupported(reason: String)
    /// The system or SQLite reported another error.
    case failed(operation: String, path: String, reason: String)
}

extension IndexError: CustomStringConvertible {
    /// What failed, where, and what to do, on one line.
    public var description: String {
        switch self {
        case .folderUnusable(let path, let reason):
            "search index folder '\(path.onOneLine)' cannot be used: \(reason.onOneLine); "
                + "make it writable or choose another folder"
        case .untrusted(let reason):
            "search index is not used: \(reason.onOneLine), or choose another folder"
        case .diskFull(let path):
            "no space left for the search index in '\(path.onOneLine)'; free some space"
        case .busy(let path):
            "search index in '\(path.onOneLine)' is locked, probably by another process; try again later"
        case .sqliteUnsupported(let reason):
            "search index cannot be used: \(reason.onOneLine); install a later SQLite with FTS5"
        case .failed(let operation, let path, let reason):
            "search index cannot \(operation) in '\(path.onOneLine)': \(reason.onOneLine); "
                + "if the problem persists, remove that folder"
        }
    }
}

extension IndexError: LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }
}

extension IndexError {
    init(_ failure: DatabaseFailure, in folder: String) {
        switch failure {
        case .folderUnusable(let reason): self = .folderUnusable(path: folder, reason: reason)
        case .untrusted(let reason): self = .untrusted(reason: reason)
        case .diskFull: self = .diskFull(path: folder)
        case .busy: self = .busy(path: folder)
        case .sqliteUnsupported(let reason): self = .sqliteUnsupported(reason: reason)
        case .failed(let operation, let reason): self = .failed(operation: operation, path: folder, reason: reason)
        }
    }
}

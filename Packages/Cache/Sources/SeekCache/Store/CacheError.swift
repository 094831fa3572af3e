public import SeekBasics
import SeekSQLite

/// A failed operation of a store: what failed, where, and what to do.
///
/// A caller can always continue without the cache. ``description`` is a single line and stable between releases.
public enum CacheError: Error, Sendable, Hashable {
    /// The folder cannot be created, examined or written to, the path is not a folder, a file in it cannot be examined,
    /// or the lock file cannot be opened.
    case folderUnusable(path: String, reason: String)
    /// The folder or a file in it belongs to another user, or other users can write to one of them or to a folder
    /// above. Another user may therefore have changed the entries. The reason contains a command that corrects it.
    case untrusted(reason: String)
    /// The disk is full, or a quota or a limit on the size of files is reached. The existing entries are unchanged.
    case diskFull(path: String)
    /// Another connection or process held the lock for longer than the timeout.
    case busy(path: String)
    /// The key has more UTF-8 bytes than ``keyLimit``.
    case keyTooLong(bytes: Int)
    /// A value cannot be encoded as JSON, or the JSON of a value that was just loaded cannot be decoded.
    case notCodable(key: String, reason: String)
    /// The installed SQLite is too old or lacks a required module.
    case sqliteUnsupported(reason: String)
    /// The system or SQLite reported another error.
    case failed(operation: String, path: String, reason: String)

    /// The maximum length of a key in UTF-8 bytes, in every store: 1 MiB.
    public static let keyLimit = 1_048_576
}

extension CacheError: CustomStringConvertible {
    /// What failed, where, and what to do, on one line.
    public var description: String {
        switch self {
        case .folderUnusable(let path, let reason):
            "cache folder \(quoted(path)) cannot be used: \(reason.onOneLine); make it writable or choose another folder"
        case .untrusted(let reason):
            "cache is not used: \(reason.onOneLine), or choose another folder"
        case .diskFull(let path):
            "no space left for the cache in \(quoted(path)); free some space or remove the cache"
        case .busy(let path):
            "cache in \(quoted(path)) is locked, probably by another process; try again later"
        case .keyTooLong(let bytes):
            "cache key of \(bytes) bytes is longer than \(CacheError.keyLimit); use a hash of it as the key"
        case .notCodable(let key, let reason):
            "cache value \(quoted(key)) cannot be encoded or decoded: \(reason.onOneLine); correct its Codable conformance"
        case .sqliteUnsupported(let reason):
            "cache cannot be used: \(reason.onOneLine); install a later SQLite"
        case .failed(let operation, let path, let reason):
            "cache cannot \(operation.onOneLine) in \(quoted(path)): \(reason.onOneLine); "
                + "if the problem persists, remove that folder or choose another one"
        }
    }
}

private func quoted(_ text: String) -> String {
    "'\(text.onOneLine)'"
}

extension CacheError: LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }
}

extension CacheError {
    /// Creates a cache error from a failure of the database in a folder.
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

    /// Calls a body, and throws its failure as a cache error.
    static func translating<Result>(
        in folder: String,
        _ body: () throws(DatabaseFailure) -> Result
    ) throws(CacheError) -> Result {
        do throws(DatabaseFailure) {
            return try body()
        } catch {
            throw CacheError(error, in: folder)
        }
    }

    /// Checks that a key is not longer than ``keyLimit``.
    static func checkKey(_ key: String) throws(CacheError) {
        let count = key.utf8.count
        if count > keyLimit { throw .keyTooLong(bytes: count) }
    }
}

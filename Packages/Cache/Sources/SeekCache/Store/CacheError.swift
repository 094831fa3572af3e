import SeekSQLite

/// What kept a store from doing its work, where, and what helps.
///
/// No error is needed to go on without the cache: a caller that catches it loses speed, never an answer. ``description``
/// is one line, stable between releases.
public enum CacheError: Error, Sendable, Hashable {
    /// The folder cannot be made, is no folder, or may not be written to.
    case folderUnusable(path: String, reason: String)
    /// The folder or a file in it belongs to another user, or others can write to it: they may have prepared what is in it.
    case untrusted(reason: String)
    /// There is no room for what was to be written. Everything that was in the store before still is.
    case diskFull(path: String)
    /// Another process kept the store locked for too long.
    case busy(path: String)
    /// The key has more UTF-8 bytes than ``keyLimit``.
    case keyTooLong(bytes: Int)
    /// The tags of an entry take more bytes than ``tagLimit``.
    case tagsTooLong(bytes: Int)
    /// The installed SQLite is too old or lacks what the store needs.
    case sqliteUnsupported(reason: String)
    /// The system refused an operation for another reason, which it gives.
    case failed(operation: String, path: String, reason: String)

    /// The greatest length of a key, in UTF-8 bytes: 1 MiB, in every store.
    public static let keyLimit = 1_048_576

    /// The greatest length of an entry's tags together, each counted as its UTF-8 bytes and four more: 4 KiB, in every
    /// store.
    public static let tagLimit = 4_096
}

extension CacheError: CustomStringConvertible {
    /// One line: what failed, where, and what to do.
    public var description: String {
        switch self {
        case .folderUnusable(let path, let reason):
            "cache folder \(quoted(path)) cannot be used: \(reason.onOneLine); make it writable or choose another folder"
        case .untrusted(let reason):
            "cache is not used: \(reason.onOneLine), or choose another folder"
        case .diskFull(let path):
            "no space left for the cache in \(quoted(path)); free some space or clean the cache"
        case .busy(let path):
            "cache in \(quoted(path)) is locked by another process; try again when that one is done"
        case .keyTooLong(let bytes):
            "cache key of \(bytes) bytes is longer than \(CacheError.keyLimit); use a hash of it as the key"
        case .tagsTooLong(let bytes):
            "cache tags of \(bytes) bytes are longer than \(CacheError.tagLimit); use fewer or shorter ones"
        case .sqliteUnsupported(let reason):
            "cache cannot be used: \(reason.onOneLine); install a later SQLite"
        case .failed(let operation, let path, let reason):
            "cache cannot \(operation.onOneLine) in \(quoted(path)): \(reason.onOneLine); "
                + "if it stays so, remove that folder or choose another one"
        }
    }
}

private func quoted(_ path: String) -> String {
    "'\(path.onOneLine)'"
}

extension CacheError {
    static func checkKey(_ key: String) throws(CacheError) {
        let count = key.utf8.count
        if count > keyLimit { throw .keyTooLong(bytes: count) }
    }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder whose files no other user can prepare or replace.
public enum PrivateFolder {
    /// Creates a folder, and those above it that are missing, with the mode 0700. One that exists keeps its mode.
    public static func make(_ path: String) throws(PrivateFileError) {
        if mkdir(path, 0o700) == 0 { return }
        let code = errno
        switch code {
        case EEXIST:
            guard let status = FileStatus(path, followsLinks: true), status.isFolder else {
                throw .notAFolder(path: path)
            }
        case ENOENT:
            guard let end = path.lastIndex(of: "/"), end > path.startIndex else {
                throw .failed(path: path, code: code)
            }
            try make(String(path[..<end]))
            if mkdir(path, 0o700) != 0, errno != EEXIST { throw .failed(path: path, code: errno) }
        case ENOTDIR: throw .notAFolder(path: path)
        default: throw .failed(path: path, code: code)
        }
    }

    /// Checks that a folder belongs to this user or to root, that no other user can write to it, and that it is not below a folder in which every
    /// user can put another in its place.
    ///
    /// - Parameter isShared: Whether the folder itself may be one like `/tmp`, where all users create files but only owners replace theirs.
    ///   Right for a single file, which is checked by itself; not for a database, whose further files SQLite opens.
    public static func check(_ path: String, isShared: Bool = false) throws(PrivateFileError) {
        // A link that another user made leads to a folder of that user's choice.
        guard let link = FileStatus(path, followsLinks: false) else { throw .failed(path: path, code: errno) }
        guard link.isOwnedByUserOrRoot else { throw .foreign(path: path, owner: link.owner) }
        guard let status = FileStatus(path, followsLinks: true) else { throw .failed(path: path, code: errno) }
        guard status.isFolder else { throw .notAFolder(path: path) }
        guard status.isOwnedByUserOrRoot else { throw .foreign(path: path, owner: status.owner) }
        guard !status.isWritableByOthers || isShared && status.isSticky else { throw .writableByOthers(path: path) }
        try checkAncestors(of: path)
    }

    private static func checkAncestors(of path: String) throws(PrivateFileError) {
        guard let resolved = realpath(path, nil) else { throw .failed(path: path, code: errno) }
        defer { free(resolved) }
        var ancestor = String(cString: resolved)
        while let end = ancestor.lastIndex(of: "/"), ancestor.utf8.count > 1 {
            ancestor = end == ancestor.startIndex ? "/" : String(ancestor[..<end])
            // One that cannot be looked at cannot be a way in for others either.
            guard let status = FileStatus(ancestor, followsLinks: true) else { continue }
            if status.isWritableByEveryone, !status.isSticky { throw .writableByOthers(path: ancestor) }
        }
    }
}

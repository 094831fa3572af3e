#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Creates and checks folders in which no other user can create or replace files.
public enum PrivateFolder {
    /// Creates a folder and its missing parents with the mode 0700. The mode of an existing folder does not change.
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
            // Another process may have created the folder in the meantime.
            if mkdir(path, 0o700) != 0, errno != EEXIST { throw .failed(path: path, code: errno) }
        case ENOTDIR: throw .notAFolder(path: path)
        default: throw .failed(path: path, code: code)
        }
    }

    /// Checks that a folder belongs to this user or root, and that no other user can write to it. The same holds
    /// for the folders and links above it, but other users may write to a folder with the sticky bit.
    ///
    /// - Parameter allowsSticky: Whether other users may write to the folder if it has the sticky bit, such as `/tmp`:
    ///   they can add files to it, but cannot replace a file of this user. Suitable for a single file that is checked
    ///   as well, but not for a database, next to which SQLite opens other files.
    public static func check(_ path: String, allowsSticky: Bool = false) throws(PrivateFileError) {
        // A link is checked as well as its target, because the owner of the link can change the target.
        guard let link = FileStatus(path, followsLinks: false) else { throw .failed(path: path, code: errno) }
        guard link.isOwnedByUserOrRoot else { throw .foreign(path: path, owner: link.owner) }
        guard let status = FileStatus(path, followsLinks: true) else { throw .failed(path: path, code: errno) }
        guard status.isFolder else { throw .notAFolder(path: path) }
        guard status.isOwnedByUserOrRoot else { throw .foreign(path: path, owner: status.owner) }
        guard !status.isWritableByOthers || allowsSticky && status.isSticky else { throw .writableByOthers(path: path) }
        try checkAncestors(of: path)
    }

    /// Checks the folders and links of the path as it is written, and the folders above its target.
    private static func checkAncestors(of path: String) throws(PrivateFileError) {
        guard let resolved = realpath(path, nil) else { throw .failed(path: path, code: errno) }
        defer { free(resolved) }
        for path in [absolute(path), String(cString: resolved)] {
            var ancestor = path
            while let end = ancestor.lastIndex(of: "/"), ancestor.utf8.count > 1 {
                ancestor = end == ancestor.startIndex ? "/" : String(ancestor[..<end])
                // An ancestor that this user cannot inspect is skipped.
                guard let status = FileStatus(ancestor, followsLinks: false) else { continue }
                guard status.isOwnedByUserOrRoot else { throw .belowForeign(path: ancestor, owner: status.owner) }
                // The mode of a link has no meaning.
                if status.isFolder, status.isWritableByOthers, !status.isSticky {
                    throw .writableByOthers(path: ancestor)
                }
            }
        }
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}

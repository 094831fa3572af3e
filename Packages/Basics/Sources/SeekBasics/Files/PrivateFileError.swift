#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The reason a file or a folder is not used as the user's own. Each names the path, which is untrusted text: escape control characters
/// before it is shown.
public enum PrivateFileError: Error, Sendable, Hashable {
    /// The file or folder belongs to another user, who may have prepared it.
    case foreign(path: String, owner: UInt32)
    /// Other users may write to the file, or create files in the folder.
    case writableByOthers(path: String)
    /// Other users may read a file that holds a secret.
    case readableByOthers(path: String)
    /// Something that is no regular file, such as a link.
    case notAFile(path: String)
    /// Something that is no folder.
    case notAFolder(path: String)
    /// A system call failed with this `errno`.
    case failed(path: String, code: Int32)

    /// The file or folder at fault.
    public var path: String {
        switch self {
        case .foreign(let path, _), .writableByOthers(let path), .readableByOthers(let path), .notAFile(let path),
            .notAFolder(let path), .failed(let path, _):
            path
        }
    }

    /// What is wrong with it, as the end of a sentence that names the path.
    public var problem: String {
        switch self {
        case .foreign(_, let owner): "belongs to another user (uid \(owner))"
        case .writableByOthers: "can be written by other users"
        case .readableByOthers: "can be read by other users"
        case .notAFile: "is no regular file"
        case .notAFolder: "is no folder"
        case .failed(_, let code): String(cString: strerror(code))
        }
    }

    /// The command that corrects it; nil where none does.
    public var remedy: String? {
        switch self {
        case .foreign, .notAFile: "rm -ri \(quotedPath)"
        case .writableByOthers: "chmod go-w \(quotedPath)"
        case .readableByOthers: "chmod 600 \(quotedPath)"
        case .notAFolder, .failed: nil
        }
    }

    private var quotedPath: String {
        "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension PrivateFileError: CustomStringConvertible {
    /// Which file, what is wrong with it, and the command that corrects it.
    public var description: String {
        if case .failed = self { return "'\(path)': \(problem)" }
        return "'\(path)' \(problem)" + (remedy.map { "; run: \($0)" } ?? "")
    }
}

/// The reason why a file or a folder is not trusted or cannot be used.
///
/// The path may contain any characters: escape control characters before it is displayed.
public enum PrivateFileError: Error, Sendable, Hashable {
    /// The file or folder belongs to another user.
    case foreign(path: String, owner: UInt32)
    /// A folder or link above the file or folder belongs to another user, who can replace what is below it.
    case belowForeign(path: String, owner: UInt32)
    /// Other users may write to the file, or create files in the folder.
    case writableByOthers(path: String)
    /// Other users may read a file that contains a secret.
    case readableByOthers(path: String)
    /// The path is not a regular file; it may be a symbolic link, for example.
    case notAFile(path: String)
    /// The path is not a folder.
    case notAFolder(path: String)
    /// The lock of the file was held elsewhere until the timeout, usually by another process.
    case busy(path: String)
    /// A system call failed with this `errno`.
    case failed(path: String, code: Int32)

    /// The path of the file or folder, or of the one above it.
    public var path: String {
        switch self {
        case .foreign(let path, _), .belowForeign(let path, _), .writableByOthers(let path),
            .readableByOthers(let path), .notAFile(let path),
            .notAFolder(let path), .busy(let path), .failed(let path, _):
            path
        }
    }

    /// The problem, as the end of a sentence that begins with the path; for ``failed(path:code:)`` the system's
    /// message, to be placed after a colon.
    public var problem: String {
        switch self {
        case .foreign(_, let owner): "belongs to another user (uid \(owner))"
        case .belowForeign(_, let owner): "belongs to another user (uid \(owner)), who can replace what is below it"
        case .writableByOthers: "can be written by other users"
        case .readableByOthers: "can be read by other users"
        case .notAFile: "is not a regular file"
        case .notAFolder: "is not a folder"
        case .busy: "is locked, probably by another process"
        case .failed(_, let code): systemMessage(code)
        }
    }

    /// The shell command that corrects the problem; nil if there is none.
    public var remedy: String? {
        switch self {
        // Only root can change the owner, so the file or folder is removed, to be created again by this user.
        case .foreign: "rm -ri \(quotedPath)"
        case .writableByOthers: "chmod go-w \(quotedPath)"
        case .readableByOthers: "chmod 600 \(quotedPath)"
        // A file or folder of the wrong kind is not removed: the path may be a mistake. Nor is one above it.
        case .belowForeign, .notAFile, .notAFolder, .busy, .failed: nil
        }
    }

    private var quotedPath: String {
        "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension PrivateFileError: CustomStringConvertible {
    /// The path, the problem, and the command that corrects it if there is one.
    public var description: String {
        if case .failed = self { return "'\(path)': \(problem)" }
        return "'\(path)' \(problem)" + (remedy.map { "; run: \($0)" } ?? "")
    }

    /// Returns the description; if no command corrects the problem, the advice follows after a semicolon.
    public func description(advice: String) -> String { remedy == nil ? "\(self); \(advice)" : description }
}

import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The kind of an existing file.
enum FileKind: Equatable {
    /// A regular file with its size in bytes.
    case file(size: Int)
    case folder

    /// Returns nil if there is neither a regular file nor a folder. Uses `stat`, because `FileManager` returns the size
    /// in different types in FoundationEssentials and Foundation.
    init?(atPath path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file(size: Int(status.st_size))
        case S_IFDIR: self = .folder
        default: return nil
        }
    }

    var isFile: Bool {
        if case .file = self { true } else { false }
    }
}

extension Error {
    /// The reason for a failed file operation: the system's description if there is one.
    var systemReason: String {
        guard let error = self as? CocoaError else { return String(describing: self) }
        if let cause = error.underlying { return String(describing: cause) }
        return switch error.code {
        case .fileReadNoPermission: "no permission to read it"
        case .fileReadNoSuchFile: "it does not exist"
        default: "error \(error.code.rawValue)"
        }
    }
}

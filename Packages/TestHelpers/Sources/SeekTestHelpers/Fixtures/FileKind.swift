#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The kind of file at a path.
enum FileKind: Equatable {
    /// A file with its size in bytes.
    case file(size: Int)
    case folder

    /// Returns nil if there is neither a regular file nor a folder. Uses `stat`, because the type of `FileManager`'s
    /// size differs between FoundationEssentials and Foundation.
    init?(atPath path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        switch info.st_mode & S_IFMT {
        case S_IFREG: self = .file(size: Int(info.st_size))
        case S_IFDIR: self = .folder
        default: return nil
        }
    }

    var isFile: Bool {
        if case .file = self { true } else { false }
    }
}

/// The system's description of a file error.
enum SystemReason {
    static func text(of error: any Error) -> String {
        guard let error = error as? CocoaError else { return String(describing: error) }
        if let cause = error.underlying { return String(describing: cause) }
        return switch error.code {
        case .fileReadNoPermission: "no permission to read it"
        case .fileReadNoSuchFile: "it vanished while it was being read"
        default: "error \(error.code.rawValue)"
        }
    }
}

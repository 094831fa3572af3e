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

/// What stands at a path.
enum FileKind: Equatable {
    /// A file, and its size in bytes.
    case file(size: Int)
    case folder

    /// Nil where there is nothing, or something else. Asked of the system itself: what `FileManager` calls a size is of
    /// another type wherever all of Foundation is loaded.
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

/// The system's own words for a failure to read a file.
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

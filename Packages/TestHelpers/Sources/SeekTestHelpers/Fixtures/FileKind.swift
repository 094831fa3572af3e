#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What stands at a path.
enum FileKind {
    case file, folder

    /// Nil where there is nothing.
    init?(atPath path: String) {
        var isFolder = false
        #if canImport(FoundationEssentials)
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
        #else
        var flag: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &flag) else { return nil }
        isFolder = flag.boolValue
        #endif
        self = isFolder ? .folder : .file
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

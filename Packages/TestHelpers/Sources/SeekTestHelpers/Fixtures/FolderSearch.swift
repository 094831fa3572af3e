#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Where a folder may stand that is found without being named: beside a place, or beside a folder above it.
package enum FolderSearch {
    /// A name below a folder and below each folder above it, the nearest first.
    package static func candidates(named name: String, from start: URL) -> [URL] {
        var folder = start.standardizedFileURL
        var candidates: [URL] = []
        while true {
            candidates.append(folder.appendingPathComponent(name))
            let parent = folder.deletingLastPathComponent()
            guard folder.path != "/", parent.path != folder.path else { return candidates }
            folder = parent
        }
    }
}

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A search for a folder beside a path or one of its parents.
package enum FolderSearch {
    /// Returns the paths of a name in a folder and in its parents, the nearest first.
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

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension URL {
    /// Creates the URL of a file. A `~` at the start is part of the name: Foundation would replace it with the home
    /// folder in the system's list of users, whereas the shell has already replaced those that stand for `HOME`.
    init(literalPath path: String) { self.init(filePath: path.hasPrefix("~") ? "./\(path)" : path) }
}

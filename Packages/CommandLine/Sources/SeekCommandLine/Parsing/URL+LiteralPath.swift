#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension URL {
    /// Creates the URL of a file. A `~` at the start is part of the name: the shell has already expanded every `~` that
    /// means `HOME`, and Foundation would expand this one to the home folder in the system's list of users.
    init(literalPath path: String) { self.init(filePath: path.hasPrefix("~") ? "./\(path)" : path) }
}

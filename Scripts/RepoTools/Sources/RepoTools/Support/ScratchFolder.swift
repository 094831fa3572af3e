import Foundation

/// A folder for the temporary files of child processes. SwiftPM and tests leave files behind, which are removed with
/// the folder.
///
/// By default, it is located in the system's folder for temporary files. It has a short name, because the path of a
/// socket is limited to about a hundred bytes.
struct ScratchFolder: Sendable {
    /// The full path.
    let path: String

    /// Creates the folder, and removes folders of killed runs that are older than a day.
    init(in parent: String = NSTemporaryDirectory()) throws(RepoError) {
        Self.removeAbandoned(in: parent)
        let pattern = Files.normalized("\(parent)/\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier).XXXXXX")
        var name = Array(pattern.utf8CString)
        guard mkdtemp(&name) != nil else { throw RepoError("cannot create a folder \(pattern): errno \(errno)") }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Other users may traverse but not list it: some tests act as another user in a subfolder.
        chmod(path, 0o711)
    }

    func remove() { Files.remove(path) }

    private static let prefix = "repo-"

    /// Removes the folders of processes that have ended. Folders of the last day remain, because a process in another
    /// container is not visible here.
    private static func removeAbandoned(in parent: String) {
        for name in Files.names(in: parent) where name.hasPrefix(prefix) {
            let parts = name.dropFirst(prefix.count).split(separator: ".")
            guard parts.count == 2, parts[1].count == 6, let process = pid_t(parts[0]), process > 0,
                kill(process, 0) == -1, errno == ESRCH,
                let date = Files.modificationDate("\(parent)/\(name)"), date < Date(timeIntervalSinceNow: -86_400)
            else { continue }
            Files.remove("\(parent)/\(name)")
        }
    }
}

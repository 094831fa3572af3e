import Foundation

/// A folder for the temporary files of child processes. SwiftPM and tests leave files behind, which are removed with
/// the folder.
///
/// By default, it is located in the system's folder for temporary files. It has a short name, because the path of a
/// socket is limited to about a hundred bytes.
struct ScratchFolder: Sendable {
    /// The full path.
    let path: String

    init(in parent: String = NSTemporaryDirectory()) throws(RepoError) {
        let pattern = Files.normalized("\(parent)/repo-\(ProcessInfo.processInfo.processIdentifier).XXXXXX")
        var name = Array(pattern.utf8CString)
        guard mkdtemp(&name) != nil else { throw RepoError("cannot create a folder \(pattern): errno \(errno)") }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Other users may traverse but not list it: some tests act as another user in a subfolder.
        chmod(path, 0o711)
    }

    func remove() { Files.remove(path) }
}

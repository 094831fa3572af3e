import Foundation

/// File system functions. Paths are strings with `/`.
enum Files {
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// Returns whether there is a file, a folder or a symbolic link, whose target need not exist.
    static func isPresent(_ path: String) -> Bool { exists(path) || linkTarget(path) != nil }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    static func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }

    static func data(_ path: String) throws(RepoError) -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw RepoError("cannot read \(path): \(error.localizedDescription)")
        }
    }

    /// Returns the text of a file; invalid UTF-8 becomes the replacement character.
    static func text(_ path: String) throws(RepoError) -> String {
        String(decoding: try data(path), as: UTF8.self)
    }

    /// Writes a file and creates its parent folders.
    static func write(_ text: String, to path: String) throws(RepoError) {
        try write(Data(text.utf8), to: path)
    }

    static func write(_ data: Data, to path: String) throws(RepoError) {
        try makeFolder(parent(of: path))
        do {
            try data.write(to: URL(fileURLWithPath: path))
        } catch {
            throw RepoError("cannot write \(path): \(error.localizedDescription)")
        }
    }

    static func replace(_ path: String, with text: String) throws(RepoError) {
        try replace(path) { scratch throws(RepoError) in try write(text, to: scratch) }
    }

    /// Replaces a file atomically by the temporary file that `create` writes at the given path.
    static func replace(_ path: String, create: (String) throws(RepoError) -> Void) throws(RepoError) {
        let scratch = "\(path).\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
        defer { remove(scratch) }
        try create(scratch)
        guard rename(scratch, path) == 0 else { throw RepoError("cannot replace \(path): errno \(errno)") }
    }

    static func makeFolder(_ path: String) throws(RepoError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw RepoError("cannot create the folder \(path): \(error.localizedDescription)")
        }
    }

    /// Removes a file or folder. A failure is ignored, because what is removed is no longer used.
    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns a full path without symbolic links; the path itself if there is no such file.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the target of a symbolic link as it is written, or nil if the path is not a link.
    static func linkTarget(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    /// Returns the modification date, or nil if there is no such file.
    static func modificationDate(_ path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    /// Returns the names in a folder, sorted; empty if there is no such folder.
    static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Returns the paths of the files below a folder whose names end in `suffix`, sorted. Each starts with `folder`.
    /// Hidden files and folders are ignored.
    static func all(below folder: String, suffix: String) -> [String] {
        var paths: [String] = []
        for name in names(in: folder) where !name.hasPrefix(".") {
            let path = folder + "/" + name
            if isFolder(path) {
                paths += all(below: path, suffix: suffix)
            } else if name.hasSuffix(suffix) {
                paths.append(path)
            }
        }
        return paths
    }

    /// Returns the path of a file in a folder; `.` is the root, whose files have no prefix.
    static func path(_ path: String, in folder: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

    /// Returns whether a path is located below a folder; every path is below `.`.
    static func contains(_ folder: String, _ path: String) -> Bool { folder == "." || path.hasPrefix(folder + "/") }

    /// Returns a path without `.`, `..` and repeated slashes. A relative path remains relative and may start with `..`.
    /// If no component is left, the result is `.`, or `/` for a full path.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else if part != ".." || !path.hasPrefix("/") {
                parts.append(part)
            }
        }
        guard !parts.isEmpty else { return path.hasPrefix("/") ? "/" : "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// Returns a full path; a relative path is resolved against `folder`.
    static func absolute(_ path: String, from folder: String) -> String {
        normalized(path.hasPrefix("/") ? path : folder + "/" + path)
    }

    /// Returns a full path relative to a folder, such as `../Core`.
    static func relative(_ path: String, to folder: String) -> String {
        let parts = normalized(path).split(separator: "/")
        let base = normalized(folder).split(separator: "/")
        let common = zip(parts, base).prefix { $0 == $1 }.count
        let result = Array(repeating: "..", count: base.count - common) + parts.dropFirst(common)
        return result.isEmpty ? "." : result.joined(separator: "/")
    }

    /// The path and the folders that contain it, the innermost first, without the root.
    static func pathAndParents(of path: String) -> [String] {
        var paths: [String] = []
        var path = path
        while path != ".", path != "/" {
            paths.append(path)
            path = parent(of: path)
        }
        return paths
    }

    /// Inserts a path and its parents below the root.
    static func insert(_ path: String, andParentsInto paths: inout Set<String>) {
        var path = path
        while path != ".", paths.insert(path).inserted { path = parent(of: path) }
    }

    static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        let bytes = path.utf8
        guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return path }
        let start = bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
        return String(path[start...end])
    }
}

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

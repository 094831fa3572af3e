import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A copy of git's index for the tools alone, in which git keeps what it saw of each folder (its untracked cache): to look at
/// a folder's date takes a fraction of reading it. The user's own index is left as it is.
///
/// The copy has the name of the original's checksum, so that one of another index is never used.
struct IndexCopy {
    /// The full path.
    let path: String
    private let began: Date

    /// Nil where there can be none: the caller of this program has an index of its own, the index has no checksum, or
    /// nothing can be written. Git's own serves then.
    init?(of git: Git) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["GIT_INDEX_FILE"] == nil, environment["GIT_DIR"] == nil,
            let original = Self.original(git.folder), let checksum = Self.checksum(of: original)
        else { return nil }
        began = Date()
        path = "\(git.folder)/\(Repository.buildFolder)/repo-tools/index-\(checksum)"
        guard !Files.exists(path) else { return }
        guard (try? Self.make(path, from: original, checksum, git)) != nil else { return nil }
    }

    /// The index of the working copy in `folder`; nil where it is not at the top.
    private static func original(_ folder: String) -> String? {
        let git = "\(folder)/.git"
        if Files.isFolder(git) { return "\(git)/index" }
        // One working copy of several, or a submodule.
        guard let text = try? Files.text(git).trimmed, text.hasPrefix("gitdir: ") else { return nil }
        return Files.absolute(String(text.dropFirst("gitdir: ".count)), from: folder) + "/index"
    }

    /// An index ends with a hash of all before it; git can be told to write zeros there.
    private static func checksum(of index: String) -> String? {
        let file = open(index, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 20)
        guard lseek(file, -off_t(bytes.count), SEEK_END) >= 0, read(file, &bytes, bytes.count) == bytes.count,
            bytes.contains(where: { $0 != 0 })
        else { return nil }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func make(_ path: String, from original: String, _ checksum: String, _ git: Git) throws(RepoError) {
        let folder = Files.parent(of: path)
        for name in Files.names(in: folder) where name.hasPrefix("index-") { Files.remove("\(folder)/\(name)") }
        let scratch = "\(path).\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
        defer { Files.remove(scratch) }
        var about = stat()
        guard stat(original, &about) == 0 else { throw RepoError("no \(original)") }
        try Files.write(try Files.data(original), to: scratch)
        guard Self.checksum(of: scratch) == checksum else { throw RepoError("\(original) is being written") }
        // A file as old as the index, or younger, may have changed unseen since: git reads it. The copy must not look younger.
        try setDate(of: scratch, to: about.modified)
        _ = try git.output(["update-index", "--untracked-cache"], index: scratch)
        guard rename(scratch, path) == 0 else { throw RepoError("cannot rename \(scratch): errno \(errno)") }
    }

    /// After git was asked: makes the copy look older than all that changed while git looked, and a little before. What is as
    /// old as the index or younger git looks at again, since two changes may bear the same date.
    func settle() {
        var about = stat()
        guard stat(path, &about) == 0 else { return }
        let began = began.timeIntervalSince1970
        let limit = timespec(tv_sec: time_t(began) - Self.coarsest, tv_nsec: 0)
        guard (limit.tv_sec, limit.tv_nsec) < (about.modified.tv_sec, about.modified.tv_nsec) else { return }
        try? Self.setDate(of: path, to: limit)
    }

    /// The coarsest dates a file system in use has, in seconds (FAT's).
    private static let coarsest = 2

    private static func setDate(of path: String, to date: timespec) throws(RepoError) {
        guard utimensat(AT_FDCWD, path, [date, date], 0) == 0 else {
            throw RepoError("cannot date \(path): errno \(errno)")
        }
    }
}

extension stat {
    fileprivate var modified: timespec {
        #if canImport(Darwin)
        st_mtimespec
        #else
        st_mtim
        #endif
    }
}

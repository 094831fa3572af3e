import Foundation

/// A copy of Git's index with an untracked cache, which lets Git compare a folder's date instead of reading the
/// folder. The user's index is not changed.
///
/// The copy is named after the checksum of the original, so a copy of another index is never used.
struct IndexCopy {
    /// The full path.
    let path: String
    /// The time at which this value was created, before Git scans the working copy.
    private let creationDate: Date

    /// Creates a copy, or uses the existing copy of the same index.
    ///
    /// Fails, so that Git's own index is used, if `GIT_INDEX_FILE` or `GIT_DIR` is set, the folder is not the root of a
    /// working copy, the index has no checksum, or the copy cannot be written.
    init?(of git: Git) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["GIT_INDEX_FILE"] == nil, environment["GIT_DIR"] == nil,
            let original = Self.original(git.folder), let checksum = Self.checksum(of: original)
        else { return nil }
        creationDate = Date()
        path = "\(git.folder)/\(Repository.buildFolder)/repo-tools/index-\(checksum)"
        guard !Files.exists(path) else { return }
        guard (try? Self.make(path, from: original, checksum, git)) != nil else { return nil }
    }

    /// Returns the index of the working copy in `folder`, or nil if `folder` is not its root.
    private static func original(_ folder: String) -> String? {
        let git = "\(folder)/.git"
        if Files.isFolder(git) { return "\(git)/index" }
        // `.git` is a file in a linked worktree and in a submodule.
        guard let text = try? Files.text(git).trimmed, text.hasPrefix("gitdir: ") else { return nil }
        return Files.absolute(String(text.dropFirst("gitdir: ".count)), from: folder) + "/index"
    }

    /// Returns the checksum at the end of the index, or nil if it cannot be read or consists of zeros, which Git can be
    /// configured to write instead.
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
        var attributes = stat()
        guard stat(original, &attributes) == 0 else { throw RepoError("no \(original)") }
        try Files.replace(path) { scratch throws(RepoError) in
            try Files.write(try Files.data(original), to: scratch)
            guard Self.checksum(of: scratch) == checksum else { throw RepoError("\(original) is being written") }
            // Git rereads files that are not older than the index, because they may have changed since. The copy must
            // therefore have the date of the original.
            try setDate(of: scratch, to: attributes.modified)
            _ = try git.output(["update-index", "--untracked-cache"], index: scratch)
        }
    }

    /// Sets the date of the copy to a time before the scan, so that Git rereads files that change during the scan,
    /// even if two changes have the same date. If that fails, the copy is removed.
    func backdate() {
        var attributes = stat()
        guard stat(path, &attributes) == 0 else { return }
        let seconds = time_t(creationDate.timeIntervalSince1970) - Self.coarsestResolution
        let limit = timespec(tv_sec: seconds, tv_nsec: 0)
        guard (limit.tv_sec, limit.tv_nsec) < (attributes.modified.tv_sec, attributes.modified.tv_nsec) else { return }
        if (try? Self.setDate(of: path, to: limit)) == nil { Files.remove(path) }
    }

    /// The resolution of dates in FAT, the coarsest of common file systems, in seconds.
    private static let coarsestResolution = 2

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

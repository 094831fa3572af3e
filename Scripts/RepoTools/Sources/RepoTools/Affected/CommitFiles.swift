/// The files of a commit, computed from the index and its differences from the commit. Reading the index is faster than
/// reading an object per folder.
struct CommitFiles {
    /// The output of git with ``listingArguments``.
    private let index: [UInt8]
    /// The files that replace those of the index, by path; nil for a file that the commit does not contain.
    private var replacements: [String: Git.File?] = [:]

    /// The arguments of `git ls-files` that print `tag mode blob stage⇥path␀` for each file.
    static let listingArguments = ["ls-files", "-v", "--stage", "-z"]

    /// Creates the files from the output of git with ``listingArguments``, and the differences of the index from the
    /// commit.
    init(index: [UInt8], changes: [Git.Change]) {
        self.index = index
        for change in changes where replacements[change.path] == nil {
            replacements.updateValue(change.old, forKey: change.path)
        }
    }

    /// Returns the files after changes to the commit.
    func after(_ changes: [Git.Change]) -> CommitFiles {
        var files = self
        for change in changes { files.replacements.updateValue(change.new, forKey: change.path) }
        return files
    }

    /// A file, as slices of the output of git.
    struct Entry {
        var mode: ArraySlice<UInt8>
        /// The hash of the content; empty if git has not stored it.
        var blob: ArraySlice<UInt8>
        var path: ArraySlice<UInt8>
    }

    /// Calls `body` for each file, sorted by the bytes of the path as in the index.
    func forEach(_ body: (Entry) -> Void) throws(RepoError) {
        let replacements = replacements.map { (path: Array($0.key.utf8), file: $0.value) }
            .sorted { $0.path.lexicographicallyPrecedes($1.path) }
        var next = 0
        func emitReplacements(before path: ArraySlice<UInt8>?) {
            while next < replacements.count {
                let replacement = replacements[next]
                if let path, !replacement.path.lexicographicallyPrecedes(path) { return }
                next += 1
                if let file = replacement.file { body(Entry(file, replacement.path)) }
            }
        }
        try records { _, entry in
            emitReplacements(before: entry.path)
            if next < replacements.count, replacements[next].path.elementsEqual(entry.path) {
                if let file = replacements[next].file { body(Entry(file, replacements[next].path)) }
                next += 1
            } else {
                body(entry)
            }
        }
        emitReplacements(before: nil)
    }

    /// Returns the files with the bit `assume-unchanged` (a lowercase tag) or `skip-worktree` (the tag `S`).
    func hidden() throws(RepoError) -> [String] {
        var hidden: [String] = []
        try records { tag, entry in
            guard tag == UInt8(ascii: "S") || tag >= UInt8(ascii: "a") else { return }
            hidden.append(String(decoding: entry.path, as: UTF8.self))
        }
        return hidden
    }

    /// Calls `body` for each entry of the index, except those of an unfinished merge.
    private func records(_ body: (_ tag: UInt8, Entry) -> Void) throws(RepoError) {
        let (space, tab) = (UInt8(ascii: " "), UInt8(ascii: "\t"))
        var start = index.startIndex
        while start < index.endIndex {
            let end = index[start...].firstIndex(of: 0) ?? index.endIndex
            let record = index[start..<end]
            // The tag and the stage have one byte, and the mode has six. The length of the blob depends on the hash.
            guard record.count > 9, record[start + 1] == space, record[start + 8] == space,
                let tab = record[(start + 9)...].firstIndex(of: tab), tab > start + 11, record[tab - 2] == space
            else {
                throw RepoError(
                    "git ls-files printed “\(String(decoding: record, as: UTF8.self))”, which is not an entry"
                )
            }
            if record[tab - 1] == UInt8(ascii: "0") {
                let entry = Entry(
                    mode: record[(start + 2)..<(start + 8)],
                    blob: record[(start + 9)..<(tab - 2)],
                    path: record[(tab + 1)...]
                )
                body(record[start], entry)
            }
            start = end + 1
        }
    }
}

extension CommitFiles.Entry {
    fileprivate init(_ file: Git.File, _ path: [UInt8]) {
        self.init(mode: Array(file.mode.utf8)[...], blob: Array((file.blob ?? "").utf8)[...], path: path[...])
    }

    var isSymbolicLink: Bool { mode.elementsEqual("120000".utf8) }
}

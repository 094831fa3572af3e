/// Reads information about a working copy with `git` commands, without changing it.
struct Git {
    var folder: String

    struct Change: Hashable, Comparable {
        var path: String
        /// The file in the first state, or nil if the path is new.
        var old: File?
        /// The file in the second state, or nil if the path was removed.
        var new: File?
        /// Whether the path is a symbolic link or a submodule in either state.
        var isSpecial = false

        static func < (left: Change, right: Change) -> Bool { left.path < right.path }
    }

    /// A file of a commit, the index or the working copy.
    struct File: Hashable {
        /// The mode as git prints it, for example `100644`.
        var mode: String
        /// The hash of the content, or nil if git has not stored the file.
        var blob: String?
    }

    /// Returns the files in the working copy that are tracked, or untracked and not ignored.
    func files() throws(RepoError) -> [String] {
        let list = try output(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        // A tracked file may have been removed from the working copy.
        return list.split(separator: "\0").map(String.init).filter { Files.exists("\(folder)/\($0)") }
    }

    func commit(_ revision: String) throws(RepoError) -> String {
        try line(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])
    }

    func mergeBase(_ first: String, _ second: String) throws(RepoError) -> String {
        try line(["merge-base", first, second])
    }

    /// Returns the text of a blob, or of `REVISION:path`.
    func text(of object: String) throws(RepoError) -> String {
        try output(["cat-file", "blob", object])
    }

    /// Returns the hashes of files in the working copy, in order. No path may contain a line break.
    func hashes(of paths: [String]) throws(RepoError) -> [String] {
        guard !paths.isEmpty else { return [] }
        let list = "\(ReportStore(root: folder).folder)/paths-\(StableHash.hex(paths.joined(separator: "\n")))"
        defer { Files.remove(list) }
        try Files.write(paths.joined(separator: "\n") + "\n", to: list)
        let text = try output(["hash-object", "--no-filters", "--stdin-paths"], input: list)
        let hashes = text.split(separator: "\n").map(String.init)
        guard hashes.count == paths.count else {
            throw RepoError("git hash-object printed \(hashes.count) hashes for \(paths.count) files")
        }
        return hashes
    }

    /// The options for comparisons.
    ///
    /// `--no-renames`, because a move between packages is a deletion in one and an addition in the other. User settings
    /// that hide differences are overridden.
    private static let comparison = ["--raw", "-z", "--no-abbrev", "--no-renames", "--ignore-submodules=none"]

    static func diffArguments(from start: String, to end: String) -> [String] {
        ["diff-tree", "-r"] + comparison + [start, end, "--"]
    }

    static func indexDiffArguments(from start: String) -> [String] {
        ["diff-index", "--cached"] + comparison + [start, "--"]
    }

    /// Parses entries of the form `:oldmode newmode oldblob newblob status␀path␀`.
    static func changes(inRaw raw: String) throws(RepoError) -> [Change] {
        let fields = raw.split(separator: "\0", omittingEmptySubsequences: true)
        guard fields.count.isMultiple(of: 2) else { throw RepoError("git diff --raw ended in the middle of an entry") }
        var changes: [Change] = []
        for index in stride(from: 0, to: fields.count, by: 2) {
            let words = fields[index].split(separator: " ")
            guard fields[index].hasPrefix(":"), words.count == 5 else {
                throw RepoError("git diff --raw printed “\(fields[index])”, which is not an entry")
            }
            changes.append(
                Change(
                    path: String(fields[index + 1]),
                    old: File(mode: words[0].dropFirst(), blob: words[2]),
                    new: File(mode: words[1], blob: words[3]),
                    isSpecial: isSpecial(words[0].dropFirst()) || isSpecial(words[1])
                )
            )
        }
        return changes
    }

    /// Whether this is the mode of a symbolic link or a submodule.
    static func isSpecial(_ mode: Substring) -> Bool { mode == "120000" || mode == "160000" }

    private func line(_ arguments: [String]) throws(RepoError) -> String {
        let text = try output(arguments).trimmed
        guard !text.isEmpty else { throw RepoError("git \(arguments.joined(separator: " ")) found nothing") }
        return text
    }

    /// A running command. Its output is returned once it has exited.
    struct Command {
        fileprivate var arguments: [String]
        fileprivate var running: Subprocess.Running

        func text() throws(RepoError) -> String { String(decoding: try bytes(), as: UTF8.self) }

        /// Returns the output as bytes, which is several times faster than a string for thousands of paths.
        func bytes() throws(RepoError) -> [UInt8] {
            let result = try running.result()
            guard result.status == 0 else {
                let errors = String(decoding: result.errors, as: UTF8.self)
                guard !errors.contains("not a git repository") else {
                    throw RepoError("there is no git repository here; run “git init”, or pass --root FOLDER")
                }
                let reason = errors.split(separator: "\n").first.map(String.init) ?? "status \(result.status)"
                throw RepoError("git \(arguments.joined(separator: " ")) failed: \(reason)")
            }
            return result.output
        }
    }

    /// - Parameter index: The path of an index to use instead of git's own; git may write to it.
    func start(_ arguments: [String], input: String = "/dev/null", index: String? = nil) throws(RepoError) -> Command {
        // User settings must not hide changes to modes or files, and writing an index must not run hooks.
        var settings = ["-c", "core.fsmonitor=false", "-c", "core.fileMode=true"]
        var environment = ["GIT_OPTIONAL_LOCKS": "0"]
        if let index {
            settings += ["-c", "core.splitIndex=false", "-c", "core.hooksPath=/dev/null"]
            environment = ["GIT_INDEX_FILE": index]
        }
        let command = ["git", "-C", folder] + settings + arguments
        let running = try Subprocess.start(command, environment: environment, input: input)
        return Command(arguments: arguments, running: running)
    }

    func output(_ arguments: [String], input: String = "/dev/null", index: String? = nil) throws(RepoError) -> String {
        try start(arguments, input: input, index: index).text()
    }
}

extension Git.File {
    /// Returns nil for a mode of zeros, which means that there is no such file.
    fileprivate init?(mode: Substring, blob: Substring) {
        guard !mode.allSatisfy({ $0 == "0" }) else { return nil }
        self.init(mode: String(mode), blob: blob.allSatisfy { $0 == "0" } ? nil : String(blob))
    }
}

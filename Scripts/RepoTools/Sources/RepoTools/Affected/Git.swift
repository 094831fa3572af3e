/// Questions to git about one working copy; nothing here changes it.
struct Git {
    var folder: String

    /// A path that differs between two states.
    struct Change: Hashable, Comparable {
        var path: String
        /// What it was: nil when it was not there.
        var old: File?
        /// What it is now: nil when it is gone.
        var new: File?
        /// Whether git calls it anything but an ordinary file (symbolic link, submodule) on either side.
        var isSpecial = false

        static func < (left: Change, right: Change) -> Bool { left.path < right.path }
    }

    /// A file as a commit has it.
    struct File: Hashable {
        var mode: String
        /// Its content; nil where git has not stored it (a file of the working copy).
        var blob: String?
    }

    /// Every file that is tracked or would be.
    func files() throws(RepoError) -> [String] {
        Self.paths(try output(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]))
    }

    /// The commit `revision` names.
    func commit(_ revision: String) throws(RepoError) -> String {
        try line(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])
    }

    /// The last common commit of two.
    func mergeBase(_ first: String, _ second: String) throws(RepoError) -> String {
        try line(["merge-base", first, second])
    }

    /// The text of a blob, or of `REVISION:path`.
    func text(of object: String) throws(RepoError) -> String {
        try output(["cat-file", "blob", object])
    }

    /// What git would call the content of these files of the working copy, in their order; no name may hold a newline.
    func hashes(of paths: [String]) throws(RepoError) -> [String] {
        guard !paths.isEmpty else { return [] }
        let list = "\(ReportStore(root: folder).folder)/paths-\(StableHash.hex(paths.joined(separator: "\n")))"
        defer { Files.remove(list) }
        try Files.write(paths.joined(separator: "\n") + "\n", to: list)
        let text = try output(["hash-object", "--no-filters", "--stdin-paths"], input: list)
        let hashes = text.split(separator: "\n").map(String.init)
        guard hashes.count == paths.count else { throw RepoError("git hash-object left files out") }
        return hashes
    }

    /// How two commits are compared.
    ///
    /// `--no-renames`: a moved file is a deletion in one package and an addition in another, and both count.
    /// Settings of the user that hide a difference are overruled.
    private static let comparison = ["--raw", "-z", "--no-abbrev", "--no-renames", "--ignore-submodules=none"]

    /// The arguments that list what differs between two commits.
    static func changes(from start: String, to end: String) -> [String] {
        ["diff-tree", "-r"] + comparison + [start, end, "--"]
    }

    /// The arguments that list what differs between a commit and the index.
    static func changesOfIndex(from start: String) -> [String] {
        ["diff-index", "--cached"] + comparison + [start, "--"]
    }

    /// `:oldmode newmode oldblob newblob status␀path␀`, again and again.
    static func changes(inRaw raw: String) throws(RepoError) -> [Change] {
        let fields = raw.split(separator: "\0", omittingEmptySubsequences: true)
        guard fields.count.isMultiple(of: 2) else { throw RepoError("git diff --raw ended in the middle of an entry") }
        var changes: [Change] = []
        for index in stride(from: 0, to: fields.count, by: 2) {
            let words = fields[index].split(separator: " ")
            guard fields[index].hasPrefix(":"), words.count == 5 else {
                throw RepoError("git diff --raw said “\(fields[index])”, which is no entry")
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

    private static func paths(_ list: String) -> [String] {
        list.split(separator: "\0").map(String.init)
    }

    private func line(_ arguments: [String]) throws(RepoError) -> String {
        var text = try output(arguments)
        while text.hasSuffix("\n") { text.removeLast() }
        guard !text.isEmpty else { throw RepoError("git \(arguments.joined(separator: " ")) found nothing") }
        return text
    }

    /// A question that is being answered while others are asked.
    struct Question {
        fileprivate var arguments: [String]
        fileprivate var running: Subprocess.Running

        func answer() throws(RepoError) -> String { String(decoding: try bytes(), as: UTF8.self) }

        /// As git printed it; where names are taken from it by the thousand, text takes several times as long.
        func bytes() throws(RepoError) -> [UInt8] {
            let result = try running.result()
            guard result.status == 0 else {
                let errors = String(decoding: result.errors, as: UTF8.self)
                let reason = errors.split(separator: "\n").first.map(String.init) ?? "status \(result.status)"
                throw RepoError("git \(arguments.joined(separator: " ")) failed: \(reason)")
            }
            return result.output
        }
    }

    /// - Parameter index: another index than git's own, which may be written to.
    func ask(_ arguments: [String], input: String = "/dev/null", index: String? = nil) throws(RepoError) -> Question {
        // The user's settings must not hide a mode, and a file system's monitor not a change; no program of the user's is to
        // run because an index was written.
        var settings = ["-c", "core.fsmonitor=false", "-c", "core.fileMode=true"]
        var environment = ["GIT_OPTIONAL_LOCKS": "0"]
        if let index {
            settings += ["-c", "core.splitIndex=false", "-c", "core.hooksPath=/dev/null"]
            environment = ["GIT_INDEX_FILE": index]
        }
        let command = ["git", "-C", folder] + settings + arguments
        let running = try Subprocess.start(command, environment: environment, input: input)
        return Question(arguments: arguments, running: running)
    }

    func output(_ arguments: [String], input: String = "/dev/null", index: String? = nil) throws(RepoError) -> String {
        try ask(arguments, input: input, index: index).answer()
    }
}

extension Git.File {
    /// Nil where git says there is no such file, by a mode of zeros.
    fileprivate init?(mode: Substring, blob: Substring) {
        guard !mode.allSatisfy({ $0 == "0" }) else { return nil }
        self.init(mode: String(mode), blob: blob.allSatisfy { $0 == "0" } ? nil : String(blob))
    }
}

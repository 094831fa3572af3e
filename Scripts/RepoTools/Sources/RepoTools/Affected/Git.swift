/// Questions to git about one working copy; nothing here changes it.
struct Git {
    var folder: String

    /// A path that differs between two states.
    struct Change: Hashable, Comparable {
        var path: String
        /// Whether git calls it anything but an ordinary file (symbolic link, submodule) on either side.
        var isSpecial = false
        /// What it is now: nil when it is gone.
        var mode: String? = "100644"
        /// Its content now; nil when it is gone or git has not stored it (a file of the working copy).
        var blob: String?

        static func < (left: Change, right: Change) -> Bool { left.path < right.path }
    }

    /// A file of a commit.
    struct Entry: Hashable {
        var mode: String
        var blob: String
        var path: String

        var isSymbolicLink: Bool { mode == "120000" }
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

    /// A clone that was cut off lacks the history a merge base needs.
    func isShallow() throws(RepoError) -> Bool {
        try line(["rev-parse", "--is-shallow-repository"]) == "true"
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

    /// The arguments that list what differs between two commits, or (`end` nil) between a commit and the working copy, untracked files aside.
    ///
    /// `--no-renames`: a moved file is a deletion in one package and an addition in another, and both count.
    /// Settings of the user that hide a difference are overruled.
    static func trackedChanges(from start: String, to end: String?) -> [String] {
        let options = ["--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-relative"]
        return ["diff"] + options + ["--ignore-submodules=none", start] + (end.map { [$0] } ?? []) + ["--"]
    }

    /// What differs between two commits, or (`end` nil) between a commit and the working copy, untracked files aside.
    func trackedChanges(from start: String, to end: String?) throws(RepoError) -> [Change] {
        try Self.changes(inRaw: try output(Self.trackedChanges(from: start, to: end))).sorted()
    }

    /// As ``trackedChanges(from:to:)``, with the untracked files of the working copy.
    func changes(from start: String, to end: String?) throws(RepoError) -> [Change] {
        let tracked = try trackedChanges(from: start, to: end)
        guard end == nil else { return tracked }
        return (tracked + Self.marked(inList: try output(Self.markedFiles)).untracked.map { Change(path: $0) }).sorted()
    }

    /// The arguments that list, with a mark each, what git tracks and what it does not and would: one look at the files
    /// tells both.
    static let markedFiles = ["ls-files", "-v", "--cached", "--others", "--exclude-standard", "-z", "--full-name"]

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
            let special: Set<Substring> = ["120000", "160000"]
            changes.append(
                Change(
                    path: String(fields[index + 1]),
                    isSpecial: special.contains(words[0].dropFirst()) || special.contains(words[1]),
                    mode: words[1] == "000000" ? nil : String(words[1]),
                    blob: words[3].allSatisfy { $0 == "0" } ? nil : String(words[3])
                )
            )
        }
        return changes
    }

    /// `mode type object⇥path␀`, again and again.
    static func entries(inTree list: String) throws(RepoError) -> [Entry] {
        // As an array: to go through a string's bytes takes three times as long.
        let bytes = Array(list.utf8)
        var entries: [Entry] = []
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: 0) ?? bytes.endIndex
            let record = bytes[start..<end]
            let space = UInt8(ascii: " ")
            guard let tab = record.firstIndex(of: UInt8(ascii: "\t")),
                let first = record[..<tab].firstIndex(of: space), let last = record[..<tab].lastIndex(of: space),
                record[..<tab].count(where: { $0 == space }) == 2
            else {
                throw RepoError("git ls-tree said “\(String(decoding: record, as: UTF8.self))”, which is no entry")
            }
            entries.append(
                Entry(
                    mode: String(decoding: record[..<first], as: UTF8.self),
                    blob: String(decoding: record[(last + 1)..<tab], as: UTF8.self),
                    path: String(decoding: record[(tab + 1)...], as: UTF8.self)
                )
            )
            start = end + 1
        }
        return entries
    }

    /// Of what `ls-files -v -z` says: the files whose changes git was told not to see (`assume-unchanged`,
    /// `skip-worktree`), and those it does not track.
    static func marked(inList list: String) -> (hidden: [String], untracked: [String]) {
        var marked: (hidden: [String], untracked: [String]) = ([], [])
        for record in Array(list.utf8).split(separator: 0) {
            guard let mark = record.first else { continue }
            let isHidden = mark == UInt8(ascii: "S") || mark >= UInt8(ascii: "a")
            guard isHidden || mark == UInt8(ascii: "?") else { continue }
            let path = String(decoding: record.dropFirst(2), as: UTF8.self)
            if isHidden { marked.hidden.append(path) } else { marked.untracked.append(path) }
        }
        return marked
    }

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

        func answer() throws(RepoError) -> String {
            let result = try running.result()
            guard result.succeeded else {
                let reason = result.errors.split(separator: "\n").first.map(String.init) ?? "status \(result.status)"
                throw RepoError("git \(arguments.joined(separator: " ")) failed: \(reason)")
            }
            return result.output
        }
    }

    func ask(_ arguments: [String], input: String = "/dev/null") throws(RepoError) -> Question {
        // The user's settings must not hide a mode, and a file system's monitor not a change.
        let settings = ["-c", "core.fsmonitor=false", "-c", "core.fileMode=true"]
        let running = try Subprocess.start(
            ["git", "-C", folder] + settings + arguments,
            environment: ["GIT_OPTIONAL_LOCKS": "0"],
            input: input
        )
        return Question(arguments: arguments, running: running)
    }

    func output(_ arguments: [String], input: String = "/dev/null") throws(RepoError) -> String {
        try ask(arguments, input: input).answer()
    }
}

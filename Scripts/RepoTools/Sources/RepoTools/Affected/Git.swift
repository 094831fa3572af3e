/// Questions to git about one working copy; nothing here changes it.
struct Git {
    var folder: String

    /// A path that differs, and whether git calls it anything but an ordinary file (symbolic link, submodule).
    struct Change: Hashable, Comparable {
        var path: String
        var isSpecial = false

        static func < (left: Change, right: Change) -> Bool { left.path < right.path }
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

    /// What differs between two commits, or (`end` nil) between a commit and the working copy with its untracked files.
    ///
    /// `--no-renames`: a moved file is a deletion in one package and an addition in another, and both count.
    /// Settings of the user that hide a difference are overruled.
    func changes(from start: String, to end: String?) throws(RepoError) -> [Change] {
        let options = ["--raw", "-z", "--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=none"]
        let raw = try output(["diff"] + options + [start] + (end.map { [$0] } ?? []) + ["--"])
        guard end == nil else { return try Self.changes(inRaw: raw).sorted() }
        let untracked = Self.paths(try output(["ls-files", "--others", "--exclude-standard", "-z", "--full-name"]))
        return (try Self.changes(inRaw: raw) + untracked.map { Change(path: $0) }).sorted()
    }

    /// `:oldmode newmode oldblob newblob status␀path␀`, again and again.
    static func changes(inRaw raw: String) throws(RepoError) -> [Change] {
        let fields = raw.split(separator: "\0", omittingEmptySubsequences: true)
        guard fields.count.isMultiple(of: 2) else { throw RepoError("git diff --raw ended in the middle of an entry") }
        var changes: [Change] = []
        for index in stride(from: 0, to: fields.count, by: 2) {
            let modes = fields[index].split(separator: " ")
            guard fields[index].hasPrefix(":"), modes.count == 5 else {
                throw RepoError("git diff --raw said “\(fields[index])”, which is no entry")
            }
            let special: Set<Substring> = ["120000", "160000"]
            let isSpecial = special.contains(modes[0].dropFirst()) || special.contains(modes[1])
            changes.append(Change(path: String(fields[index + 1]), isSpecial: isSpecial))
        }
        return changes
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

    private func output(_ arguments: [String]) throws(RepoError) -> String {
        let result = try Subprocess.run(["git", "-C", folder] + arguments, environment: ["GIT_OPTIONAL_LOCKS": "0"])
        guard result.succeeded else {
            let reason = result.errors.split(separator: "\n").first.map(String.init) ?? "status \(result.status)"
            throw RepoError("git \(arguments.joined(separator: " ")) failed: \(reason)")
        }
        return result.output
    }
}

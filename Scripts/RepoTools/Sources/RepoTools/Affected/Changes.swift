/// The paths that differ between the merge base of two revisions and the second of them, or the working copy.
struct Changes {
    /// The commit with which the second state is compared.
    let mergeBase: String
    /// The commit of the second state; nil for the working copy.
    let head: String?
    /// The changed paths. A moved file is removed at one and added at another. A submodule is a single path.
    private(set) var paths: [String]
    /// The changed paths that are visible at another path, too, through a symbolic link.
    private(set) var linked: Set<String> = []
    /// Whether the working copy is compared and has changes that are not committed.
    private(set) var areUncommitted = false

    /// Reads the changes. A `head` of nil is the working copy. Throws the reason why the changes cannot be determined.
    init(since base: String, head: String?, root: String) throws(RepoError) {
        let git = Git(folder: root)
        (mergeBase, self.head) = try Self.commits(base, head, git)
        // Each option overrides a user setting. Contents are compared, so a change that was reverted is none.
        let compare = [
            "--name-only", "-z", "--no-renames", "--ignore-submodules=none", "--no-ext-diff", "--no-relative",
        ]
        guard let head = self.head else {
            if let path = try Self.hiddenFile(git) {
                throw RepoError("git ignores changes of \(path), which has the bit assume-unchanged or skip-worktree")
            }
            let untracked = try git.names(["ls-files", "--others", "--exclude-standard", "-z"])
            paths = Set(try git.names(["diff"] + compare + [mergeBase, "--"]) + untracked).sorted()
            let uncommitted = paths.isEmpty ? [] : try git.names(["diff"] + compare + ["HEAD", "--"]) + untracked
            areUncommitted = !uncommitted.isEmpty
            return
        }
        paths = try git.names(["diff"] + compare + [mergeBase, head, "--"])
    }

    /// Returns the merge base of both revisions, and the commit of the second.
    private static func commits(_ base: String, _ head: String?, _ git: Git) throws(RepoError) -> (String, String?) {
        let revisions = [base, head ?? "HEAD"]
        // Git would interpret these as an option, a range or HEAD.
        for revision in revisions where revision.hasPrefix("-") || revision.contains("..") || revision.isEmpty {
            throw RepoError("“\(revision)” is not a revision")
        }
        let state = try git.output(["rev-parse", "--is-shallow-repository", "--show-prefix"])
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard state.first == "false" else { throw RepoError("the clone is shallow; fetch its complete history") }
        // Git prints paths relative to the root of the repository.
        guard state.count < 2 || state[1].isEmpty else {
            throw RepoError("\(state[1]) is a folder of a repository; move \(RepoConfiguration.file) to its root")
        }
        var commits: [String] = []
        for revision in revisions {
            guard let commit = try? git.commit(revision) else {
                throw RepoError("there is no commit “\(revision)”; fetch it, or name another")
            }
            commits.append(commit)
        }
        guard let mergeBase = try? git.mergeBase(commits[0], commits[1]) else {
            throw RepoError("“\(revisions[0])” and “\(revisions[1])” have no commit in common")
        }
        return (mergeBase, head == nil ? nil : commits[1])
    }

    /// Returns a file whose changes git does not report: one with the bit `assume-unchanged` (a lowercase tag) or
    /// `skip-worktree` (the tag `S`).
    private static func hiddenFile(_ git: Git) throws(RepoError) -> String? {
        try git.names(["ls-files", "-v", "-z"]).first { $0.hasPrefix("S ") || $0.first?.isLowercase == true }
            .map { String($0.dropFirst(2)) }
    }

    /// Adds the paths at which symbolic links make the changed files visible.
    ///
    /// - Parameter links: The targets of links, relative to the root, with the paths of the links.
    mutating func add(_ links: [String: [String]]) throws(RepoError) {
        guard !links.isEmpty else { return }
        var all = Set(paths)
        var new = paths
        // Links may refer to links. The limit ends cycles.
        for _ in 0..<8 where !new.isEmpty {
            var aliases: [String] = []
            for path in new {
                for folder in Files.pathAndParents(of: path) + ["."] {
                    guard let places = links[folder] else { continue }
                    let below = folder == "." ? "/\(path)" : path.dropFirst(folder.count)
                    aliases += places.map { $0 + below }
                    linked.insert(path)
                }
            }
            new = aliases.filter { all.insert($0).inserted }
        }
        guard new.isEmpty else { throw RepoError("symbolic links form a cycle, or a chain of eight or more") }
        paths = all.sorted()
    }
}

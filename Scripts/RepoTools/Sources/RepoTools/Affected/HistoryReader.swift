/// Reads both states of a ``History``: the merge base and `head`. `git status`, the slowest command, runs while the
/// merge base is read.
struct HistoryReader {
    private(set) var mergeBase: History.State
    private let git: Git
    private var files: CommitFiles
    private let isWorkingCopy: Bool
    private let indexCopy: IndexCopy?
    /// The differences of the index from the merge base.
    private let staged: [Git.Change]
    /// The command that prints the differences of `head` from the merge base; nil for the working copy.
    private let committed: Git.Command?
    private let status: Git.Command

    /// Starts the commands and reads the merge base. A `head` of nil is the working copy. Throws the reason why the
    /// states cannot be compared.
    init(base: String, head: String?, root: String) throws(RepoError) {
        git = Git(folder: root)
        isWorkingCopy = head == nil
        // The slowest command is started first.
        indexCopy = IndexCopy(of: git)
        status = try git.start(WorkingStatus.arguments, index: indexCopy?.path)
        let listing = try git.start(CommitFiles.listingArguments)
        let range = try RevisionRange(base, head ?? "HEAD", git)
        let indexDifferences = try git.start(Git.indexDiffArguments(from: range.mergeBase))
        committed = head == nil ? nil : try git.start(Git.diffArguments(from: range.mergeBase, to: range.head))
        // If the commit contains no rules, those of the working copy are used.
        let committedRules = head == nil ? nil : try? git.text(of: "\(range.head):\(RepoConfiguration.file)")
        let rules =
            if let committedRules { try RepoConfiguration.parse(committedRules) } else {
                try RepoConfiguration.load(root: root)
            }
        let index = try listing.bytes()
        staged = try Git.changes(inRaw: try indexDifferences.text())
        files = CommitFiles(index: index, changes: staged)
        mergeBase = try History.State(files, rules: rules)
    }

    /// Waits for the commands and returns both states. Throws the reason why the states cannot be compared.
    consuming func history() throws(RepoError) -> History {
        let text = try status.text()
        indexCopy?.backdate()
        let working = try WorkingStatus(text)
        if let path = try files.hidden().first {
            throw RepoError("git ignores changes of \(path), which has the bit assume-unchanged or skip-worktree")
        }
        if isWorkingCopy {
            if !working.intentToAdd.isEmpty {
                files = files.after(working.intentToAdd.map { Git.Change(path: $0) })
                mergeBase = try History.State(files, rules: mergeBase.rules)
            }
        } else if working.hasStagedChanges || !working.changes.isEmpty {
            let path = working.changes.first.map(\.path) ?? "the index"
            throw RepoError("the working copy differs from HEAD (\(path)); commit, or omit --head")
        }
        let changes = try committed.map { command throws(RepoError) in
            try Git.changes(inRaw: try command.text()).sorted()
        }
        let differences = changes ?? working.merged(with: staged)
        var history = try History(differences, mergeBase: mergeBase, files: files, git: git)
        if isWorkingCopy, working.hasStagedChanges || !working.changes.isEmpty {
            history.warnings.append("uncommitted changes are included")
        }
        return history
    }
}

/// The merge base of two revisions, and the commit of the second.
private struct RevisionRange {
    var mergeBase: String
    var head: String

    init(_ base: String, _ head: String, _ git: Git) throws(RepoError) {
        // Git would interpret these as an option, a range or HEAD.
        for revision in [base, head] where revision.hasPrefix("-") || revision.contains("..") || revision.isEmpty {
            throw RepoError("“\(revision)” is not a revision")
        }
        // One process instead of three. Each line after the fifth is `^` and a merge base, best first.
        let arguments = ["--is-shallow-repository", "\(base)^{commit}", "\(head)^{commit}"]
        let lines: [String]
        do throws(RepoError) {
            lines = try git.output(["rev-parse"] + arguments + ["\(base)^{commit}...\(head)^{commit}"])
                .split(separator: "\n").map(String.init)
        } catch {
            // Git's message has three lines, so it is replaced.
            let unknown = [base, head].first { error.message.contains("'\($0)^{commit}'") }
            throw unknown.map { RepoError("there is no commit “\($0)”; fetch it, or name another") } ?? error
        }
        guard lines.count >= 5 else { throw RepoError("“\(base)” and “\(head)” are not two commits") }
        guard lines[0] == "false" else { throw RepoError("the clone is shallow; fetch its complete history") }
        guard lines.count > 5, lines[5].hasPrefix("^") else {
            throw RepoError("“\(base)” and “\(head)” have no commit in common")
        }
        (mergeBase, self.head) = (String(lines[5].dropFirst()), lines[2])
    }
}

/// Reads both states. What takes git longest, to look at every file of the working copy, goes on in the background while the
/// last common commit can be looked at.
struct HistoryReader {
    /// The last common commit.
    let common: History.State
    private let git: Git
    private let entries: [Git.Entry]
    private let isWorkingCopy: Bool
    private let changed: Git.Question
    /// Nil where all that differs is not committed.
    private let staged: Git.Question?
    private let files: Git.Question

    /// Starts.
    ///
    /// - Parameter head: a revision, nil for the working copy.
    /// - Throws: what makes it impossible to tell.
    init(base: String, head: String?, root: String) throws(RepoError) {
        for revision in [base, head ?? "HEAD"] where revision.hasPrefix("-") {
            throw RepoError("“\(revision)” is no revision")
        }
        git = Git(folder: root)
        isWorkingCopy = head == nil
        // What takes longest first.
        files = try git.ask(Git.markedFiles)
        let known = try git.output(
            ["rev-parse", "--is-shallow-repository", "\(base)^{commit}", "\(head ?? "HEAD")^{commit}"]
        ).split(separator: "\n").map(String.init)
        guard known.count == 3 else { throw RepoError("“\(base)” and “\(head ?? "HEAD")” name no two commits") }
        guard known[0] == "false" else { throw RepoError("the clone is shallow: fetch its whole history") }
        let common = known[1] == known[2] ? known[1] : try git.output(["merge-base", known[1], known[2]]).trimmed
        let listing = try git.ask(["ls-tree", "-r", "-z", common])
        changed = try git.ask(Git.trackedChanges(from: common, to: head == nil ? nil : known[2]))
        let isAhead = head == nil && common != known[2]
        staged = isAhead ? try git.ask(["diff-index", "--cached", "--raw", known[2], "--"]) : nil
        let rules =
            head == nil
            ? try RepoConfiguration.load(root: root)
            : try RepoConfiguration.parse(try git.text(of: "\(known[2]):\(RepoConfiguration.file)"))
        entries = try Git.entries(inTree: try listing.answer())
        var state = History.State(rules: rules)
        for entry in entries { state.take(entry.path, blob: entry.blob) }
        self.common = state
    }

    /// Waits for what git finds.
    ///
    /// - Throws: what makes it impossible to tell.
    func history() throws(RepoError) -> History {
        var changes = try Git.changes(inRaw: try changed.answer()).sorted()
        let isStaged =
            try staged.map { question throws(RepoError) in !(try question.answer().isEmpty) } ?? !changes.isEmpty
        let marked = Git.marked(inList: try files.answer())
        let unseen = marked.hidden
        let added = marked.untracked.map { Git.Change(path: $0) }
        if isWorkingCopy {
            if let path = unseen.first { throw RepoError("git was told not to see changes of \(path)") }
            changes += added
        } else if let path = try (added + git.trackedChanges(from: "HEAD", to: nil)).first?.path {
            throw RepoError("the working copy is not what was committed (\(path)); commit, or leave --head out")
        }
        var history = try History(changes, common: common, entries: entries, git: git)
        if isWorkingCopy, isStaged || changes.contains(where: { $0.mode != nil && $0.blob == nil }) {
            history.remarks.append("what is not committed counts as changed")
        }
        return history
    }
}

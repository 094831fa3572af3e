/// The differences between the working copy and the index, as reported by `git status`.
struct WorkingStatus {
    /// The changed files, including untracked ones. The hashes of their new contents are unknown.
    private(set) var changes: [Git.Change] = []
    /// Files added by `git add --intent-to-add`, which are in the index without content.
    private(set) var intentToAdd: [String] = []
    /// Whether the index differs from `HEAD`.
    private(set) var hasStagedChanges = false

    static let arguments = [
        // These settings must not vary: Git's untracked cache is valid only for the settings with which it was filled.
        "-c", "status.showUntrackedFiles=all",
        "status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=none",
    ]

    /// - Parameter text: Entries of the form `1 XY sub mH mI mW hH hI path␀` and `? path␀`.
    init(_ text: String) throws(RepoError) {
        for record in text.split(separator: "\0") {
            let words = record.split(separator: " ", maxSplits: 8)
            switch words.first {
            case "?": changes.append(Git.Change(path: String(record.dropFirst(2)), new: Git.File(mode: "100644")))
            case "1" where words.count == 9: append(words)
            case "u":
                throw RepoError("a merge is unfinished (\(record.split(separator: " ", maxSplits: 10).last ?? ""))")
            default: throw RepoError("git status printed “\(record)”, which is not an entry")
            }
        }
    }

    private mutating func append(_ words: [Substring]) {
        let path = String(words[8])
        if words[1].first != "." { hasStagedChanges = true }
        guard words[1].last != "." else { return }
        let isIntentToAdd = words[4] == "000000"
        if isIntentToAdd { intentToAdd.append(path) }
        changes.append(
            Git.Change(
                path: path,
                old: isIntentToAdd ? nil : Git.File(mode: String(words[4]), blob: String(words[7])),
                new: words[5] == "000000" ? nil : Git.File(mode: String(words[5])),
                // `N...`: not a submodule.
                isSpecial: words[2] != "N..." || Git.isSpecial(words[4]) || Git.isSpecial(words[5])
            )
        )
    }

    /// Returns the differences of the working copy from a commit, from which the index differs by `staged`.
    func merged(with staged: [Git.Change]) -> [Git.Change] {
        var merged = Dictionary(staged.map { ($0.path, $0) }) { first, _ in first }
        for change in changes {
            guard let stagedChange = merged[change.path] else {
                merged[change.path] = change
                continue
            }
            let combined = Git.Change(
                path: change.path,
                old: stagedChange.old,
                new: change.new,
                isSpecial: stagedChange.isSpecial || change.isSpecial
            )
            merged[change.path] = combined.old == nil && combined.new == nil ? nil : combined
        }
        return merged.values.sorted()
    }
}

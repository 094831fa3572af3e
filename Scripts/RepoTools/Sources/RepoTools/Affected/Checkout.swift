/// The files of a commit in a temporary folder with the name of the repository's folder, because manifests may depend
/// on their location and on other files. The index and the settings of the repository are not changed, and no hook is run.
struct Checkout: Sendable {
    private let scratch: ScratchFolder
    /// The full path.
    let folder: String
    /// Reads the files that the checkout consists of.
    let git: Git

    init(_ commit: String, of root: String) throws(RepoError) {
        scratch = try ScratchFolder()
        folder = "\(scratch.path)/files/\(Files.name(of: root))"
        git = Git(folder: root, index: "\(scratch.path)/index")
        try Files.makeFolder(folder)
        do throws(RepoError) {
            _ = try git.output(["read-tree", commit])
            _ = try git.output(["checkout-index", "--all", "--quiet", "--prefix=\(folder)/"])
        } catch {
            scratch.remove()
            throw RepoError("the files of \(commit.prefix(10)) cannot be checked out: \(error)")
        }
    }

    func remove() { scratch.remove() }
}

extension Git {
    /// Returns the symbolic links of the index: the targets below the root, each with the paths of its links.
    ///
    /// - Parameter files: The folder with the files.
    func links(in files: String) throws(RepoError) -> [String: [String]] {
        var links: [String: [String]] = [:]
        for entry in try names(["ls-files", "--stage", "-z"]) where entry.hasPrefix("120000 ") {
            let path = String(entry.drop { $0 != "\t" }.dropFirst())
            // A link that was removed from the working copy is itself a change.
            guard let target = Files.linkTarget("\(files)/\(path)"), !target.hasPrefix("/") else { continue }
            let resolved = Files.normalized("\(Files.parent(of: path))/\(target)")
            if resolved != "..", !resolved.hasPrefix("../") { links[resolved, default: []].append(path) }
        }
        return links
    }
}

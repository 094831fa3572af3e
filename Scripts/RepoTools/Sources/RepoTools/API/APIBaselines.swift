import Foundation

/// Compares the public interface of each module with the baseline in `API/Module.txt` of its package.
struct APIBaselines {
    let built: BuiltModules

    init(_ built: BuiltModules) {
        self.built = built
    }

    private var root: String { built.repository.root }

    /// Returns the baseline of a module, or nil if there is none.
    func baseline(of module: BuiltModules.Module) -> InterfaceText? {
        (try? Files.text("\(root)/\(module.baselineFile)")).map(InterfaceText.init(text:))
    }

    func write(_ interface: InterfaceText, of module: BuiltModules.Module) throws(RepoError) {
        try Files.write(interface.text, to: "\(root)/\(module.baselineFile)")
    }

    func current(_ module: BuiltModules.Module) throws(RepoError) -> InterfaceText {
        let result = try built.shell.capture(try built.command("swift-synthesize-interface", on: module))
        guard result.succeeded, !result.output.isEmpty else {
            // Only the first line, because a list of all modules follows it.
            let reason = result.errors.split(separator: "\n").first ?? "nothing was printed"
            throw RepoError("the interface of \(module.name) cannot be read: \(reason)")
        }
        return InterfaceText(synthesized: result.output)
    }

    // MARK: Comparison with an earlier commit

    /// Returns a finding for each baseline with breaking changes since the merge base of `base` and HEAD, unless the
    /// package's CHANGELOG has a new entry for a breaking change, or no released version. Builds nothing.
    func findings(since base: String) throws(RepoError) -> [Finding] {
        let git = Git(folder: root)
        let mergeBase = try git.mergeBase(try git.commit(base), try git.commit("HEAD"))
        var findings: [Finding] = []
        for package in built.repository.packages {
            let prefix = package.path("API/")
            let list = try git.output(["ls-tree", "--name-only", "-z", mergeBase, prefix])
            for file in list.split(separator: "\0").map(String.init) {
                let old = InterfaceText(text: try git.text(of: "\(mergeBase):\(file)"))
                let new = InterfaceText(text: (try? Files.text("\(root)/\(file)")) ?? "")
                let removed = InterfaceDifference(from: old, to: new).removed
                guard let first = removed.first, requiresBreakingEntry(in: package, since: mergeBase, git: git) else {
                    continue
                }
                let others = removed.count > 1 ? " and \(removed.count - 1) more" : ""
                let message =
                    "breaking changes of “\(first)”\(others); add an entry below “## Unreleased” in "
                    + "\(package.path("CHANGELOG.md")), in a line that starts with “- Breaking:”"
                findings.append(Finding(file: file, message: message))
            }
        }
        return findings
    }

    /// Returns whether the CHANGELOG has a released version, and its section “Unreleased” contains no entry for a
    /// breaking change that it did not contain at `commit`.
    private func requiresBreakingEntry(in package: Repository.Package, since commit: String, git: Git) -> Bool {
        let file = package.path("CHANGELOG.md")
        let old = (try? git.text(of: "\(commit):\(file)")) ?? ""
        let new = (try? Files.text("\(root)/\(file)")) ?? ""
        guard !ReleaseNotes.releases(in: new).isEmpty else { return false }
        return Self.breakingEntries(in: new).isSubset(of: Self.breakingEntries(in: old))
    }

    /// Returns the lines of the section “Unreleased” that start with “- Breaking:”.
    private static func breakingEntries(in changelog: String) -> Set<Substring> {
        let lines = ReleaseNotes.entries(of: "Unreleased", in: changelog).split(separator: "\n")
        return Set(lines.filter { $0.lowercased().hasPrefix("- breaking:") })
    }
}

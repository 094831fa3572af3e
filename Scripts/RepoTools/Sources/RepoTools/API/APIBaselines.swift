import Foundation

/// Compares the public interface of each module with the baseline in `API/Module.txt` of its package.
struct APIBaselines {
    var repository: Repository
    var shell: Shell
    /// The folders in which the packages' tests have built the modules; nil to read those that
    /// ``build(_:console:)`` builds.
    var testFolders: BuildFolders?

    private var built: BuiltModules { BuiltModules(repository: repository, shell: shell, testFolders: testFolders) }

    /// The modules in library products, except those of packages that `repo.json` lists as standalone.
    var modules: [BuiltModules.Module] { built.modules }

    /// Returns the baseline of a module, or nil if there is none.
    func baseline(of module: BuiltModules.Module) -> InterfaceText? {
        (try? Files.text("\(repository.root)/\(module.baselineFile)")).map(InterfaceText.init(baseline:))
    }

    func write(_ interface: InterfaceText, of module: BuiltModules.Module) throws(RepoError) {
        try Files.write(interface.text, to: "\(repository.root)/\(module.baselineFile)")
    }

    func build(_ modules: [BuiltModules.Module], console: Console) throws(RepoError) {
        try built.build(modules, for: "api", console: console)
    }

    /// Returns the interface of a built module.
    func current(_ module: BuiltModules.Module) throws(RepoError) -> InterfaceText {
        let result = try shell.capture(try built.command("swift-synthesize-interface", on: module))
        guard result.succeeded, !result.output.isEmpty else {
            // Only the first line, because a list of all modules follows it.
            let reason = result.errors.split(separator: "\n").first ?? "nothing was printed"
            throw RepoError("the interface of \(module.name) cannot be read: \(reason)")
        }
        return InterfaceText(synthesized: result.output)
    }

    // MARK: Comparison with an earlier commit

    /// Returns a finding for each baseline with breaking changes since the merge base of `base` and HEAD, unless the
    /// package's CHANGELOG has a new entry for a breaking change. Builds nothing.
    func findings(since base: String) throws(RepoError) -> [Finding] {
        let git = Git(folder: repository.root)
        let mergeBase = try git.mergeBase(try git.commit(base), try git.commit("HEAD"))
        var findings: [Finding] = []
        for package in repository.packages {
            let prefix = package.path("API/")
            let list = try git.output(["ls-tree", "--name-only", "-z", mergeBase, prefix])
            for file in list.split(separator: "\0").map(String.init) {
                let old = InterfaceText(baseline: try git.text(of: "\(mergeBase):\(file)"))
                let new = InterfaceText(baseline: (try? Files.text("\(repository.root)/\(file)")) ?? "")
                let difference = InterfaceDifference(from: old, to: new)
                guard difference.isBreaking, !hasBreakingEntry(in: package, since: mergeBase, git: git) else {
                    continue
                }
                let breakingChanges = difference.changes.filter { $0.kind == .breaking }
                let first = breakingChanges[0].declaration.description
                let others = breakingChanges.count > 1 ? " and \(breakingChanges.count - 1) more" : ""
                let message =
                    "breaking changes of “\(first)”\(others); add an entry below “## Unreleased” in "
                    + "\(package.path("CHANGELOG.md")), in a line that starts with “- Breaking:”"
                findings.append(Finding(file: file, message: message))
            }
        }
        return findings
    }

    /// Returns whether the section “Unreleased” of the CHANGELOG contains an entry for a breaking change that it did not
    /// contain at `commit`.
    private func hasBreakingEntry(in package: Repository.Package, since commit: String, git: Git) -> Bool {
        let file = package.path("CHANGELOG.md")
        let old = (try? git.text(of: "\(commit):\(file)")) ?? ""
        let new = (try? Files.text("\(repository.root)/\(file)")) ?? ""
        return !Self.breakingEntries(in: new).isSubset(of: Self.breakingEntries(in: old))
    }

    /// Returns the lines of the section “Unreleased” that start with “- Breaking:”.
    private static func breakingEntries(in changelog: String) -> Set<Substring> {
        var isUnreleased = false
        var lines: Set<Substring> = []
        for line in changelog.split(separator: "\n") {
            if line.hasPrefix("## ") { isUnreleased = line.lowercased().contains("unreleased") }
            if isUnreleased, line.lowercased().hasPrefix("- breaking:") { lines.insert(line) }
        }
        return lines
    }
}

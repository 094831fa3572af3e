import Foundation

/// Compares the public interface of each module with the baseline in `API/Module.txt` of its package.
struct APIBaselines {
    var repository: Repository
    var shell: Shell
    /// The build folder of the packages' tests, or nil if ``build`` builds the modules.
    var tested: BuildFolders?

    /// A module with a public interface.
    struct Module: Equatable {
        var name: String
        var package: Repository.Package

        /// Relative to the root.
        var file: String { package.path("API/\(name).txt") }
    }

    /// The modules in library products of all packages that are not standalone.
    var modules: [Module] {
        repository.packages.filter { !repository.configuration.standalone.contains($0.folder) }.flatMap { package in
            let offeredTargets = Set(package.manifest.products.filter { $0.type["library"] != nil }.flatMap(\.targets))
            return package.manifest.targets.filter { offeredTargets.contains($0.name) && $0.type == "regular" }.map {
                Module(name: $0.name, package: package)
            }
        }
    }

    /// Returns the baseline of a module, or nil if there is none.
    func baseline(of module: Module) -> InterfaceText? {
        (try? Files.text("\(repository.root)/\(module.file)")).map(InterfaceText.init(baseline:))
    }

    func write(_ interface: InterfaceText, of module: Module) throws(RepoError) {
        try Files.write(interface.text, to: "\(repository.root)/\(module.file)")
    }

    /// Builds the modules, using the root manifest if it contains them and the packages' manifests otherwise.
    func build(_ modules: [Module], console: Console) throws(RepoError) {
        let inRoot = Set(repository.rootManifest?.targets.map(\.name) ?? [])
        let otherFolders = Set(modules.filter { !inRoot.contains($0.name) }.map(\.package.folder)).sorted()
        let needsRoot = modules.contains { inRoot.contains($0.name) }
        for folder in (needsRoot ? [repository.root] : [])
            + otherFolders.map({ Files.absolute($0, from: repository.root) })
        {
            console.note("api: building \(folder)\n")
            let log = "\(ReportStore(root: repository.root).logs)/api.log"
            Files.remove(log)
            let names = Set(modules.map(\.name))
            let targets = conditionalDependencies(in: folder).filter(names.contains).map { ["--target", $0] }
            for options in [[]] + targets {
                guard try shell.log(["swift", "build", "--package-path", folder] + options, log) == 0 else {
                    throw RepoError("\(folder) does not build:\n\(try Files.text(log))")
                }
            }
        }
    }

    /// Returns the targets on which others depend under a condition. If it is false, SwiftPM builds them only when
    /// they are named.
    private func conditionalDependencies(in folder: String) -> [String] {
        let package = repository.packages.first { Files.absolute($0.folder, from: repository.root) == folder }
        let targets = package?.manifest.targets ?? repository.rootManifest?.targets
        return Set((targets ?? []).flatMap(\.dependencies).filter { $0.condition != nil }.map(\.name)).sorted()
    }

    /// Returns the interface of a built module.
    func current(_ module: Module) throws(RepoError) -> InterfaceText {
        let inRoot = repository.rootManifest?.targets.contains { $0.name == module.name } == true
        let folder = inRoot ? repository.root : Files.absolute(module.package.folder, from: repository.root)
        let built = tested?.path(of: module.package.name) ?? "\(folder)/.build"
        let info = try shell.capture(["swift", "-print-target-info"])
        let triple = (try? JSONDecoder().decode(JSONValue.self, from: Data(info.output.utf8)))?["target"]?["triple"]
        let clang = repository.packages.flatMap { package in
            package.manifest.targets.filter { $0.isSystemLibrary || $0.type == "regular" }.flatMap { target in
                ["", "/include"].map { repository.folder(of: target, in: package) + $0 }
            }.filter { Files.exists("\($0)/module.modulemap") }
        }
        let paths = (["\(built)/debug/Modules"] + clang).flatMap { ["-I", $0] }
        let command = ["-module-name", module.name, "-target", triple?.string ?? ""] + paths
        let result = try shell.capture(Toolchain.tool("swift-synthesize-interface") + command)
        guard result.succeeded, !result.output.isEmpty else {
            // Only the first line, because a list of all modules follows it.
            let reason = result.errors.split(separator: "\n").first ?? "nothing was printed"
            throw RepoError("the interface of \(module.name) cannot be read: \(reason)")
        }
        return InterfaceText(synthesized: result.output)
    }

    // MARK: Comparison with an earlier commit

    /// Compares the baselines with those of the merge base of `base`; a breaking change needs an entry in the package's
    /// CHANGELOG. Builds nothing.
    func findings(since base: String) throws(RepoError) -> [Finding] {
        let git = Git(folder: repository.root)
        let common = try git.mergeBase(try git.commit(base), try git.commit("HEAD"))
        var findings: [Finding] = []
        for package in repository.packages {
            let prefix = package.path("API/")
            let list = try git.output(["ls-tree", "--name-only", "-z", common, prefix])
            for file in list.split(separator: "\0").map(String.init) {
                let old = InterfaceText(baseline: try git.text(of: "\(common):\(file)"))
                let new = InterfaceText(baseline: (try? Files.text("\(repository.root)/\(file)")) ?? "")
                let difference = InterfaceDifference(from: old, to: new)
                guard difference.isBreaking, !hasBreakingEntry(in: package, since: common, git: git) else { continue }
                let breakingChanges = difference.changes.filter { $0.kind == .breaking }
                let first = breakingChanges[0].declaration.description
                let more = breakingChanges.count > 1 ? " and \(breakingChanges.count - 1) more" : ""
                let message =
                    "“\(first)”\(more) is breaking; add an entry below “## Unreleased” in "
                    + "\(package.path("CHANGELOG.md")), in a line that starts with “- Breaking:”"
                findings.append(Finding(file: file, message: message))
            }
        }
        return findings
    }

    /// Returns whether the CHANGELOG contains an entry for a breaking change that the earlier one does not.
    private func hasBreakingEntry(in package: Repository.Package, since commit: String, git: Git) -> Bool {
        let file = package.path("CHANGELOG.md")
        let old = (try? git.text(of: "\(commit):\(file)")) ?? ""
        let new = (try? Files.text("\(repository.root)/\(file)")) ?? ""
        return Set(Self.breakingEntries(in: new)).isStrictSuperset(of: Self.breakingEntries(in: old))
            || Self.breakingEntries(in: new).count > Self.breakingEntries(in: old).count
    }

    /// Returns the lines of the section “Unreleased” that start with “- Breaking:”.
    static func breakingEntries(in changelog: String) -> [String] {
        var isOpen = false
        var lines: [String] = []
        for line in changelog.split(separator: "\n") {
            if line.hasPrefix("## ") { isOpen = line.lowercased().contains("unreleased") }
            if isOpen, line.lowercased().hasPrefix("- breaking:") { lines.append(String(line)) }
        }
        return lines
    }
}

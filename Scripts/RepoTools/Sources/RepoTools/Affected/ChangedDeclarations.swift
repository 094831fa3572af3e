/// The effect of changed manifests and of changed rules (`Scripts/repo.json`): the targets whose declarations differ.
struct ChangedDeclarations {
    /// The effect of each changed manifest and of the rules, by path.
    private(set) var classes: [String: PathClass] = [:]
    /// Whether a change concerns the root manifest, which must then be built.
    private(set) var concernRootManifest = false

    private let head: Declarations
    private let base: Declarations

    /// - Parameter base: The declarations of the merge base; nil if they equal those of `head`.
    init(_ history: History, head: Declarations, base: Declarations?, _ git: Git) throws(RepoError) {
        self.head = head
        self.base = base ?? head
        for folder in Set(history.head.manifests.keys).union(history.base.manifests.keys)
        where history.head.manifests[folder] != history.base.manifests[folder] {
            classes[Files.path("Package.swift", in: folder)] = .targets(changedTargets(of: folder))
        }
        if history.head.rootManifest != history.base.rootManifest {
            classes["Package.swift"] = changeOfRootManifest()
            concernRootManifest = classes["Package.swift"] != .targets([])
        }
        if let change = history.changes.first(where: { $0.path == RepoConfiguration.file }) {
            let effect = try changeOfRules(change, to: history.head.rules, git)
            classes[change.path] = effect
            concernRootManifest = concernRootManifest || effect != .targets([])
        }
    }

    /// Returns the targets of a package that its manifest declares differently; all if the package is new or removed,
    /// or if the difference may concern all targets.
    private func changedTargets(of folder: String) -> [TargetReference] {
        let package = Files.name(of: folder)
        guard let new = head.outlines[folder], let old = base.outlines[folder],
            let names = new.changedTargets(since: old)
        else { return Set(head.graph.targets(of: package) + base.graph.targets(of: package)).sorted() }
        return names.sorted().map { TargetReference(package: package, target: $0) }
    }

    private func changeOfRootManifest() -> PathClass {
        guard let new = head.rootManifest, let old = base.rootManifest else {
            return .everything("Package.swift was added or removed")
        }
        guard let names = new.changedTargets(since: old) else {
            return .everything("Package.swift changes more than targets and products")
        }
        let owners = Dictionary((base.graph.targets + head.graph.targets).map { ($0.name, $0.reference) }) { $1 }
        if let unknown = names.subtracting(owners.keys).min() {
            return .everything("the target \(unknown) of Package.swift belongs to no package")
        }
        return .targets(names.compactMap { owners[$0] }.sorted())
    }

    private func changeOfRules(_ change: Git.Change, to new: RepoConfiguration, _ git: Git) throws(RepoError)
        -> PathClass
    {
        // The current rules were used for both states, because the merge base has none.
        guard let before = change.old else { return .targets([]) }
        guard change.new != nil, let blob = before.blob, let old = try? RepoConfiguration.parse(try git.text(of: blob))
        else { return .everything("\(change.path) cannot be compared with its earlier version") }
        if let rule = new.generalDifference(from: old) {
            return .everything("\(change.path) changes “\(rule)”, which concerns every package")
        }
        let oldPackages = PackagePatterns(old.packages)
        return .targets(
            head.graph.packages.sorted { $0.key < $1.key }.flatMap { package, folder in
                let targets = head.graph.targets(of: package)
                let names = targets.map(\.target)
                let isSame =
                    new.lines(concerning: package, folder: folder, targets: names)
                    == old.lines(concerning: package, folder: folder, targets: names)
                return isSame && oldPackages.matches(folder) ? [] : targets
            }
        )
    }
}

/// Compares the coverage thresholds with those of an earlier commit: none may fall, and only new modules may become
/// exempt.
struct ThresholdCheck {
    private let repository: Repository
    private let git: Git

    init(_ repository: Repository) {
        self.repository = repository
        git = Git(folder: repository.root)
    }

    /// - Parameter base: A revision; thresholds are compared with those of its merge base with HEAD.
    func findings(since base: String) throws(RepoError) -> [Finding] {
        let mergeBase = try git.mergeBase(try git.commit(base), try git.commit("HEAD"))
        // Without rules there were no thresholds.
        guard let text = try? git.text(of: "\(mergeBase):\(RepoConfiguration.file)") else { return [] }
        guard let old = try? RepoConfiguration.parse(text) else {
            return [finding("coverage", "the thresholds at \(base) cannot be read, so they cannot be compared")]
        }
        let rules = repository.configuration
        var findings: [Finding] = []
        if rules.coverage.threshold < old.coverage.threshold {
            let message = "the threshold fell from \(old.coverage.threshold) to \(rules.coverage.threshold)"
            findings.append(finding("\"threshold\"", "\(message); it may only rise: add tests"))
        }
        for package in repository.packages.map(\.name) {
            let (before, now) = (old.threshold(of: package), rules.threshold(of: package))
            let hasOwnThreshold = rules.coverage.packages[package] != nil || old.coverage.packages[package] != nil
            if now < before, hasOwnThreshold {
                let message =
                    "the threshold of \(package) fell from \(before) to \(now); it may only rise: add tests"
                findings.append(finding("\"\(package)\"", message))
            }
        }
        for package in repository.packages {
            for target in package.manifest.targets.map(\.name) {
                let hasOwnThreshold = rules.coverage.targets[target] != nil || old.coverage.targets[target] != nil
                let before = old.threshold(of: target, in: package.name)
                let now = rules.threshold(of: target, in: package.name)
                guard hasOwnThreshold, now < before else { continue }
                let message = "the threshold of \(target) fell from \(before) to \(now); it may only rise: add tests"
                findings.append(finding("\"\(target)\"", message))
            }
        }
        for module in Set(rules.coverage.exempt.keys).subtracting(old.coverage.exempt.keys).sorted()
        where existed(module, at: mergeBase) {
            let message = "\(module) no longer has a threshold; only a new module may be exempt: add tests"
            findings.append(finding("\"\(module)\"", message))
        }
        return findings
    }

    private func existed(_ module: String, at commit: String) -> Bool {
        repository.packages.contains { package in
            package.manifest.targets.contains { target in
                target.name == module
                    && (try? git.output(["cat-file", "-e", "\(commit):\(package.path(target.folder))"])) != nil
            }
        }
    }

    private func finding(_ text: String, _ message: String) -> Finding {
        let source = ManifestSource(RepoConfiguration.file, root: repository.root)
        return Finding(file: RepoConfiguration.file, line: source.line(with: text), message: message)
    }
}

extension Git {
    /// Returns the main branch, with which changes are compared by default, or nil if there is none.
    func defaultBase() -> String? {
        ["origin/main", "main", "origin/master", "master"].first { (try? commit($0)) != nil }
    }
}

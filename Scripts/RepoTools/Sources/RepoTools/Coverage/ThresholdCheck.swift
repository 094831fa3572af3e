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
        // A commit without `repo.json` has no thresholds.
        guard let text = try? git.text(of: "\(mergeBase):\(RepoConfiguration.file)") else { return [] }
        guard let old = try? RepoConfiguration.parse(text) else {
            return [finding("coverage", "the thresholds at \(base) cannot be read, so they cannot be compared")]
        }
        let rules = repository.configuration
        var findings: [Finding] = []
        /// Adds a finding at the line that contains `key`, if the threshold fell.
        func compare(_ threshold: String, key: String, _ before: Double, _ now: Double) {
            guard now < before else { return }
            let message = "\(threshold) fell from \(before) to \(now); it may only rise: add tests"
            findings.append(finding("\"\(key)\"", message))
        }
        compare("the threshold", key: "threshold", old.coverage.threshold, rules.coverage.threshold)
        for package in repository.packages {
            let name = package.name
            if (rules.coverage.packages[name] ?? old.coverage.packages[name]) != nil {
                compare("the threshold of \(name)", key: name, old.threshold(of: name), rules.threshold(of: name))
            }
            for target in package.manifest.targets.map(\.name)
            where (rules.coverage.targets[target] ?? old.coverage.targets[target]) != nil {
                let (before, now) = (old.threshold(of: target, in: name), rules.threshold(of: target, in: name))
                compare("the threshold of \(target)", key: target, before, now)
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

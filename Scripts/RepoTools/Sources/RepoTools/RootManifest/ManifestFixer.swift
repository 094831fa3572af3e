/// Corrects differences between the root manifest and those of the packages by editing their text. The packages
/// determine the targets, except for settings that the root manifest declares for all targets; the root manifest
/// determines the platforms and the tools version. Each change is verified by evaluating the manifests, and undone if
/// its finding remains or the number of findings does not decrease.
struct ManifestFixer {
    var root: String
    var loader: ManifestLoader
    /// Formats the changed files, which are full paths.
    var format: @Sendable ([String]) -> Void

    /// The result of a run.
    struct Result: Equatable {
        var corrected: [Finding] = []
        /// The findings that could not be corrected.
        var remaining: [Finding] = []
    }

    func run() throws(RepoError) -> Result {
        var result = Result()
        var repository = try Repository.load(root: root, loader: loader)
        var attempted: Set<String> = []
        var changed: Set<String> = []
        while let next = findings(repository).first(where: { !attempted.contains("\($0.file) \($0.message)") }) {
            attempted.insert("\(next.file) \(next.message)")
            guard let corrected = try correct(next, in: repository) else { continue }
            result.corrected.append(next)
            changed.insert(corrected.file)
            repository = corrected.repository
        }
        format(changed.sorted().map { "\(root)/\($0)" })
        result.remaining = findings(try Repository.load(root: root, loader: loader))
        return result
    }

    private func findings(_ repository: Repository) -> [Finding] {
        ManifestComparison(repository)?.findings() ?? []
    }

    /// Tries the possible changes for a finding until it is gone. Returns the repository after the change and the file
    /// that was changed, or nil if no change corrects the finding.
    private func correct(
        _ finding: Finding,
        in repository: Repository
    ) throws(RepoError) -> (repository: Repository, file: String)? {
        for attempt in try attempts(at: finding, in: repository) {
            let old = try Files.text("\(root)/\(attempt.file)")
            guard attempt.text != old else { continue }
            try Files.write(attempt.text, to: "\(root)/\(attempt.file)")
            if let loaded = try? Repository.load(root: root, loader: loader) {
                let remaining = findings(loaded)
                let isGone = !remaining.contains { $0.file == finding.file && $0.message == finding.message }
                if isGone, remaining.count < findings(repository).count { return (loaded, attempt.file) }
            }
            try Files.write(old, to: "\(root)/\(attempt.file)")
        }
        return nil
    }

    private struct Attempt {
        var file: String
        var text: String
    }

    private func attempts(at finding: Finding, in repository: Repository) throws(RepoError) -> [Attempt] {
        guard let rootManifest = repository.rootManifest else { return [] }
        let source = try Files.text("\(root)/Package.swift")
        if finding.file != "Package.swift" {
            return try packageAttempts(file: finding.file, root: source)
        }
        var rootTexts: [String] = []
        for package in repository.mainPackages {
            for target in package.manifest.targets where finding.isAbout(target: target.name) {
                let rootTarget = rootManifest.targets.first { $0.name == target.name }
                rootTexts += texts(for: target, rootTarget: rootTarget, of: package, in: repository, source: source)
                if let own = try settingsAttempt(target, rootTarget: rootTarget, package: package) {
                    return rootTexts.map { Attempt(file: "Package.swift", text: $0) } + [own]
                }
            }
            for product in package.manifest.products where finding.message.hasPrefix("the product \(product.name) ") {
                rootTexts += texts(for: product, source: source)
            }
        }
        for name in rootManifest.targets.map(\.name) + rootManifest.products.map(\.name)
        where finding.message.hasPrefix("no package has the target \(name);")
            || finding.message.hasPrefix("no package has the product \(name);")
        {
            for call in SwiftCalls(source).calls(withFirstArgument: name) {
                var calls = SwiftCalls(source)
                calls.replace(call, with: nil)
                rootTexts.append(calls.text)
            }
        }
        return rootTexts.map { Attempt(file: "Package.swift", text: $0) }
    }

    /// Returns up to two attempts for a package's manifest: one with the platforms of the root manifest, and one with
    /// the tools version of the root manifest.
    private func packageAttempts(file: String, root source: String) throws(RepoError) -> [Attempt] {
        let text = try Files.text("\(root)/\(file)")
        var calls = SwiftCalls(text)
        var attempts: [Attempt] = []
        let rootCalls = SwiftCalls(source)
        if let platforms = rootCalls.arrayArgument("platforms") {
            if let own = calls.arrayArgument("platforms") {
                calls.replace(own, with: rootCalls.text(platforms))
                attempts.append(Attempt(file: file, text: calls.text))
            } else if let call = calls.package {
                // The arguments that may follow `platforms`.
                let next: Set = ["pkgConfig", "providers", "products", "traits", "dependencies", "targets"]
                calls.set("platforms", to: rootCalls.text(platforms), in: call, before: next)
                attempts.append(Attempt(file: file, text: calls.text))
            }
        }
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let toolsVersion = source.prefix { $0 != "\n" }
        if lines.count == 2 { attempts.append(Attempt(file: file, text: "\(toolsVersion)\n\(lines[1])")) }
        return attempts
    }

    // MARK: Targets and products

    /// Returns the texts of the root manifest to try: with the dependencies that the package declares for the target,
    /// then with a new declaration of the target, without and with its settings.
    private func texts(
        for target: Manifest.Target,
        rootTarget: Manifest.Target?,
        of package: Repository.Package,
        in repository: Repository,
        source: String
    ) -> [String] {
        let dependencies = target.dependencies.flatMap { dependency -> [(name: String, text: String)] in
            let targets = repository.targets(of: dependency, in: package).map(\.target)
            return (targets.isEmpty ? [dependency.name] : targets).map {
                ($0, ManifestText.dependency($0, condition: dependency.condition))
            }
        }
        let path = "\(package.folder)/\(target.folder)"
        let declarations = [false, true].compactMap { includesSettings in
            ManifestText.declaration(
                of: target,
                dependencies: dependencies.map(\.text),
                path: path,
                includesSettings: includesSettings
            )
        }
        let root = SwiftCalls(source)
        let calls = root.calls(withFirstArgument: target.name).filter { !$0.declaresProduct }
        guard rootTarget != nil else {
            return declarations.compactMap { declaration in
                var root = root
                return root.append(declaration, toArray: "targets") ? root.text : nil
            }
        }
        return calls.flatMap { call -> [String] in
            [Self.changed(call, in: root, old: rootTarget, new: dependencies)].compactMap(\.self)
                + declarations.map { declaration in
                    var root = root
                    root.replace(call, with: declaration)
                    return root.text
                }
        }
    }

    /// Returns the text of the manifest with the new dependencies in a call, or nil if the call has no list that names
    /// an old dependency. Elements other than names, such as constants, remain.
    private static func changed(
        _ call: SwiftCalls.Call,
        in calls: SwiftCalls,
        old: Manifest.Target?,
        new: [(name: String, text: String)]
    ) -> String? {
        let names = Set(old?.dependencies.map(\.name) ?? [])
        func named(_ element: String) -> String? { names.first { element.contains("\"\($0)\"") } }
        for argument in call.arguments {
            guard let elements = calls.elements(argument.value), elements.contains(where: { named($0) != nil }) else {
                continue
            }
            let newNames = Set(new.map(\.name))
            let kept = elements.filter { element in named(element).map(newNames.contains) ?? true }
            let present = Set(kept.compactMap(named))
            let declaredByConstants = names.subtracting(elements.compactMap(named))
            let added = new.filter { !present.contains($0.name) && !declaredByConstants.contains($0.name) }.map(\.text)
            var calls = calls
            calls.replace(argument.value, with: "[\((kept + added).joined(separator: ", "))]")
            return calls.text
        }
        return nil
    }

    private func texts(for product: Manifest.Product, source: String) -> [String] {
        let root = SwiftCalls(source)
        let list = product.targets.map { "\"\($0)\"" }.joined(separator: ", ")
        return root.calls(withFirstArgument: product.name).filter(\.declaresProduct).map { call in
            var root = root
            root.set("targets", to: "[\(list)]", in: call)
            return root.text
        }
    }

    /// Returns the package's manifest with the settings of the root, in case the root declares them for all targets.
    private func settingsAttempt(
        _ target: Manifest.Target,
        rootTarget: Manifest.Target?,
        package: Repository.Package
    ) throws(RepoError) -> Attempt? {
        guard let rootTarget, Set(rootTarget.settings) != Set(target.settings),
            let settings = ManifestText.settings(rootTarget.settings), settings.count == 1
        else { return nil }
        let file = "\(package.folder)/Package.swift"
        var calls = SwiftCalls(try Files.text("\(root)/\(file)"))
        guard let call = calls.calls(withFirstArgument: target.name).first(where: { !$0.declaresProduct }) else {
            return nil
        }
        calls.set(settings[0].label, to: settings[0].value, in: call, before: ["linkerSettings", "plugins"])
        return Attempt(file: file, text: calls.text)
    }
}

extension SwiftCalls.Call {
    fileprivate var declaresProduct: Bool { [".library", ".executable", ".plugin", ".product"].contains(function) }
}

extension Finding {
    fileprivate func isAbout(target: String) -> Bool {
        message.hasPrefix("the target \(target) of ") || message.hasPrefix("\(target) has the ")
            || message.hasPrefix("\(target) has resources, ")
    }
}

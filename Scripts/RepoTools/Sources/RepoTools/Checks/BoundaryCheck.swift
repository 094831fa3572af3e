/// Compares the imports of each target with the dependencies that its manifest declares and that the rules
/// (`Scripts/repo.json`) allow.
struct BoundaryCheck {
    private let repository: Repository
    private let graph: PackageGraph
    private let targets: TargetGraph
    /// The package of each module.
    private var owners: [String: String] = [:]

    private static let testFrameworks: Set<String> = ["Testing", "XCTest"]

    init(_ repository: Repository) {
        self.repository = repository
        graph = PackageGraph(repository)
        targets = TargetGraph(repository)
        for package in repository.packages {
            for target in package.manifest.targets { owners[target.name] = package.name }
        }
    }

    /// Sorted by location.
    func findings() throws(RepoError) -> [Finding] {
        var findings = cycleFindings()
        for package in repository.packages {
            let manifest = ManifestSource(package.path("Package.swift"), root: repository.root)
            for target in package.manifest.targets {
                findings += forbiddenDependencyFindings(of: target, in: package, manifest: manifest)
                findings += try importFindings(of: target, in: package, manifest: manifest)
            }
            findings += testFrameworkFindings(of: package, manifest: manifest)
        }
        return Set(findings).sorted()
    }

    // MARK: Manifests

    private func cycleFindings() -> [Finding] {
        guard let cycle = graph.cycle, let first = repository.package(named: cycle[0]) else { return [] }
        let path = cycle.joined(separator: " → ")
        let message = "the packages \(path) form a dependency cycle; move the shared code into another package"
        return [Finding(file: first.path("Package.swift"), message: message)]
    }

    /// Returns the packages a target may depend on. A test may use any package that its manifest declares.
    private func allowed(for target: Manifest.Target, in package: Repository.Package) -> Set<String> {
        if target.isTest { return Set(repository.packages.map(\.name)) }
        return Set(repository.configuration.mayImport[package.name, default: []] + [package.name])
    }

    private func forbiddenDependencyFindings(
        of target: Manifest.Target,
        in package: Repository.Package,
        manifest: ManifestSource
    ) -> [Finding] {
        let allowed = allowed(for: target, in: package)
        let needed = Set(target.dependencies.flatMap { repository.targets(of: $0, in: package) }.map(\.package))
        return needed.subtracting(allowed).sorted().map { other in
            let message = "\(target.name) depends on \(other), \(advice(other, for: package))"
            return manifest.finding(ofTarget: target.name, message)
        }
    }

    private func advice(_ other: String, for package: Repository.Package) -> String {
        let rules = repository.configuration
        if rules.onlyForTests.contains(other) {
            return "which only tests may use; remove the dependency, or move the code into a test target"
        }
        let allowed = rules.mayImport[package.name, default: []].sorted()
        let list = allowed.isEmpty ? "no other package" : "only " + allowed.joined(separator: ", ")
        return "but \(package.name) may use \(list); remove the dependency (the rule: mayImport in "
            + "\(RepoConfiguration.file))"
    }

    /// Returns findings for executables and libraries that link a module that imports the test frameworks.
    private func testFrameworkFindings(of package: Repository.Package, manifest: ManifestSource) -> [Finding] {
        let forbidden = Set(repository.configuration.testFrameworkModules)
        let isForTests = repository.configuration.onlyForTests.contains(package.name)
        let shipped = package.manifest.targets.filter { target in
            target.isExecutable || (!target.isTest && !isForTests && !forbidden.contains(target.name))
        }
        return shipped.flatMap { target -> [Finding] in
            let own = TargetReference(package: package.name, target: target.name)
            // A library is checked only for its direct dependencies, because an indirect one is reported for the target
            // between. Forbidden dependencies are reported by `forbiddenDependencyFindings`.
            let allowed = allowed(for: target, in: package)
            let direct = target.dependencies.flatMap { repository.targets(of: $0, in: package) }
            let linked =
                target.isExecutable
                ? targets.closure(of: [own].compactMap(targets.index)).map { targets.targets[$0].name }
                : direct.filter { allowed.contains($0.package) }.map(\.target)
            return Set(linked).intersection(forbidden).sorted().map { module in
                let message =
                    "\(target.isExecutable ? "the executable " : "")\(target.name) links \(module), which imports the "
                    + "test frameworks; remove the dependency that leads to it"
                return manifest.finding(ofTarget: target.name, message)
            }
        }
    }

    // MARK: Sources

    private func importFindings(
        of target: Manifest.Target,
        in package: Repository.Package,
        manifest: ManifestSource
    ) throws(RepoError) -> [Finding] {
        let declared = Set(target.dependencies.flatMap { repository.targets(of: $0, in: package) }.map(\.target))
        var findings: [Finding] = []
        for file in repository.files(of: target, in: package) {
            for declaration in ImportScanner.imports(in: try repository.text(file)) {
                let messages =
                    ruleViolations(by: declaration, of: target, in: package)
                    + undeclaredImport(declaration, declared: declared, of: target, in: package, manifest: manifest)
                findings += messages.map { Finding(file: file, line: declaration.line, message: $0) }
            }
        }
        return findings
    }

    private func ruleViolations(
        by declaration: ImportDeclaration,
        of target: Manifest.Target,
        in package: Repository.Package
    ) -> [String] {
        let rules = repository.configuration
        var messages: [String] = []
        if Self.testFrameworks.contains(declaration.module), !target.isTest,
            !rules.testFrameworkModules.contains(target.name)
        {
            let allowedModules = rules.testFrameworkModules.joined(separator: ", ")
            messages.append(
                "\(target.name) is not a test and imports \(declaration.module); move the code into a test target"
                    + (allowedModules.isEmpty ? "" : " or into \(allowedModules)")
            )
        }
        if declaration.isTestable, let owner = owners[declaration.module], owner != package.name,
            !rules.testableImporters.contains(target.name)
        {
            messages.append(
                "@testable import of \(declaration.module), which \(owner) owns; remove @testable and use "
                    + "what the module makes public"
            )
        }
        if declaration.isReexported, !target.isTest, !rules.reexporters.contains(target.name) {
            messages.append("\(target.name) re-exports \(declaration.module); remove @_exported")
        }
        if let importers = rules.importedOnlyBy[declaration.module], !importers.contains(package.name) {
            messages.append(
                "\(target.name) imports \(declaration.module), which only \(importers.joined(separator: ", ")) may "
                    + "import; use what \(importers.first ?? "another package") provides instead (the rule: "
                    + "importedOnlyBy in \(RepoConfiguration.file))"
            )
        }
        return messages
    }

    private func undeclaredImport(
        _ declaration: ImportDeclaration,
        declared: Set<String>,
        of target: Manifest.Target,
        in package: Repository.Package,
        manifest: ManifestSource
    ) -> [String] {
        guard let owner = owners[declaration.module], declaration.module != target.name,
            !declared.contains(declaration.module)
        else { return [] }
        let start = "\(target.name) imports \(declaration.module) without declaring it"
        guard allowed(for: target, in: package).contains(owner) else {
            return ["\(start): it belongs to \(owner), \(advice(owner, for: package))"]
        }
        let place = manifest.place(ofTarget: target.name)
        let entry =
            owner == package.name
            ? "\"\(declaration.module)\"" : ".product(name: \"\(declaration.module)\", package: \"\(owner)\")"
        let isKnown =
            owner == package.name
            || repository.package(named: owner).map { package.localDependencies.contains($0.folder) } == true
        let more = isKnown ? "" : ", and the package \(owner) to those of \(package.name)"
        return ["\(start); add \(entry) to its dependencies at \(place)\(more)"]
    }
}

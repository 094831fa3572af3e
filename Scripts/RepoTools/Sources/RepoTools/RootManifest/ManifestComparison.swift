/// Compares the root manifest with those of the packages, which must agree on every target.
struct ManifestComparison {
    private let repository: Repository
    private let rootManifest: Manifest
    private let root: ManifestSource

    /// Returns nil if the repository has no root manifest.
    init?(_ repository: Repository) {
        guard let rootManifest = repository.rootManifest else { return nil }
        self.repository = repository
        self.rootManifest = rootManifest
        root = ManifestSource("Package.swift", root: repository.root)
    }

    /// Returns the differences, sorted by location.
    func findings() -> [Finding] {
        let packages = repository.mainPackages
        var findings = packages.flatMap { package in
            let own = ManifestSource("\(package.folder)/Package.swift", root: repository.root)
            return packageFindings(package, own: own)
                + package.manifest.targets.flatMap { targetFindings($0, of: package, own: own) }
                + package.manifest.products.flatMap { productFindings($0, own: own) }
        }
        func unknownMessage(_ declaration: String) -> String {
            "no package has the \(declaration); add it to its package's manifest, or remove it here"
        }
        let knownTargets = Set(packages.flatMap { $0.manifest.targets.map(\.name) })
        findings += rootManifest.targets.map(\.name).filter { !knownTargets.contains($0) }
            .map { root.finding(ofTarget: $0, unknownMessage("target \($0)")) }
        let knownProducts = Set(packages.flatMap { $0.manifest.products.map(\.name) })
        findings += rootManifest.products.map(\.name).filter { !knownProducts.contains($0) }
            .map { productFinding($0, unknownMessage("product \($0)")) }
        return Set(findings).sorted()
    }

    private func productFinding(_ product: String, _ message: String) -> Finding {
        Finding(file: root.file, line: root.line(ofProduct: product), message: message)
    }

    // MARK: Package

    private func packageFindings(_ package: Repository.Package, own: ManifestSource) -> [Finding] {
        var findings: [Finding] = []
        if Set(package.manifest.platforms) != Set(rootManifest.platforms) {
            let here = Self.list(package.manifest.platforms)
            let there = Self.list(rootManifest.platforms)
            let place = root.place(root.line(with: "platforms"))
            let message = "platforms are \(here) here and \(there) in \(place); make them the same"
            findings.append(Finding(file: own.file, line: own.line(with: "platforms"), message: message))
        }
        let (version, rootVersion) = (package.manifest.toolsVersion.version, rootManifest.toolsVersion.version)
        if version != rootVersion {
            let message =
                "swift-tools-version is \(version) here and \(rootVersion) in Package.swift:1; make them the same"
            findings.append(Finding(file: own.file, line: 1, message: message))
        }
        if package.manifest.swiftLanguageVersions != rootManifest.swiftLanguageVersions {
            let message = "swiftLanguageModes are not those of Package.swift; make them the same"
            findings.append(Finding(file: own.file, line: own.line(with: "swiftLanguageModes"), message: message))
        }
        return findings
    }

    private static func list(_ platforms: [Manifest.Platform]) -> String {
        platforms.map { "\($0.platformName) \($0.version)" }.sorted().joined(separator: ", ")
    }

    // MARK: Targets

    private func targetFindings(
        _ target: Manifest.Target,
        of package: Repository.Package,
        own: ManifestSource
    ) -> [Finding] {
        let place = own.place(ofTarget: target.name)
        let folder = "\(package.folder)/\(target.folder)"
        guard let rootTarget = rootManifest.targets.first(where: { $0.name == target.name }) else {
            let message = "the target \(target.name) of \(place) is missing; add it with path: \"\(folder)\""
            return [Finding(file: root.file, line: root.line(with: "targets:"), message: message)]
        }
        var findings: [Finding] = []
        func addDifference(_ property: String, _ here: String, _ there: String) {
            let message = "\(target.name) has \(property) \(here) here and \(there) at \(place); make them the same"
            findings.append(root.finding(ofTarget: target.name, message))
        }
        if rootTarget.type != target.type { addDifference("the type", rootTarget.type, target.type) }
        if rootTarget.folder != folder { addDifference("the path", rootTarget.folder, folder) }
        let here = rootDependencies(of: rootTarget)
        let there = packageDependencies(of: target, in: package)
        if here != there { addDifference("the dependencies", Self.list(here), Self.list(there)) }
        if Set(rootTarget.settings) != Set(target.settings) {
            addDifference("the settings", Self.settings(rootTarget.settings), Self.settings(target.settings))
        }
        if Self.otherProperties(rootTarget) != Self.otherProperties(target) {
            addDifference(
                "resources, sources, exclude, pkgConfig or providers",
                "\(Self.otherProperties(rootTarget))",
                "\(Self.otherProperties(target))"
            )
        }
        return findings
    }

    /// A dependency in a form that both manifests can express: the name of a target, or of a product of another
    /// repository, and the condition.
    private struct Dependency: Hashable {
        var target: String
        var condition: JSONValue?
    }

    private func rootDependencies(of target: Manifest.Target) -> Set<Dependency> {
        Set(target.dependencies.map { Dependency(target: $0.name, condition: Self.sorted($0.condition)) })
    }

    private func packageDependencies(of target: Manifest.Target, in package: Repository.Package) -> Set<Dependency> {
        Set(
            target.dependencies.flatMap { dependency -> [Dependency] in
                let targets = repository.targets(of: dependency, in: package).map(\.target)
                let names = targets.isEmpty ? [dependency.name] : targets
                return names.map { Dependency(target: $0, condition: Self.sorted(dependency.condition)) }
            }
        )
    }

    /// Returns a condition with sorted platforms, because their order is irrelevant.
    private static func sorted(_ condition: JSONValue?) -> JSONValue? {
        guard let condition, case .object(var members) = condition else { return condition }
        if let platforms = members["platformNames"] {
            members["platformNames"] = .array(platforms.strings.sorted().map(JSONValue.string))
        }
        return .object(members)
    }

    private static func list(_ dependencies: Set<Dependency>) -> String {
        let texts = dependencies.map { dependency in
            let platforms = dependency.condition?["platformNames"]?.strings ?? []
            return dependency.target + (platforms.isEmpty ? "" : " (\(platforms.joined(separator: ", ")))")
        }
        return texts.isEmpty ? "none" : texts.sorted().joined(separator: ", ")
    }

    private static func settings(_ settings: [JSONValue]) -> String {
        let texts = settings.compactMap { setting -> String? in
            guard case .object(let kinds)? = setting["kind"], let (kind, value) = kinds.first else { return nil }
            return value["_0"]?.string.map { "\(kind) \($0)" } ?? kind
        }
        return texts.isEmpty ? "none" : texts.sorted().joined(separator: ", ")
    }

    private static func otherProperties(_ target: Manifest.Target) -> [String] {
        (target.sources ?? []).sorted() + target.exclude.sorted() + [target.pkgConfig].compactMap(\.self)
            + target.resources.map { "\($0)" } + (target.providers ?? []).map { "\($0)" }
    }

    // MARK: Products

    /// Returns findings for a product. The root manifest may omit a product, but a product that it declares must equal
    /// that of the package.
    private func productFindings(_ product: Manifest.Product, own: ManifestSource) -> [Finding] {
        let place = own.place(own.line(ofProduct: product.name))
        guard let rootProduct = rootManifest.products.first(where: { $0.name == product.name }) else { return [] }
        guard rootProduct.targets.sorted() != product.targets.sorted() || rootProduct.type != product.type else {
            return []
        }
        let message =
            "the product \(product.name) differs from that at \(place) (targets \(product.targets.sorted())); "
            + "make them the same"
        return [productFinding(product.name, message)]
    }
}

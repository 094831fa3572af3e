/// Compares the root manifest with those of the packages, which must agree on every target.
struct ManifestsInStep {
    private let repository: Repository
    private let umbrella: Manifest
    private let root: ManifestSource

    /// Returns nil if the repository has no root manifest.
    init?(_ repository: Repository) {
        guard let umbrella = repository.umbrella else { return nil }
        self.repository = repository
        self.umbrella = umbrella
        root = ManifestSource("Package.swift", root: repository.root)
    }

    /// Returns the differences, sorted by location.
    func findings() -> [Finding] {
        let packages = repository.packages.filter { !repository.configuration.standalone.contains($0.folder) }
        var findings = packages.flatMap { package in
            let own = ManifestSource("\(package.folder)/Package.swift", root: repository.root)
            return packageFindings(package, own: own)
                + package.manifest.targets.flatMap { targetFindings($0, of: package, own: own) }
                + package.manifest.products.flatMap { productFindings($0, own: own) }
        }
        let known = Set(packages.flatMap { $0.manifest.targets.map(\.name) })
        for target in umbrella.targets where !known.contains(target.name) {
            findings.append(
                at(
                    root,
                    target.name,
                    "no package has the target \(target.name); add it to its package's manifest, or remove it here"
                )
            )
        }
        let offered = Set(packages.flatMap { $0.manifest.products.map(\.name) })
        for product in umbrella.products where !offered.contains(product.name) {
            let message =
                "no package has the product \(product.name); add it to its package's manifest, or remove it here"
            findings.append(productFinding(product.name, message))
        }
        return Set(findings).sorted()
    }

    private func at(_ source: ManifestSource, _ target: String, _ message: String) -> Finding {
        Finding(file: source.file, line: source.line(ofTarget: target), message: message)
    }

    private func productFinding(_ product: String, _ message: String) -> Finding {
        Finding(file: root.file, line: root.line(ofProduct: product), message: message)
    }

    // MARK: Package

    private func packageFindings(_ package: Repository.Package, own: ManifestSource) -> [Finding] {
        var findings: [Finding] = []
        if Set(package.manifest.platforms) != Set(umbrella.platforms) {
            let here = Self.list(package.manifest.platforms)
            let there = Self.list(umbrella.platforms)
            findings.append(
                Finding(
                    file: own.file,
                    line: own.line(with: "platforms"),
                    message: "platforms are \(here) here and \(there) in Package.swift"
                        + "\(Self.suffix(root.line(with: "platforms"))); make them the same"
                )
            )
        }
        if package.manifest.toolsVersion != umbrella.toolsVersion {
            findings.append(
                Finding(
                    file: own.file,
                    line: 1,
                    message: "swift-tools-version is \(package.manifest.toolsVersion.version) here and "
                        + "\(umbrella.toolsVersion.version) in Package.swift:1; make them the same"
                )
            )
        }
        if package.manifest.swiftLanguageVersions != umbrella.swiftLanguageVersions {
            let message = "swiftLanguageModes are not those of Package.swift; make them the same"
            findings.append(Finding(file: own.file, line: own.line(with: "swiftLanguageModes"), message: message))
        }
        return findings
    }

    private static func list(_ platforms: [Manifest.Platform]) -> String {
        platforms.map { "\($0.platformName) \($0.version)" }.sorted().joined(separator: ", ")
    }

    private static func suffix(_ line: Int?) -> String {
        line.map { ":\($0)" } ?? ""
    }

    // MARK: Targets

    private func targetFindings(
        _ target: Manifest.Target,
        of package: Repository.Package,
        own: ManifestSource
    ) -> [Finding] {
        let place = own.file + Self.suffix(own.line(ofTarget: target.name))
        let folder = "\(package.folder)/\(target.folder)"
        guard let twin = umbrella.targets.first(where: { $0.name == target.name }) else {
            let message = "the target \(target.name) of \(place) is missing; add it with path: \"\(folder)\""
            return [Finding(file: root.file, line: root.line(with: "targets:"), message: message)]
        }
        var findings: [Finding] = []
        func differ(_ what: String, _ here: String, _ there: String) {
            let message = "\(target.name) has \(what) \(here) here and \(there) at \(place); make them the same"
            findings.append(at(root, target.name, message))
        }
        if twin.type != target.type { differ("the type", twin.type, target.type) }
        if twin.folder != folder { differ("the path", twin.folder, folder) }
        let here = umbrellaDependencies(of: twin)
        let there = packageDependencies(of: target, in: package)
        if here != there { differ("the dependencies", Self.list(here), Self.list(there)) }
        if Set(twin.settings) != Set(target.settings) {
            differ("the settings", Self.settings(twin.settings), Self.settings(target.settings))
        }
        if Self.rest(twin) != Self.rest(target) {
            differ("resources, sources, exclude, pkgConfig or providers", "\(Self.rest(twin))", "\(Self.rest(target))")
        }
        return findings
    }

    /// A dependency in a form that both manifests can express: the target and the condition.
    private struct Need: Hashable {
        var target: String
        var condition: JSONValue?
    }

    private func umbrellaDependencies(of target: Manifest.Target) -> Set<Need> {
        Set(target.dependencies.map { Need(target: $0.name, condition: Self.sorted($0.condition)) })
    }

    private func packageDependencies(of target: Manifest.Target, in package: Repository.Package) -> Set<Need> {
        Set(
            target.dependencies.flatMap { dependency -> [Need] in
                let targets = repository.targets(of: dependency, in: package).map(\.target)
                let names = targets.isEmpty ? [dependency.name] : targets
                return names.map { Need(target: $0, condition: Self.sorted(dependency.condition)) }
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

    private static func list(_ needs: Set<Need>) -> String {
        let texts = needs.map { need in
            let platforms = need.condition?["platformNames"]?.strings ?? []
            return need.target + (platforms.isEmpty ? "" : " (\(platforms.joined(separator: ", ")))")
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

    private static func rest(_ target: Manifest.Target) -> [String] {
        (target.sources ?? []).sorted() + target.exclude.sorted() + [target.pkgConfig].compactMap(\.self)
            + target.resources.map { "\($0)" } + (target.providers ?? []).map { "\($0)" }
    }

    // MARK: Products

    /// Returns findings for a product. The root manifest may omit a library, but a product that it declares must equal
    /// that of the package.
    private func productFindings(_ product: Manifest.Product, own: ManifestSource) -> [Finding] {
        let place = own.file + Self.suffix(own.line(ofProduct: product.name))
        guard let twin = umbrella.products.first(where: { $0.name == product.name }) else { return [] }
        guard twin.targets.sorted() != product.targets.sorted() || twin.type != product.type else { return [] }
        let message =
            "the product \(product.name) is not the one of \(place) (targets \(product.targets.sorted())); make them the same"
        return [productFinding(product.name, message)]
    }
}

/// The manifest at the root that declares the targets of all packages again, so that other packages can depend on the
/// repository by URL. It is generated from the manifests of the packages.
struct RootManifest {
    private let repository: Repository

    static let file = "Package.swift"
    static let advice = "run “Scripts/repo manifests --write”"

    /// Returns nil if the rules do not name the root package, so that the repository has no generated manifest.
    init?(_ repository: Repository) {
        guard !repository.configuration.rootManifest.name.isEmpty else { return nil }
        self.repository = repository
    }

    /// Returns findings for packages that cannot be built together, and for a manifest that is not the generated one.
    func findings() throws(RepoError) -> [Finding] {
        let packages = repository.mainPackages
        var findings: [Finding] = []
        if let first = packages.first {
            for package in packages.dropFirst() where !package.manifest.hasSettings(of: first.manifest) {
                let message =
                    "the tools version, the platforms or the language modes are not those of "
                    + "\(first.path(Self.file)); make them the same"
                findings.append(Finding(file: package.path(Self.file), message: message))
            }
        }
        let expected = try text().split(separator: "\n", omittingEmptySubsequences: false)
        let actual = ((try? repository.text(Self.file)) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        if expected != actual {
            let same = zip(expected, actual).prefix { $0 == $1 }.count
            let line = same < expected.count ? "“\(expected[same].drop { $0 == " " })”" : "the end of the file"
            let message = "differs from the manifests of the packages, which have \(line) here; \(Self.advice)"
            findings.append(Finding(file: Self.file, line: same + 1, message: message))
        }
        return findings
    }

    /// Writes the manifest and returns whether it changed.
    func write() throws(RepoError) -> Bool {
        let text = try text()
        guard (try? repository.text(Self.file)) != text else { return false }
        try Files.replace("\(repository.root)/\(Self.file)", with: text)
        return true
    }

    // MARK: Text

    func text() throws(RepoError) -> String {
        let packages = PackageGraph(repository).inBuildOrder.compactMap(repository.package)
            .filter { !repository.configuration.isStandalone($0.folder) }
        guard let first = packages.first?.manifest else { throw RepoError("no package is part of the root manifest") }
        // The settings of most targets are written once.
        let settings = packages.flatMap(\.manifest.targets).map { ManifestText.settings($0.settings) }
        let counts = Dictionary(settings.flatMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
        let common = counts.filter { $0.value > 1 && $0.key.hasPrefix("swiftSettings: ") }
            .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let omitted = repository.configuration.rootManifest.omitsProducts
        let products = packages.flatMap(\.manifest.products).filter { !omitted.contains($0.name) }
        var targets: [String] = []
        for package in packages {
            targets.append("// \(package.name)")
            for target in package.manifest.targets {
                targets.append(try declaration(of: target, in: package, commonSettings: common) + ",")
            }
        }
        let arguments =
            [
                "name: \"\(repository.configuration.rootManifest.name)\"", ManifestText.platforms(first),
                "products: [\n"
                    + products.map { ManifestText.product($0).indented(8) + ",\n" }.joined() + "    ]",
                "targets: [\n" + targets.map { $0.indented(8) + "\n" }.joined() + "    ]",
                ManifestText.languageModes(first),
            ].compactMap(\.self)
        let settingsText = common.map { text in
            let list = ManifestText.list(String(text.dropFirst("swiftSettings: ".count)), indentation: 0)
            return "let settings: [SwiftSetting] = \(list)\n\n"
        }
        let version = first.toolsVersion.version.split(separator: ".").prefix(2).joined(separator: ".")
        return """
            // swift-tools-version: \(version)

            import PackageDescription

            // The whole repository as one package, for packages that depend on it by URL. Generated from the manifests of the
            // packages by `Scripts/repo manifests --write`; change those instead.

            \(settingsText ?? "")let package = Package(
            \(arguments.map { "    " + $0 }.joined(separator: ",\n"))
            )

            """
    }

    private func declaration(
        of target: Manifest.Target,
        in package: Repository.Package,
        commonSettings: String?
    ) throws(RepoError) -> String {
        var dependencies: [String] = []
        for dependency in target.dependencies {
            let targets = repository.targets(of: dependency, in: package).map(\.target)
            guard !targets.isEmpty else {
                throw RepoError(
                    "\(package.path(Self.file)): \(target.name) depends on \(dependency.name), which no package of this "
                        + "repository has; the root manifest cannot be generated"
                )
            }
            dependencies += targets.map { ManifestText.dependency($0, condition: dependency.condition) }
        }
        return try ManifestText.declaration(
            of: target,
            dependencies: dependencies,
            path: repository.path(of: target, in: package),
            commonSettings: commonSettings,
            place: package.path(Self.file)
        )
    }
}

extension Manifest {
    fileprivate func hasSettings(of other: Manifest) -> Bool {
        Set(platforms) == Set(other.platforms) && toolsVersion == other.toolsVersion
            && swiftLanguageVersions == other.swiftLanguageVersions
    }
}

extension String {
    /// The lines with spaces before each.
    fileprivate func indented(_ count: Int) -> String {
        split(separator: "\n").map { String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
    }
}

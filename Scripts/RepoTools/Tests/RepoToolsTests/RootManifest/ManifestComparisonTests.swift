import Testing

@testable import RepoTools

@Suite struct ManifestComparisonTests {
    @Test("an equivalent root manifest has no findings")
    func equivalent() throws {
        let repository = try FivePackageRepo.copy().repository
        #expect(ManifestComparison(repository)?.findings() == [])
    }

    @Test("without a root manifest nothing is compared")
    func noRoot() throws {
        var repository = try FivePackageRepo.copy().repository
        repository.rootManifest = nil
        #expect(ManifestComparison(repository) == nil)
    }

    struct Difference: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var file: String
        var expected: [String]
        var make: @Sendable (inout Repository) -> Void

        init(_ name: String, in file: String, expected: String..., make: @escaping @Sendable (inout Repository) -> Void)
        {
            testDescription = name
            self.file = file
            self.expected = expected
            self.make = make
        }
    }

    @Test("each kind of difference is reported in the manifest to change", arguments: differences)
    func difference(_ difference: Difference) throws {
        var repository = try FivePackageRepo.copy().repository
        difference.make(&repository)
        let findings = try #require(ManifestComparison(repository)).findings()
        #expect(findings.count == 1)
        let finding = try #require(findings.first)
        #expect(finding.file == difference.file)
        for text in difference.expected { #expect(finding.message.contains(text)) }
    }

    private static let differences = [
        Difference("type", in: "Package.swift", expected: "the type executable", "regular") {
            changeTarget("AcmeWeb", &$0) { $0.type = "executable" }
        },
        Difference("path", in: "Package.swift", expected: "the path libs/Elsewhere", "libs/Web/Sources/AcmeWeb") {
            changeTarget("AcmeWeb", &$0) { $0.path = "libs/Elsewhere" }
        },
        Difference(
            "missing dependency",
            in: "Package.swift",
            expected: "dependencies AcmeStore here",
            "AcmeStore, AcmeWeb"
        ) {
            changeTarget("AcmeApp", &$0) { $0.dependencies.removeAll { $0.name == "AcmeWeb" } }
        },
        Difference(
            "dependency with a condition",
            in: "Package.swift",
            expected: "AcmeBase (linux) here and AcmeBase at"
        ) {
            changeTarget("AcmeWeb", &$0) {
                $0.dependencies[0].condition = .object(["platformNames": .array([.string("linux")])])
            }
        },
        Difference(
            "settings",
            in: "Package.swift",
            expected: "the settings none",
            "enableUpcomingFeature ExistentialAny"
        ) {
            changeTarget("AcmeWeb", &$0) { $0.settings = [] }
        },
        Difference("resources", in: "Package.swift", expected: "resources") {
            changeTarget("AcmeWeb", &$0) { $0.resources = [.string("copy")] }
        },
        Difference("exclude", in: "Package.swift", expected: "exclude") {
            changeTarget("AcmeWeb", &$0) { $0.exclude = ["x"] }
        },
        Difference("platforms", in: "libs/Kit/Package.swift", expected: "platforms are", "ios 18.0") {
            $0.packages[$0.index("Kit")].manifest.platforms.append(.init(platformName: "ios", version: "18.0"))
        },
        Difference("tools version", in: "libs/Kit/Package.swift", expected: "swift-tools-version is 5.9") {
            $0.packages[$0.index("Kit")].manifest.toolsVersion.version = "5.9"
        },
        Difference("language modes", in: "libs/Kit/Package.swift", expected: "swiftLanguageModes") {
            $0.packages[$0.index("Kit")].manifest.swiftLanguageVersions = ["5"]
        },
        Difference("target missing in the root", in: "Package.swift", expected: "AcmeKitTests", "add it with path:") {
            $0.rootManifest?.targets.removeAll { $0.name == "AcmeKitTests" }
        },
        Difference("target of no package", in: "Package.swift", expected: "no package has the target AcmeLost") {
            var lost = $0.rootManifest?.targets[0]
            lost?.name = "AcmeLost"
            $0.rootManifest?.targets.append(contentsOf: [lost].compactMap(\.self))
        },
        Difference("product with other targets", in: "Package.swift", expected: "product AcmeApp", "AcmeApp") {
            $0.rootManifest?.products[0].targets = ["AcmeWeb"]
        },
        Difference("product of no package", in: "Package.swift", expected: "no package has the product AcmeAll") {
            $0.rootManifest?.products[0].name = "AcmeAll"
        },
    ]

    /// Changes a target of the root manifest, whose dependencies are sorted first so that they have known indices.
    private static func changeTarget(
        _ target: String,
        _ repository: inout Repository,
        _ change: (inout Manifest.Target) -> Void
    ) {
        guard let index = repository.rootManifest?.targets.firstIndex(where: { $0.name == target }) else { return }
        repository.rootManifest?.targets[index].dependencies.sort { $0.name < $1.name }
        if var changed = repository.rootManifest?.targets[index] {
            change(&changed)
            repository.rootManifest?.targets[index] = changed
        }
    }

    @Test("a standalone package is not compared")
    func standalone() throws {
        var repository = try FivePackageRepo.copy().repository
        repository.rootManifest?.targets.removeAll { $0.name.hasPrefix("AcmeKit") }
        repository.rootManifest?.targets.indices.forEach { index in
            repository.rootManifest?.targets[index].dependencies.removeAll { $0.name == "AcmeKit" }
        }
        repository.configuration.standalone = ["libs/Kit"]
        let findings = try #require(ManifestComparison(repository)).findings()
        // In their own manifests, the tests of Base and Store still depend on AcmeKit.
        #expect(findings.count == 2)
        #expect(findings.allSatisfy { $0.message.contains("Tests has the dependencies") })
    }
}

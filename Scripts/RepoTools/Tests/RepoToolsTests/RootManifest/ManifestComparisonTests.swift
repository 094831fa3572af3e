import Testing

@testable import RepoTools

@Suite struct ManifestsInStepTests {
    @Test("an equivalent root manifest has no findings")
    func inStep() throws {
        let repository = try FiveRepo.copy().repository
        #expect(ManifestsInStep(repository)?.findings() == [])
    }

    @Test("without a root manifest nothing is compared")
    func noRoot() throws {
        var repository = try FiveRepo.copy().repository
        repository.umbrella = nil
        #expect(ManifestsInStep(repository) == nil)
    }

    struct Difference: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var file: String
        var says: [String]
        var make: @Sendable (inout Repository) -> Void

        init(_ name: String, in file: String, says: String..., make: @escaping @Sendable (inout Repository) -> Void) {
            testDescription = name
            self.file = file
            self.says = says
            self.make = make
        }
    }

    @Test("each kind of difference is found where it is", arguments: differences)
    func difference(_ difference: Difference) throws {
        var repository = try FiveRepo.copy().repository
        difference.make(&repository)
        let findings = try #require(ManifestsInStep(repository)).findings()
        #expect(findings.count == 1)
        let finding = try #require(findings.first)
        #expect(finding.file == difference.file)
        for text in difference.says { #expect(finding.message.contains(text)) }
    }

    private static let differences = [
        Difference("type", in: "Package.swift", says: "the type executable", "regular") {
            root("AcmeWeb", &$0) { $0.type = "executable" }
        },
        Difference("path", in: "Package.swift", says: "the path libs/Elsewhere", "libs/Web/Sources/AcmeWeb") {
            root("AcmeWeb", &$0) { $0.path = "libs/Elsewhere" }
        },
        Difference("dependency too few", in: "Package.swift", says: "dependencies AcmeStore here", "AcmeStore, AcmeWeb")
        {
            root("AcmeApp", &$0) { $0.dependencies.removeAll { $0.name == "AcmeWeb" } }
        },
        Difference("dependency with a condition", in: "Package.swift", says: "AcmeBase (linux) here and AcmeBase at") {
            root("AcmeWeb", &$0) {
                $0.dependencies[0].condition = .object(["platformNames": .array([.string("linux")])])
            }
        },
        Difference("settings", in: "Package.swift", says: "the settings none", "enableUpcomingFeature ExistentialAny") {
            root("AcmeWeb", &$0) { $0.settings = [] }
        },
        Difference("resources", in: "Package.swift", says: "resources") {
            root("AcmeWeb", &$0) { $0.resources = [.string("copy")] }
        },
        Difference("exclude", in: "Package.swift", says: "exclude") { root("AcmeWeb", &$0) { $0.exclude = ["x"] } },
        Difference("platforms", in: "libs/Kit/Package.swift", says: "platforms are", "ios 18.0") {
            $0.packages[$0.index("Kit")].manifest.platforms.append(.init(platformName: "ios", version: "18.0"))
        },
        Difference("tools version", in: "libs/Kit/Package.swift", says: "swift-tools-version is 5.9") {
            $0.packages[$0.index("Kit")].manifest.toolsVersion.version = "5.9"
        },
        Difference("language modes", in: "libs/Kit/Package.swift", says: "swiftLanguageModes") {
            $0.packages[$0.index("Kit")].manifest.swiftLanguageVersions = ["5"]
        },
        Difference("a target the root lacks", in: "Package.swift", says: "AcmeKitTests", "add it with path:") {
            $0.umbrella?.targets.removeAll { $0.name == "AcmeKitTests" }
        },
        Difference("a target no package has", in: "Package.swift", says: "no package has the target AcmeLost") {
            var lost = $0.umbrella?.targets[0]
            lost?.name = "AcmeLost"
            $0.umbrella?.targets.append(contentsOf: [lost].compactMap(\.self))
        },
        Difference("a product of other targets", in: "Package.swift", says: "product AcmeApp", "AcmeApp") {
            $0.umbrella?.products[0].targets = ["AcmeWeb"]
        },
        Difference("a product no package has", in: "Package.swift", says: "no package has the product AcmeAll") {
            $0.umbrella?.products[0].name = "AcmeAll"
        },
    ]

    private static func root(
        _ target: String,
        _ repository: inout Repository,
        _ change: (inout Manifest.Target) -> Void
    ) {
        guard let index = repository.umbrella?.targets.firstIndex(where: { $0.name == target }) else { return }
        repository.umbrella?.targets[index].dependencies.sort { $0.name < $1.name }
        if var changed = repository.umbrella?.targets[index] {
            change(&changed)
            repository.umbrella?.targets[index] = changed
        }
    }

    @Test("a standalone package is not compared")
    func standalone() throws {
        var repository = try FiveRepo.copy().repository
        repository.umbrella?.targets.removeAll { $0.name.hasPrefix("AcmeKit") }
        repository.umbrella?.targets.indices.forEach { index in
            repository.umbrella?.targets[index].dependencies.removeAll { $0.name == "AcmeKit" }
        }
        repository.configuration.standalone = ["libs/Kit"]
        let findings = try #require(ManifestsInStep(repository)).findings()
        // Base's and Store's tests still need it in their own manifests.
        #expect(findings.count == 2)
        #expect(findings.allSatisfy { $0.message.contains("Tests has the dependencies") })
    }
}

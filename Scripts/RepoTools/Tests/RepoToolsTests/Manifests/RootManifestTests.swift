import SeekBasics
import Testing

@testable import RepoTools

@Suite struct RootManifestTests {
    @Test("the generated manifest declares the targets of all packages as their manifests do")
    func generated() throws {
        let repository = try FivePackageRepo.loaded().repository
        let root = try #require(repository.rootManifest)
        #expect(try RootManifest(repository)?.findings() == [])
        #expect(root.products.map(\.name) == ["AcmeKit", "AcmeStore", "AcmeWeb", "AcmeApp"])
        #expect(root.platforms == repository.packages[0].manifest.platforms)
        for package in repository.packages {
            for target in package.manifest.targets {
                let same = try #require(root.targets.first { $0.name == target.name })
                #expect(same.settings == target.settings)
                #expect(same.path == package.path(target.folder))
                #expect(same.dependencies.map(\.name) == target.dependencies.map(\.name))
            }
        }
    }

    @Test("all properties of targets survive the generation, and the text is formatted")
    func properties() throws {
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "A",
                platforms: [.macOS("13.3"), .iOS(.v18), .visionOS(.v2)],
                products: [.executable(name: "tool", targets: ["Tool"]), .library(name: "S", type: .static, targets: ["Core"])],
                targets: [
                    .systemLibrary(name: "CLib", pkgConfig: "lib", providers: [.apt(["lib-dev"]), .brew(["lib"])]),
                    .target(
                        name: "Core",
                        dependencies: [.target(name: "CLib", condition: .when(platforms: [.linux, .macCatalyst]))],
                        exclude: ["Notes"],
                        resources: [.embedInCode("a.json"), .copy("b"), .process("c")],
                        swiftSettings: [
                            .define("A", .when(platforms: [.linux], configuration: .debug)), .swiftLanguageMode(.v5),
                            .enableUpcomingFeature("ExistentialAny"),
                        ],
                        linkerSettings: [.linkedLibrary("z")]
                    ),
                    .executableTarget(name: "Tool", dependencies: ["Core"], sources: ["main.swift"]),
                    .testTarget(name: "CoreTests", dependencies: ["Core"]),
                ],
                swiftLanguageModes: [.v6]
            )
            """
        let repo = try TempRepo(
            files: ["pkgs/A/Package.swift": manifest],
            rules: #"{"packages": ["pkgs/*"], "rootManifest": {"name": "All"}}"#
        )
        let outcome = repo.run("manifests", "--write")
        #expect(outcome.err == "repo manifests: wrote Package.swift\n", "\(outcome)")
        #expect(repo.run("manifests", "--write").err == "repo manifests: Package.swift is already current\n")
        let repository = try Repository.load(root: repo.root)
        let (own, root) = (repository.packages[0].manifest, try #require(repository.rootManifest))
        #expect(root.name == "All")
        #expect(root.platforms == own.platforms)
        #expect(root.swiftLanguageVersions == own.swiftLanguageVersions)
        #expect(root.products == own.products)
        for (target, same) in zip(own.targets, root.targets) {
            var same = same
            #expect(same.path == "pkgs/A/\(target.folder)")
            (same.path, same.digest) = (target.path, target.digest)
            #expect(same == target)
        }
        if let root = ThisRepository.root {
            let options = ["--strict", "--configuration", "\(root)/.swift-format"]
            try Program.output(["swift", "format", "lint"] + options + ["\(repo.root)/Package.swift"])
        }
    }

    @Test("a stale manifest is a finding at the first line that differs, with the remedy")
    func stale() throws {
        let repo = try FivePackageRepo.copy()
        try repo.replace("\"AcmeBase\"", with: "\"AcmeBasis\"", in: "Package.swift")
        let outcome = repo.run("manifests")
        #expect(outcome.status == 1)
        #expect(outcome.out.hasPrefix("Package.swift:"))
        #expect(outcome.out.contains("differs from the manifests of the packages"))
        #expect(outcome.out.contains("run “Scripts/repo manifests --write”"))
        repo.remove("Package.swift")
        #expect(repo.run("manifests").out.hasPrefix("Package.swift:1: differs"))
    }

    @Test("packages with other platforms or tools versions are findings, and what cannot be generated is an error")
    func incompatible() throws {
        var repository = try FivePackageRepo.loaded().repository
        let kit = repository.index("Kit")
        repository.packages[kit].manifest.platforms.append(.init(platformName: "ios", version: "18.0"))
        let finding = try #require(try RootManifest(repository)?.findings().first)
        #expect(finding.description.hasPrefix("libs/Kit/Package.swift:1: the tools version, the platforms or"))
        repository.packages[kit].manifest.targets[0].pluginUsages = [.null]
        #expect(throws: RepoError.self) { try RootManifest(repository)?.text() }
        repository.packages[kit].manifest.targets[0].pluginUsages = nil
        repository.packages[kit].manifest.targets[0].dependencies = [
            TargetDependency(name: "Remote", package: "remote")
        ]
        let error = #expect(throws: RepoError.self) { try RootManifest(repository)?.text() }
        #expect(error?.message.contains("AcmeKit depends on Remote, which no package of this repository has") == true)
        repository.configuration.rootManifest.name = ""
        #expect(RootManifest(repository) == nil)
    }
}
